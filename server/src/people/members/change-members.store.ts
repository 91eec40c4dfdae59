import type { ProjectMember } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { assertChanged, assertRemoved, isUuid } from '../../platform/rows'
import { isVisibleTo, projectsWithRights } from '../../projects/projects/project-rights.store'
import type { PersonAccount } from '../users/find-or-add-people.store'
import type { Terms } from './member-terms'

export async function updateMember(
  { db, now }: Change,
  { project, user, version }: ProjectMember,
  { privilegeLevel, expirationDate, accessUntil }: Terms,
  providers: readonly string[] | undefined,
): Promise<void> {
  assertChanged(
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
  assertRemoved(
    await db
      .deleteFrom('project_member')
      .where('project_id', '=', project)
      .where('user_id', '=', (of) => of.selectFrom('app_user').select('id').where('email', '=', user))
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

/** Deletes a membership regardless of its version. */
export const deleteMembership = (db: Transaction, { project, user }: { project: string; user: string }) =>
  db.deleteFrom('project_member').where('project_id', '=', project).where('user_id', '=', user).execute()

/** Locks and returns the actor's own membership in a visible project; undefined when they have none that grants access. */
export async function lockOwnMembership(
  db: Transaction,
  actor: Person,
  project: string,
): Promise<{ customer: string; level: number } | undefined> {
  if (!isUuid(project)) return undefined
  return projectsWithRights(db, actor)
    .innerJoin('project_member as own', (join) =>
      join.onRef('own.project_id', '=', 'membership.project_id').onRef('own.user_id', '=', 'membership.user_id'),
    )
    .select(['project.customer_id as customer', 'own.privilege_level as level'])
    .where('project.id', '=', project)
    .where(isVisibleTo(actor))
    .forUpdate('own')
    .executeTakeFirst()
}

/** When a guest's membership expires; null without an end. */
export async function findMembershipEnd(
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

/** Locks the account of an email; guest accounts belong to a single project. */
export const lockPerson = (db: Transaction, email: string): Promise<PersonAccount> =>
  db
    .selectFrom('app_user')
    .select(['id', 'guest'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
