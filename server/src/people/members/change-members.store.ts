import type { ProjectMember } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { isUuid, mustHaveChanged, mustHaveRemoved } from '../../platform/rows'
import { isSeen, projectsBeside } from '../../projects/projects/project-rights.store'
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

/** The actor's own membership in a project that they see, held until the transaction ends; undefined without one that opens it. */
export async function ownMembership(
  db: Transaction,
  actor: Person,
  project: string,
): Promise<{ customer: string; level: number } | undefined> {
  if (!isUuid(project)) return undefined
  return projectsBeside(db, actor)
    .innerJoin('project_member as own', (join) =>
      join.onRef('own.project_id', '=', 'membership.project_id').onRef('own.user_id', '=', 'membership.user_id'),
    )
    .select(['project.customer_id as customer', 'own.privilege_level as level'])
    .where('project.id', '=', project)
    .where(isSeen(actor))
    .forUpdate('own')
    .executeTakeFirst()
}

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
