import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type SqlBool, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import type { AppliedChangeSet } from '../change-sets/engine/change-kind'
import { hasLeftDirectory } from '../change-sets/kinds/ended-memberships.store'
import { removePeopleFromCustomer } from '../change-sets/kinds/new-user.store'
import { changedRows, countReturned, type ImportWork, lockProjects } from './apply-import.store'

const owner = sql.lit(privilegeLevel.owner)

/** The profile is as the `row` has left it. */
const isProfileAsWritten = sql<SqlBool>`(profile.id = (row.object ->> 'id')::uuid and profile.version = coalesce(row.version, 0) + 1)`

/** The `member` owns the project as the `row` of the import has left it. */
const isOwnerAsWritten = (
  id: string,
) => sql<SqlBool>`(member.project_id = row.project_id and member.user_id = row.user_id and member.privilege_level = ${owner}
  and member.version = coalesce(row.version, 0) + 1 and member.change_set_id = ${id})`

/** The `former` owner is a member as the `row` has left them. */
const isFormerAsWritten = sql<SqlBool>`(former.project_id = row.project_id and former.user_id = (row.kept ->> 'former')::uuid
  and former.version = (row.kept ->> 'formerVersion')::int + 1)`

/**
 * The numbers of rows about people, groups, group members, group access and owners whose records are not as the import left them. A group is
 * compared by name and description, because its version also changes with its members. A group that the import created is also compared by its
 * members, parents and access: it stays if any of these stays. Access to a project that was purged or moved to another customer is not restored, nor
 * are the owners of such a project or of a deleted one.
 */
export async function touchedImportRows(
  db: Database | Transaction,
  { id, customer }: Pick<AppliedChangeSet, 'id' | 'customer'>,
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    with other_members as materialized (
      select group_id from (
        select group_id, user_id, source from directory_group_member where customer_id = ${customer}
        union all select (object ->> 'id')::uuid, user_id, 'import' from change_set_row
        where change_set_id = ${id} and outcome = 'change' and object ->> 'type' = 'directory-group-members' and after is not null
      ) as either group by group_id, user_id, source having count(*) = 1
    )
    select row.number
    from change_set_row as row
    left join customer_user_profile as profile on row.object ->> 'type' = 'directory-users'
      and profile.customer_id = ${customer} and profile.user_id = row.user_id
    left join directory_group as stored on row.object ->> 'type' like 'directory-group%' and stored.id = (row.object ->> 'id')::uuid
      and stored.customer_id = ${customer}
    left join directory_group_member as own on row.object ->> 'type' = 'directory-group-members'
      and own.group_id = stored.id and own.user_id = row.user_id
    left join directory_group_access as access on row.object ->> 'type' = 'directory-group-access'
      and access.group_id = stored.id and access.project_id = row.project_id
    left join project_member as member on row.object ->> 'type' = 'directory-owners'
      and member.project_id = row.project_id and member.user_id = row.user_id
    left join project on row.object ->> 'type' in ('directory-group-access', 'directory-owners') and project.id = row.project_id
      and project.customer_id = ${customer}
    left join app_user as person on person.id = row.user_id and person.deleted_at is null
    where row.change_set_id = ${id} and row.outcome = 'change' and row.object ->> 'type' is not null and not coalesce(
      case row.object ->> 'type'
        when 'directory-users' then case when row.after is null then profile.is_disabled or not coalesce(row.kept ? 'isDisabled', false)
          else ${isProfileAsWritten} end
        when 'directory-groups' then stored.name = row.object ->> 'group'
          and stored.description is not distinct from row.after ->> 'description'
          and (row.version is not null or stored.external_id is null and stored.id not in (select group_id from other_members)
          and not exists (select parent_id from directory_group_parent where group_id = stored.id
            except select parent::uuid from jsonb_array_elements_text(row.kept -> 'parents') as parent)
          and not exists (select from directory_group_access as later where later.group_id = stored.id and not exists (
            select from change_set_row as mine where mine.change_set_id = ${id} and mine.outcome = 'change'
              and mine.object ->> 'id' = stored.id::text and mine.project_id = later.project_id)))
        when 'directory-group-members' then person.id is not null and stored.id is not null and not ${hasLeftDirectory}
          and case when row.after is null then own.user_id is null else own.source = 'import' end
        when 'directory-group-access' then stored.id is not null and project.id is not null
          and access.level is not distinct from (row.after ->> 'privilegeLevel')::smallint
        when 'directory-owners' then not project.is_inactive and ${isOwnerAsWritten(id)}
          and exists (select from project_member as former where ${isFormerAsWritten})
      end, false)
    order by row.number`.execute(db)
  return rows.map(({ number }) => number)
}

/** The people (internal ids) of the rows to undo, and those in the groups of these rows, including nested groups. */
export async function listPeopleOfImport({ db, set }: ImportWork): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive undone as materialized (
      select user_id, case when object ->> 'type' in ('directory-groups', 'directory-group-access') then (object ->> 'id')::uuid end as group_id
      from change_set_row where change_set_id = ${set.id} and outcome = 'change' and not remains
    ), below (id) as (
      select group_id from undone where group_id is not null
      union
      select parent.group_id from below join directory_group_parent as parent on parent.parent_id = below.id
    )
    select user_id as id from undone where user_id is not null
    union
    select member.user_id from below join directory_group_member as member on member.group_id = below.id
    where member.customer_id = ${set.customer}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Restores the former project owners, unless somebody has changed the owner since: then fewer than the rows are counted. Whoever was a member before
 * keeps their membership with what depends on it, at the former terms.
 */
export async function undoOwners(work: ImportWork): Promise<number> {
  const { db, set, actor, now } = work
  const at = sql`${instantOf(now)}::timestamptz`
  const rows = sql`(select * from ${changedRows(work, 'directory-owners')} where not row.remains) as row`
  await lockProjects(work, rows)
  const removed = await countReturned(
    db,
    sql`delete from project_member as member using ${rows} where row.before is null and ${isOwnerAsWritten(set.id)} returning 1`,
  )
  const restored = await countReturned(
    db,
    sql`
      update project_member as member set privilege_level = was.privilege_level, directory_level = was.directory_level,
        expiration_date = was.expiration_date, access_until = was.access_until, change_set_id = was.change_set_id, updated_at = ${at},
        version = member.version + 1
      from ${rows} cross join lateral jsonb_populate_record(null::project_member, row.kept -> 'member') as was
      where row.before is not null and ${isOwnerAsWritten(set.id)} returning 1`,
  )
  const reinstated = await countReturned(
    db,
    sql`
      update project_member as former set privilege_level = ${owner}, updated_at = ${at}, version = former.version + 1
      from ${rows} where ${isFormerAsWritten} and not exists (
        select from project_member as later where later.project_id = row.project_id and later.privilege_level = ${owner}) returning 1`,
  )
  await sql`
    update project set owner_id = (row.kept ->> 'former')::uuid, version = project.version + 1, updated_at = ${at}, updated_by = ${actor}
    from ${rows} where project.id = row.project_id`.execute(db)
  return Math.min(removed + restored, reinstated)
}

/** Restores the former access of groups, also in deleted projects, where it counts once they are restored. */
export async function undoGroupAccess(work: ImportWork): Promise<number> {
  const { db, set } = work
  const rows = sql`(select * from ${changedRows(work, 'directory-group-access')} where not row.remains) as row`
  await lockProjects(work, rows, { areDeletedToo: true })
  const removed = await countReturned(
    db,
    sql`delete from directory_group_access as own using ${rows} where row.before is null
      and own.group_id = (row.object ->> 'id')::uuid and own.project_id = row.project_id returning 1`,
  )
  const restored = await countReturned(
    db,
    sql`
      insert into directory_group_access as own (group_id, project_id, customer_id, level)
      select (row.object ->> 'id')::uuid, row.project_id, ${set.customer}, (row.before ->> 'privilegeLevel')::int from ${rows}
      where row.before is not null
      on conflict (group_id, project_id) do update set level = excluded.level returning 1`,
  )
  return removed + restored
}

/** Removes the added group members and restores the removed ones. */
export async function undoGroupMembers(work: ImportWork): Promise<number> {
  const { db, set } = work
  const rows = sql`(select * from ${changedRows(work, 'directory-group-members')} where not row.remains) as row`
  const removed = await countReturned(
    db,
    sql`delete from directory_group_member as own using ${rows} where row.after is not null
      and own.group_id = (row.object ->> 'id')::uuid and own.user_id = row.user_id returning 1`,
  )
  const restored = await countReturned(
    db,
    sql`
      insert into directory_group_member (group_id, user_id, customer_id, source)
      select (row.object ->> 'id')::uuid, row.user_id, ${set.customer}, row.kept ->> 'source' from ${rows} where row.after is null
      on conflict do nothing returning 1`,
  )
  return removed + restored
}

/** Restores the description and nesting of groups, and deletes those that the import created. */
export async function undoGroups(work: ImportWork): Promise<number> {
  const { db, now } = work
  const at = sql`${instantOf(now)}::timestamptz`
  const rows = sql`(select * from ${changedRows(work, 'directory-groups')} where not row.remains) as row`
  await sql`
    delete from directory_group_parent as own using (
      select (row.object ->> 'id')::uuid as group_id, parent::uuid as parent_id
      from ${rows} cross join lateral jsonb_array_elements_text(row.kept -> 'parents') as parent
    ) as added
    where own.group_id = added.group_id and own.parent_id = added.parent_id`.execute(db)
  const removed = await countReturned(
    db,
    sql`delete from directory_group as stored using ${rows} where row.version is null and stored.id = (row.object ->> 'id')::uuid
      returning 1`,
  )
  const restored = await countReturned(
    db,
    sql`
      update directory_group as stored set description = row.before ->> 'description', updated_at = ${at}, version = stored.version + 1
      from ${rows} where row.version is not null and stored.id = (row.object ->> 'id')::uuid returning 1`,
  )
  return removed + restored
}

/**
 * Restores profiles. Who was disabled is again as before, and has no profile where it stores nothing else. Created accounts stay, but no longer belong
 * to the customer, unless they do otherwise.
 */
export async function undoProfiles(work: ImportWork): Promise<number> {
  const { db, set, actor, now } = work
  const at = sql`${instantOf(now)}::timestamptz`
  const rows = sql`(select * from ${changedRows(work, 'directory-users')} where not row.remains) as row`
  const removed = await countReturned(
    db,
    sql`delete from customer_user_profile as profile using ${rows}
      where row.after is not null and row.version is null and ${isProfileAsWritten} returning 1`,
  )
  await sql`
    delete from customer_user_profile as profile using ${rows}
    where row.after is null and row.version is null and profile.id = (row.object ->> 'id')::uuid and profile.version = 1`.execute(
    db,
  )
  await sql`
    update customer_user_profile as profile set is_disabled = false, updated_at = ${at}, updated_by = ${actor},
      directory_source = case profile.directory_source when 'scim' then 'scim' else row.kept ->> 'directorySource' end, version = profile.version + 1
    from ${rows} where row.after is null and not (row.kept ->> 'isDisabled')::boolean
      and profile.customer_id = ${set.customer} and profile.user_id = row.user_id and profile.is_disabled`.execute(db)
  const restored = await countReturned(
    db,
    sql`
      update customer_user_profile as profile set first_name = row.before ->> 'firstName', last_name = row.before ->> 'lastName',
        title = row.before ->> 'title', phone = row.before ->> 'phone',
        user_organization_id = (select id from user_organization as employer where employer.customer_id = ${set.customer}
          and employer.id = (row.before ->> 'userOrganization')::uuid),
        directory_source = row.kept ->> 'directorySource', is_disabled = coalesce((row.kept ->> 'isDisabled')::boolean, false), updated_at = ${at}, updated_by = ${actor}, version = profile.version + 1
      from ${rows} where row.after is not null and row.version is not null and ${isProfileAsWritten}
      returning 1`,
  )
  await removePeopleFromCustomer(db, set.customer, sql`select row.user_id from ${rows} where row.kept ? 'isNew'`)
  return removed + restored + (await countReturned(db, sql`select from ${rows} where row.after is null`))
}
