import type { ProjectMember } from '@lintel/contract/people/members'
import { sql } from 'kysely'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { mustHaveChanged, mustHaveRemoved } from '../../platform/rows'
import type { Terms } from './member-terms'

/** A membership to be written. */
export interface NewMember extends Terms {
  project: string
  customer: string
  user: string
  providers: readonly string[]
}

export async function insertMember({ db, actor, now }: Change, member: NewMember): Promise<void> {
  await db
    .insertInto('project_member')
    .values({
      project_id: member.project,
      customer_id: member.customer,
      user_id: member.user,
      privilege_level: member.privilegeLevel,
      expiration_date: member.expirationDate,
      access_until: member.accessUntil,
      providers: [...member.providers],
      created_by: actor.kind === 'person' ? actor.id : null,
      created_at: new Date(now).toISOString(),
    })
    .execute()
}

export async function updateMember(
  db: Transaction,
  { project, user, version }: ProjectMember,
  { privilegeLevel, expirationDate, accessUntil }: Terms,
  providers: readonly string[] | undefined,
): Promise<void> {
  mustHaveChanged(
    await db
      .updateTable('project_member')
      .set({
        privilege_level: privilegeLevel,
        expiration_date: expirationDate,
        access_until: accessUntil,
        ...(providers && { providers: [...providers] }),
        updated_at: sql`now()`,
        version: version + 1,
      })
      .where('project_id', '=', project)
      .where('user_id', '=', (of) => of.selectFrom('app_user').select('id').where('email', '=', user))
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

export async function deleteMember(db: Transaction, { project, user, version }: ProjectMember): Promise<void> {
  mustHaveRemoved(
    await db
      .deleteFrom('project_member')
      .where('project_id', '=', project)
      .where('user_id', '=', (of) => of.selectFrom('app_user').select('id').where('email', '=', user))
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

/** Does the person administer this customer? Then they are in all its projects already. */
export async function isAdministrator(db: Transaction, customer: string, user: string): Promise<boolean> {
  const found = await db
    .selectFrom('customer_admin')
    .select('user_id')
    .where('customer_id', '=', customer)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return found !== undefined
}

/** The number of projects that a person is a member of. */
export async function countMemberships(db: Transaction, user: string): Promise<number> {
  const { memberships } = await db
    .selectFrom('project_member')
    .select(({ fn }) => fn.countAll<number>().as('memberships'))
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow()
  return Number(memberships)
}

/** Is this the account of a guest, who has nothing but the one project they were invited to? */
export async function isGuestAccount(db: Transaction, email: string): Promise<boolean> {
  const { guest } = await db.selectFrom('app_user').select('guest').where('email', '=', email).executeTakeFirstOrThrow()
  return guest
}
