import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { affectedRows } from '../../platform/rows'
import { type RowsToProcess, Stale } from '../change-sets/engine/change-kind'
import { addByEmail } from '../users/accepted-people.store'
import { isInRange, type RowRange } from './row-ranges.store'

/** A change set that is being applied or undone, by whom and when. */
export interface ImportWork {
  db: Transaction
  set: Pick<RowsToProcess, 'id' | 'customer'>
  actor: string
  now: number
  /** The rows to process; all of them by default. */
  part?: RowRange
}

const owner = sql.lit(privilegeLevel.owner)

/** The `change` rows of a type; of all types by default. */
export const changedRows = ({ set, part }: ImportWork, type?: string) =>
  sql`(select * from change_set_row where change_set_id = ${set.id} and ${isInRange(part)} and outcome = 'change'
    and ${type === undefined ? sql`true` : sql`object ->> 'type' = ${type}`}) as row`

/**
 * Locks the projects of these rows until the transaction ends, so that none is moved to another customer. Throws {@link Stale} if one was moved or
 * purged before, or deleted unless `areDeletedToo`.
 */
export async function lockProjects(
  { db, set }: Pick<ImportWork, 'db' | 'set'>,
  rows: RawBuilder<unknown>,
  { areDeletedToo = false } = {},
): Promise<void> {
  const named = await countReturned(
    db,
    sql`select distinct row.project_id from ${rows} where row.project_id is not null`,
  )
  const locked = await countReturned(
    db,
    sql`select from project where id in (select row.project_id from ${rows}) and customer_id = ${set.customer}
      ${areDeletedToo ? sql`` : sql`and not is_inactive`} order by id for key share`,
  )
  if (locked !== named) throw new Stale()
}

/** Locks the people of these rows until the transaction ends, so that no account is closed. Throws {@link Stale} if one was closed before. */
export async function lockPeople({ db }: Pick<ImportWork, 'db'>, rows: RawBuilder<unknown>): Promise<void> {
  const named = await countReturned(db, sql`select distinct row.user_id from ${rows} where row.user_id is not null`)
  const locked = await countReturned(
    db,
    sql`select from app_user where id in (select row.user_id from ${rows}) and deleted_at is null order by id for key share`,
  )
  if (locked !== named) throw new Stale()
}

/**
 * Whether a plan made now would refuse somebody of this one: who became staff, an administrator of the customer or, where the files disable them,
 * an API user since. Who has these roles at the customer stays the same until the transaction ends.
 */
export async function isAnybodyRefused({ db, set }: Pick<ImportWork, 'db' | 'set'>): Promise<boolean> {
  await sql`select from customer where id = ${set.customer} for share`.execute(db)
  // Hashed, whatever the statistics say; a join would compare each row with each of them.
  const isNamed = (role: RawBuilder<unknown>) =>
    sql`coalesce(row.user_id::text, row.object ->> 'user') in (select key from named where ${role})`
  const { rows } = await sql`
    with holder as materialized (
      select person.id, person.email, person.role is not null as is_staff, admin.user_id is not null as is_admin,
        api_user.user_id is not null as is_api_user
      from app_user as person
      left join customer_admin as admin on admin.customer_id = ${set.customer} and admin.user_id = person.id
      left join customer_api_user as api_user on api_user.customer_id = ${set.customer} and api_user.user_id = person.id
      where person.deleted_at is null and (person.role is not null or admin.user_id is not null or api_user.user_id is not null)
    ), named as materialized (
      select *, id::text as key from holder union all select *, email from holder
    )
    select from change_set_row as row
    where row.change_set_id = ${set.id} and row.outcome <> 'conflict' and case row.object ->> 'type'
      when 'directory-users' then ${isNamed(sql`is_staff or is_admin`)} or row.after is null and ${isNamed(sql`is_api_user`)}
      when 'directory-group-members' then row.after is not null and ${isNamed(sql`is_staff or is_admin`)}
      when 'directory-owners' then ${isNamed(sql`is_staff`)} else false end
    limit 1`.execute(db)
  return rows.length > 0
}

/** The number of rows that a statement returns. */
export async function countReturned(db: Transaction, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with written as (${statement}) select count(*)::int as changed from written`.execute(db)
  return rows[0]?.changed ?? 0
}

/** People without an account. Their names are those of the customer's profile alone: an import writes no account's names (contract 6). */
export async function listNewPeople({ db, set }: ImportWork): Promise<{ email: string }[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct object ->> 'user' as email from change_set_row
    where change_set_id = ${set.id} and outcome = 'change' and user_id is null and object ? 'user'
    order by email`.execute(db)
  return rows
}

/** Locks the service accounts that the files name as people; returns their internal ids. */
export async function lockServiceAccounts({ db, set }: ImportWork): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from app_user where service_account and id in (
      select user_id from change_set_row
      where change_set_id = ${set.id} and outcome = 'change' and object ->> 'type' = 'directory-users' and after is not null)
    order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Stores the ids of new people in their rows. */
export const storeNewUserIds = ({ db, set, part }: ImportWork) =>
  sql`
    update change_set_row as row set user_id = person.id, kept = coalesce(row.kept, '{}') || '{"isNew": true}'
    from app_user as person
    where row.change_set_id = ${set.id} and ${isInRange(part)} and row.outcome = 'change' and row.user_id is null and person.email = row.object ->> 'user'
      and person.deleted_at is null`.execute(db)

/**
 * Records people whom the customer has not known as added by email, before anything else of theirs is written, and marks their rows: an undo removes
 * them from the customer again.
 */
export async function recordAddedPeople(work: ImportWork): Promise<number> {
  const { db, set, part, now } = work
  const { rows } = await sql<{ user: string }>`
    update change_set_row as row set kept = coalesce(row.kept, '{}') || '{"isNew": true}'
    where row.change_set_id = ${set.id} and ${isInRange(part)} and row.outcome = 'change' and row.object ->> 'type' = 'directory-users'
      and not exists (select from customer_person as known where known.customer_id = ${set.customer} and known.user_id = row.user_id)
    returning row.user_id as "user"`.execute(db)
  const users = rows.map(({ user }) => user)
  if (users.length > 0) await addByEmail({ db, now }, { customer: set.customer, users, added: [] })
  return 0
}

/** Creates and updates profiles. People who leave keep theirs, or get one, as it stores that they are disabled. */
export async function applyProfiles(work: ImportWork): Promise<number> {
  const { db, set, actor, now } = work
  const at = sql`${instantOf(now)}::timestamptz`
  const rows = changedRows(work, 'directory-users')
  const terms = sql`row.after ->> 'firstName' as first_name, row.after ->> 'lastName' as last_name, row.after ->> 'title' as title,
    row.after ->> 'phone' as phone, (row.after ->> 'userOrganization')::uuid as user_organization_id`
  const added = await countReturned(
    db,
    sql`
      insert into customer_user_profile (id, customer_id, user_id, first_name, last_name, title, phone, user_organization_id,
        directory_source, created_at, created_by, updated_at, updated_by)
      select id, ${set.customer}, user_id, first_name, last_name, title, phone, user_organization_id, 'import', ${at}, ${actor}, ${at}, ${actor}
      from (select (row.object ->> 'id')::uuid as id, row.user_id, ${terms} from ${rows}
        where row.after is not null and row.version is null) as given
      on conflict do nothing returning 1`,
  )
  const changed = await countReturned(
    db,
    sql`
      update customer_user_profile as profile set first_name = given.first_name, last_name = given.last_name, title = given.title,
        phone = given.phone, user_organization_id = given.user_organization_id, directory_source = 'import',
        is_disabled = profile.is_disabled and not given.is_enabled, updated_at = ${at}, updated_by = ${actor}, version = profile.version + 1
      from (select (row.object ->> 'id')::uuid as id, row.version, (row.before ->> 'privilegeLevel')::int = 0 as is_enabled, ${terms} from ${rows}
        where row.after is not null and row.version is not null) as given
      where profile.id = given.id and profile.version = given.version returning 1`,
  )
  await sql`
    insert into customer_user_profile as profile (id, customer_id, user_id, directory_source, is_disabled, created_at, created_by, updated_at,
      updated_by)
    select (row.object ->> 'id')::uuid, ${set.customer}, row.user_id, 'import', true, ${at}, ${actor}, ${at}, ${actor}
    from ${rows} where row.after is null
    on conflict (customer_id, user_id) do update set directory_source = 'import', is_disabled = true, updated_at = ${at}, updated_by = ${actor},
      version = profile.version + 1
      where not profile.is_disabled`.execute(db)
  return added + changed + (await countReturned(db, sql`select from ${rows} where row.after is null`))
}

/** Creates and updates groups. */
export async function applyGroups(work: ImportWork): Promise<number> {
  const { db, set, now } = work
  const at = sql`${instantOf(now)}::timestamptz`
  const rows = changedRows(work, 'directory-groups')
  const added = await countReturned(
    db,
    sql`
      insert into directory_group (id, customer_id, name, description, source, created_at, updated_at)
      select (row.object ->> 'id')::uuid, ${set.customer}, row.object ->> 'group', row.after ->> 'description', 'import', ${at}, ${at}
      from ${rows} where row.version is null
      on conflict do nothing returning 1`,
  )
  const changed = await countReturned(
    db,
    sql`
      update directory_group as stored set description = row.after ->> 'description', updated_at = ${at}, version = stored.version + 1
      from ${rows} where row.version is not null and stored.id = (row.object ->> 'id')::uuid and stored.version = row.version
      returning 1`,
  )
  return added + changed
}

/** Stages the nesting of groups to store, and returns the number of parents: few groups may have too many for one statement. */
export async function stageParents(work: ImportWork): Promise<number> {
  const { db } = work
  await sql`
    create temporary table added_parent (number int generated always as identity, group_id uuid, parent_id uuid) on commit drop`.execute(
    db,
  )
  const staged = await sql`
    insert into added_parent (group_id, parent_id)
    select (row.object ->> 'id')::uuid, parent::uuid
    from ${changedRows(work, 'directory-groups')} cross join lateral jsonb_array_elements_text(row.kept -> 'parents') as parent`.execute(
    db,
  )
  await sql`create index on added_parent (number)`.execute(db)
  await sql`analyze added_parent`.execute(db)
  return affectedRows(staged)
}

/** Stores the staged nesting, once all groups exist. */
export const applyParents = ({ db, set, part }: ImportWork) =>
  sql`
    insert into directory_group_parent (group_id, parent_id, customer_id)
    select group_id, parent_id, ${set.customer} from added_parent where ${isInRange(part)}
    on conflict do nothing`.execute(db)

/** Adds and removes group members. */
export async function applyGroupMembers(work: ImportWork): Promise<number> {
  const { db, set } = work
  const rows = changedRows(work, 'directory-group-members')
  const joined = await countReturned(
    db,
    sql`
      insert into directory_group_member (group_id, user_id, customer_id, source)
      select (row.object ->> 'id')::uuid, row.user_id, ${set.customer}, 'import' from ${rows} where row.after is not null
      on conflict do nothing returning 1`,
  )
  const removed = await countReturned(
    db,
    sql`
      delete from directory_group_member as own using ${rows}
      where row.after is null and own.group_id = (row.object ->> 'id')::uuid and own.user_id = row.user_id
        and own.source = row.kept ->> 'source' returning 1`,
  )
  return joined + removed
}

/** Increments the version of groups whose members changed, unless a row of the group itself has done so. */
export const bumpGroupVersions = (work: ImportWork) =>
  sql`
    update directory_group as stored set updated_at = ${instantOf(work.now)}::timestamptz, version = stored.version + 1
    from (
      select (row.object ->> 'id')::uuid as id from ${changedRows(work, 'directory-group-members')} where not row.remains
      except select (row.object ->> 'id')::uuid from ${changedRows(work, 'directory-groups')} where not row.remains
    ) as row
    where stored.id = row.id`.execute(work.db)

/** Writes the project access of groups, where it is still as planned. */
export async function applyGroupAccess(work: ImportWork): Promise<number> {
  const { db, set } = work
  const rows = changedRows(work, 'directory-group-access')
  const [before, after] = [sql`(row.before ->> 'privilegeLevel')::int`, sql`(row.after ->> 'privilegeLevel')::int`]
  const added = await countReturned(
    db,
    sql`
      insert into directory_group_access (group_id, project_id, customer_id, level)
      select (row.object ->> 'id')::uuid, row.project_id, ${set.customer}, ${after} from ${rows}
      where row.after is not null and row.before is null
      on conflict do nothing returning 1`,
  )
  const changed = await countReturned(
    db,
    sql`
      update directory_group_access as own set level = ${after} from ${rows}
      where row.after is not null and own.group_id = (row.object ->> 'id')::uuid and own.project_id = row.project_id
        and own.level = ${before} returning 1`,
  )
  const removed = await countReturned(
    db,
    sql`
      delete from directory_group_access as own using ${rows}
      where row.after is null and own.group_id = (row.object ->> 'id')::uuid and own.project_id = row.project_id
        and own.level = ${before} returning 1`,
  )
  return added + changed + removed
}

/** Hands projects over to new owners; the former owner stays as administrator. */
export async function applyOwners(work: ImportWork): Promise<number> {
  const { db, set, actor, now } = work
  const at = sql`${instantOf(now)}::timestamptz`
  const rows = changedRows(work, 'directory-owners')
  const demoted = await countReturned(
    db,
    sql`
      update project_member as member set privilege_level = ${sql.lit(privilegeLevel.admin)}, updated_at = ${at},
        version = member.version + 1
      from ${rows} where member.project_id = row.project_id and member.user_id = (row.kept ->> 'former')::uuid
        and member.version = (row.kept ->> 'formerVersion')::int and member.privilege_level = ${owner} returning 1`,
  )
  const promoted = await countReturned(
    db,
    sql`
      insert into project_member as member (project_id, user_id, customer_id, privilege_level, directory_level, created_by, created_at,
        updated_at, change_set_id)
      select row.project_id, row.user_id, ${set.customer}, ${owner}, ${owner}, ${actor}, ${at}, ${at}, ${set.id} from ${rows}
      on conflict (project_id, user_id) do update set privilege_level = ${owner}, directory_level = ${owner}, expiration_date = null,
        access_until = null, updated_at = ${at}, version = member.version + 1, change_set_id = ${set.id}
        where exists (select from ${rows} cross join lateral jsonb_populate_record(null::project_member, row.kept -> 'member') as was
          where row.project_id = member.project_id and row.user_id = member.user_id and row.version = member.version
            and (member.privilege_level, member.directory_level, member.expiration_date, member.access_until, member.change_set_id)
              is not distinct from (was.privilege_level, was.directory_level, was.expiration_date, was.access_until, was.change_set_id))
      returning 1`,
  )
  await sql`update project set owner_id = row.user_id, version = project.version + 1, updated_at = ${at}, updated_by = ${actor}
    from ${rows} where project.id = row.project_id`.execute(db)
  return demoted === promoted ? promoted : 0
}

/** Marks profiles that already match the directory as imported. */
export const markProfilesImported = ({ db, set, part }: ImportWork) =>
  sql`
    update customer_user_profile as profile set directory_source = 'import'
    from change_set_row as row
    where row.change_set_id = ${set.id} and ${isInRange(part)} and row.outcome = 'same' and row.object ->> 'type' = 'directory-users'
      and row.after is not null and profile.id = (row.object ->> 'id')::uuid and profile.directory_source is distinct from 'import'`.execute(
    db,
  )
