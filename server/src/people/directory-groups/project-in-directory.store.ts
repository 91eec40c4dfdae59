import type { DirectoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import type { DerivedAccess } from './derive-access.store'

/** A project of a customer, in which groups of its directory may give something. */
export interface ProjectOfCustomer {
  project: string
  customer: string
}

/** The people (internal ids) who have something of the directory in a project, or are in a group that gives something there. */
export async function peopleOfProject(db: Transaction, { project, customer }: ProjectOfCustomer): Promise<string[]> {
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
 * Ends what the directory gave in a project as such: what was given by hand before comes back, everything else stays as if it were given
 * by hand, the level of the owner whatever came before it.
 */
export async function releaseMembers({ db, now }: Change, project: string): Promise<DerivedAccess[]> {
  const goesBack = sql`member.before_directory is not null and member.privilege_level = member.directory_level
    and member.privilege_level <> ${sql.lit(privilegeLevel.owner)}`
  const { rows } = await sql<DerivedAccess>`
    with was as (
      select project_id, user_id, privilege_level, ${goesBack} as goes_back from project_member as member
      where project_id = ${project} and (directory_level is not null or before_directory is not null)
    )
    update project_member as member set
      privilege_level = case when was.goes_back then (before_directory ->> 'level')::smallint else member.privilege_level end,
      expiration_date = case when was.goes_back then (before_directory ->> 'expirationDate')::timestamptz else expiration_date end,
      access_until = case when was.goes_back then (before_directory ->> 'accessUntil')::timestamptz else access_until end,
      directory_level = null, before_directory = null, change_set_id = null, updated_at = ${instantOf(now)}::timestamptz,
      version = version + 1
    from was where member.project_id = was.project_id and member.user_id = was.user_id
    returning case when was.goes_back then 'giveBack' else 'release' end as act, member.project_id as project, member.user_id as "user",
      null as email, was.privilege_level as before, member.privilege_level as after, null as why, version, false as "isInvited"`.execute(
    db,
  )
  return rows
}

/** Makes the groups that came into a project from the directory groups of its people, with everybody who is in them. */
export const releaseGroups = ({ db, now }: Change, project: string) =>
  sql`
    with kept as (
      update project_group_member set is_imported = false where project_id = ${project} and is_imported
    )
    update project_group set is_imported = false, updated_at = ${instantOf(now)}::timestamptz, version = version + 1
    where project_id = ${project} and is_imported`.execute(db)

/** Takes away what groups of the directory give in a project, and gives what that was. */
export async function removeAccess(
  db: Transaction,
  project: string,
): Promise<Pick<DirectoryGroupAccess, 'id' | 'group' | 'privilegeLevel'>[]> {
  const { rows } = await sql<Pick<DirectoryGroupAccess, 'id' | 'group' | 'privilegeLevel'>>`
    delete from directory_group_access where project_id = ${project}
    returning id, group_id as "group", level as "privilegeLevel"`.execute(db)
  return rows
}
