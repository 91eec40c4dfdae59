import type { DirectoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import type { DerivedAccess } from './derive-access.store'

/** A project of a customer. */
export interface CustomerProject {
  project: string
  customer: string
}

/** The people (internal ids) with derived access to a project, or in a group with access to it. */
export async function listAffectedPeople(db: Transaction, { project, customer }: CustomerProject): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below (id) as (
      select group_id from directory_group_access where project_id = ${project} and customer_id = ${customer}
      union
      select parent.group_id from below join directory_group_parent as parent on parent.parent_id = below.id
    )
    select member.user_id as id from below
    join directory_group_member as member on member.group_id = below.id
    where member.customer_id = ${customer}
    union
    select user_id from project_member where project_id = ${project} and directory_level is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Ends the memberships of a deleted project of people whom an import has disabled since its deletion, as the import does in projects that are not
 * deleted. Owners, administrators of the customer and staff keep theirs, and so does who was given access after being disabled.
 */
export async function endDisabledMemberships(
  db: Transaction,
  { project, customer }: CustomerProject,
): Promise<DerivedAccess[]> {
  const { rows } = await sql<DerivedAccess>`
    with ended as (
      delete from project_member as member using project, customer_user_profile as profile, app_user as person
      where project.id = ${project} and member.project_id = project.id and profile.disabled_at >= project.deleted_at
        and member.privilege_level <> ${sql.lit(privilegeLevel.owner)}
        and profile.customer_id = ${customer} and profile.user_id = member.user_id
        and person.id = member.user_id and person.role is null
        and not exists (select from customer_admin as admin where admin.customer_id = ${customer} and admin.user_id = member.user_id)
      returning member.project_id, member.user_id, member.privilege_level
    )
    select 'take' as action, project_id as project, user_id as "user", null as email, privilege_level as before, 0 as after,
      null as why, null as version, privilege_level = ${sql.lit(privilegeLevel.guest)} or exists (
        select from invitation where invitation.project_id = ended.project_id and invitation.user_id = ended.user_id
          and invitation.state in ('pending', 'bounced')) as "isInvited"
    from ended order by user_id`.execute(db)
  return rows
}

/**
 * Detaches derived memberships of a project from the directory: former manual memberships are restored, all others become manual; an owner stays
 * owner in any case.
 */
export async function releaseMembers({ db, now }: Change, project: string): Promise<DerivedAccess[]> {
  const isRestored = sql`member.before_directory is not null and member.privilege_level = member.directory_level
    and member.privilege_level <> ${sql.lit(privilegeLevel.owner)}`
  const { rows } = await sql<DerivedAccess>`
    with was as (
      select project_id, user_id, privilege_level, ${isRestored} as goes_back from project_member as member
      where project_id = ${project} and (directory_level is not null or before_directory is not null)
    )
    update project_member as member set
      privilege_level = case when was.goes_back then (before_directory ->> 'level')::smallint else member.privilege_level end,
      expiration_date = case when was.goes_back then (before_directory ->> 'expirationDate')::timestamptz else expiration_date end,
      access_until = case when was.goes_back then (before_directory ->> 'accessUntil')::timestamptz else access_until end,
      directory_level = null, before_directory = null, change_set_id = null, updated_at = ${instantOf(now)}::timestamptz,
      version = version + 1
    from was where member.project_id = was.project_id and member.user_id = was.user_id
    returning case when was.goes_back then 'giveBack' else 'release' end as action, member.project_id as project, member.user_id as "user",
      null as email, was.privilege_level as before, member.privilege_level as after, null as why, version, false as "isInvited"`.execute(
    db,
  )
  return rows
}

/** Turns the imported groups of a project and their members into manual ones. */
export const releaseGroups = ({ db, now }: Change, project: string) =>
  sql`
    with members as (
      update project_group_member set is_imported = false where project_id = ${project} and is_imported
    )
    update project_group set is_imported = false, directory_group_id = null, updated_at = ${instantOf(now)}::timestamptz, version = version + 1
    where project_id = ${project} and is_imported`.execute(db)

/** Removes all group access to a project, and returns what was removed. */
export async function removeGroupAccess(
  db: Transaction,
  project: string,
): Promise<Pick<DirectoryGroupAccess, 'id' | 'group' | 'privilegeLevel'>[]> {
  const { rows } = await sql<Pick<DirectoryGroupAccess, 'id' | 'group' | 'privilegeLevel'>>`
    delete from directory_group_access where project_id = ${project}
    returning id, group_id as "group", level as "privilegeLevel"`.execute(db)
  return rows
}
