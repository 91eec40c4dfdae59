import { disallowedMethods } from '@lintel/contract/customers/login-methods'
import { projectMembers } from '@lintel/contract/people/members'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'

/** A project, and the customer that it moves to. */
interface ProjectMove {
  project: string
  customer: string
}

/** A member (internal id) who loses login methods of their own; `after` are those that stay allowed. */
interface RestrictedMember {
  user: string
  before: string[]
  after: string[]
}

/**
 * The members with login methods of their own that are not allowed after the move: the project's list lacks them or, where it has none, that of the
 * customer. Whatever the former customer allowed beyond these, the new one has to allow anew.
 */
export async function findRestrictedMembers(
  db: Database,
  { project, customer }: ProjectMove,
): Promise<RestrictedMember[]> {
  const { rows } = await sql<{ user: string; before: string[]; above: string[] }>`
    select member.user_id as "user", member.providers as before,
      coalesce(nullif(project.providers, '{}'), customer.providers) as above
    from project_member as member
    join project on project.id = member.project_id
    join customer on customer.id = ${uuidOrNil(customer)}
    where member.project_id = ${uuidOrNil(project)} and member.providers <> '{}' order by member.user_id`.execute(db)
  return rows.flatMap(({ user, before, above }) => {
    const disallowed = disallowedMethods(before, above)
    return disallowed.length === 0
      ? []
      : { user, before, after: before.filter((method) => !disallowed.includes(method)) }
  })
}

/** Removes the login methods of members that are not allowed after the move; who has no others left inherits the list above. */
export async function restrictMembers(change: Change, move: ProjectMove): Promise<void> {
  const { db, now, audit } = change
  const restricted = await findRestrictedMembers(db, move)
  if (restricted.length === 0) return
  const { rows } = await sql<RestrictedMember & { version: number }>`
    update project_member as member set providers = restricted.after, change_set_id = null,
      updated_at = ${instantOf(now)}::timestamptz, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(restricted)}::jsonb) as restricted ("user" uuid, before text[], after text[])
    where member.project_id = ${move.project} and member.user_id = restricted."user"
    returning restricted.*, version`.execute(db)
  for (const { user, before, after, version } of rows) {
    audit({
      action: `${projectMembers.type}.update`,
      customer: move.customer,
      target: { type: projectMembers.type, id: `${move.project}.${user}` },
      version,
      before: { providers: before },
      after: { providers: after },
    })
  }
}
