import type { ProjectMember } from '@lintel/contract/people/members'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { mustHaveChanged, mustHaveRemoved } from '../../platform/rows'
import type { FoundPerson } from '../users/new-person.store'
import type { Terms } from './member-terms'

export async function updateMember(
  { db, now }: Change,
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
        change_set_id: null,
        updated_at: instantOf(now),
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

/** Ends a membership, whatever has become of it since it was read. */
export const deleteMembership = (db: Transaction, { project, user }: { project: string; user: string }) =>
  db.deleteFrom('project_member').where('project_id', '=', project).where('user_id', '=', user).execute()

/** The last instant of a guest's membership; null when it has none. */
export async function membershipEnd(
  db: Transaction,
  { project, user }: { project: string; user: string },
): Promise<string | null> {
  const member = await db
    .selectFrom('project_member')
    .select('expiration_date')
    .where('project_id', '=', project)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return member?.expiration_date ?? null
}

/** The person of an email, and whether it is the account of a guest, who has nothing but the one project they were invited to. */
export const personOf = (db: Transaction, email: string): Promise<FoundPerson> =>
  db
    .selectFrom('app_user')
    .select(['id', 'guest'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
