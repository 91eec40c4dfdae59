import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { sql } from 'kysely'
import type { Context } from '../../platform/context'

/** Whether the import hands a project over to a new owner. */
export async function changesOwners({ db }: Pick<Context, 'db'>, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from change_set_row
    where change_set_id = ${id} and outcome = 'change' and object ->> 'type' = 'directory-owners' limit 1`.execute(db)
  return rows.length > 0
}

/** Throws 403 if the import hands a project over and the actor is not staff, who alone do that, whoever has planned it. */
export async function refuseOwnersUnlessStaff(
  { db, actor }: Pick<Context<Person>, 'db' | 'actor'>,
  id: string,
): Promise<void> {
  if (!actor.isStaff && (await changesOwners({ db }, id))) throw new Problem('forbidden')
}
