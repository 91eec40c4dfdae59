import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import type { RowsToDo } from '../change-sets/engine/change-kind'
import { isOfPart, type Part } from './parts.store'

/** A change set that is applied or undone, by whom and when. */
export interface Work {
  db: Transaction
  set: Pick<RowsToDo, 'id' | 'customer'>
  actor: string
  now: number
  /** The rows that are done at once; all of them where it is not said. */
  part?: Part
}

const owner = sql.lit(privilegeLevel.owner)

/** The rows of a type that change something. */
export const rowsOf = ({ set, part }: Work, type: string) =>
  sql`(select * from change_set_row where change_set_id = ${set.id} and ${isOfPart(part)} and outcome = 'change'
    and object ->> 'type' = ${type}) as row`

/** How many rows a statement that writes one for each gives back. */
export async function counted(db: Transaction, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with written as (${statement}) select count(*)::int as changed from written`.execute(db)
  return rows[0]?.changed ?? 0
}

/** Addresses of people who have no account yet, with the names that the directory says. */
export async function newPeople({
  db,
  set,
}: Work): Promise<{ email: string; givenName: string; familyName: string }[]> {
  const { rows } = await sql<{ email: string; givenName: string; familyName: string }>`
    select distinct on (email) email, coalesce(after ->> 'firstName', '') as "givenName", coalesce(after ->> 'lastName', '') as "familyName"
    from (
      select object ->> 'user' as email, after, number from change_set_row
      where change_set_id = ${set.id} and outcome = 'change' and user_id is null and object ? 'user'
    ) as each order by email, number`.execute(db)
  return rows
}

/** Says in the rows of people who were new who they are by now. */
export const noteNewPeople = ({ db, set, part }: Work) =>
  sql`
    update change_set_row as row set user_id = person.id, kept = coalesce(row.kept, '{}') || '{"isNew": true}'
    from app_user as person
    where row.change_set_id = ${set.id} and ${isOfPart(part)} and row.outcome = 'change' and row.user_id is null and person.email = row.object ->> 'user'
      and person.deleted_at is null`.execute(db)

/** What the customer knows of people: profiles that are made and those that change. Who leaves keeps theirs. */
export async function applyProfiles(work: Work): Promise<number> {
  const { db, set, actor, now } = work
  const at = sql`${instantOf(now)}::timestamptz`
  const rows = rowsOf(work, 'directory-users')
  const terms = sql`row.after ->> 'firstName' as first_name, row.after ->> 'lastName' as last_name, row.after ->> 'title' as title,
    row.after ->> 'phone' as phone, (row.after ->> 'userOrganization')::uuid as user_organization_id`
  const added = await counted(
    db,
    sql`
      insert into customer_user_profile (id, customer_id, user_id, first_name, last_name, title, phone, user_organization_id,
        directory_source, created_at, created_by, updated_at, updated_by)
      select id, ${set.customer}, user_id, first_name, last_name, title, phone, user_organization_id, 'import', ${at}, ${actor}, ${at}, ${actor}
      from (select (row.object ->> 'id')::uuid as id, row.user_id, ${terms} from ${rows}
        where row.after is not null and row.version is null) as given
      on conflict do nothing returning 1`,
  )
  const changed = await counted(
    db,
    sql`
      update customer_user_profile as profile set first_name = given.first_name, last_name = given.last_name, title = given.title,
        phone = given.phone, user_organization_id = given.user_organization_id, directory_source = 'import', updated_at = ${at}, updated_by = ${actor},
        version = profile.version + 1
      from (select (row.object ->> 'id')::uuid as id, row.version, ${terms} from ${rows}
        where row.after is not null and row.version is not null) as given
      where profile.id = given.id and profile.version = given.version returning 1`,
  )
  return added + changed + (await counted(db, sql`select from ${rows} where row.after is null`))
}

/** Groups that are made or change. */
export async function applyGroups(work: Work): Promise<number> {
  const { db, set, now } = work
  const at = sql`${instantOf(now)}::timestamptz`
  const rows = rowsOf(work, 'directory-groups')
  const added = await counted(
    db,
    sql`
      insert into directory_group (id, customer_id, name, description, source, created_at, updated_at)
      select (row.object ->> 'id')::uuid, ${set.customer}, row.object ->> 'group', row.after ->> 'description', 'import', ${at}, ${at}
      from ${rows} where row.version is null
      on conflict do nothing returning 1`,
  )
  const changed = await counted(
    db,
    sql`
      update directory_group as held set description = row.after ->> 'description', updated_at = ${at}, version = held.version + 1
      from ${rows} where row.version is not null and held.id = (row.object ->> 'id')::uuid and held.version = row.version
      returning 1`,
  )
  return added + changed
}

/** Which groups are in which, once all of them are there. */
export async function applyParents(work: Work): Promise<number> {
  const { db, set } = work
  await sql`
    insert into directory_group_parent (group_id, parent_id, customer_id)
    select (row.object ->> 'id')::uuid, parent::uuid, ${set.customer}
    from ${rowsOf(work, 'directory-groups')} cross join lateral jsonb_array_elements_text(row.kept -> 'parents') as parent
    on conflict do nothing`.execute(db)
  return 0
}

/** Who comes into groups and who leaves. */
export async function applyGroupMembers(work: Work): Promise<number> {
  const { db, set } = work
  const rows = rowsOf(work, 'directory-group-members')
  const came = await counted(
    db,
    sql`
      insert into directory_group_member (group_id, user_id, customer_id, source)
      select (row.object ->> 'id')::uuid, row.user_id, ${set.customer}, 'import' from ${rows} where row.after is not null
      on conflict do nothing returning 1`,
  )
  const left = await counted(
    db,
    sql`
      delete from directory_group_member as own using ${rows}
      where row.after is null and own.group_id = (row.object ->> 'id')::uuid and own.user_id = row.user_id
        and own.source = row.kept ->> 'source' returning 1`,
  )
  return came + left
}

/** Groups whose members came or left are of another version and time by that, if they are not so already by what the rows say of them. */
export const raiseGroups = (work: Work) =>
  sql`
    update directory_group as held set updated_at = ${instantOf(work.now)}::timestamptz, version = held.version + 1
    from (
      select (row.object ->> 'id')::uuid as id from ${rowsOf(work, 'directory-group-members')} where not row.remains
      except select (row.object ->> 'id')::uuid from ${rowsOf(work, 'directory-groups')} where not row.remains
    ) as row
    where held.id = row.id`.execute(work.db)

/** What groups give, where it is still as the plan saw it. */
export async function applyGroupAccess(work: Work): Promise<number> {
  const { db, set } = work
  const rows = rowsOf(work, 'directory-group-access')
  const [before, after] = [sql`(row.before ->> 'privilegeLevel')::int`, sql`(row.after ->> 'privilegeLevel')::int`]
  const given = await counted(
    db,
    sql`
      insert into directory_group_access (group_id, project_id, customer_id, level)
      select (row.object ->> 'id')::uuid, row.project_id, ${set.customer}, ${after} from ${rows}
      where row.after is not null and row.before is null
      on conflict do nothing returning 1`,
  )
  const changed = await counted(
    db,
    sql`
      update directory_group_access as own set level = ${after} from ${rows}
      where row.after is not null and own.group_id = (row.object ->> 'id')::uuid and own.project_id = row.project_id
        and own.level = ${before} returning 1`,
  )
  const taken = await counted(
    db,
    sql`
      delete from directory_group_access as own using ${rows}
      where row.after is null and own.group_id = (row.object ->> 'id')::uuid and own.project_id = row.project_id
        and own.level = ${before} returning 1`,
  )
  return given + changed + taken
}

/** Projects that are handed over: the former owner stays as their administrator. */
export async function applyOwners(work: Work): Promise<number> {
  const { db, set, actor, now } = work
  const at = sql`${instantOf(now)}::timestamptz`
  const rows = rowsOf(work, 'directory-owners')
  const left = await counted(
    db,
    sql`
      update project_member as member set privilege_level = ${sql.lit(privilegeLevel.admin)}, updated_at = ${at},
        version = member.version + 1
      from ${rows} where member.project_id = row.project_id and member.user_id = (row.kept ->> 'former')::uuid
        and member.version = (row.kept ->> 'formerVersion')::int and member.privilege_level = ${owner} returning 1`,
  )
  const came = await counted(
    db,
    sql`
      insert into project_member as member (project_id, user_id, customer_id, privilege_level, directory_level, created_by, created_at,
        updated_at, change_set_id)
      select row.project_id, row.user_id, ${set.customer}, ${owner}, ${owner}, ${actor}, ${at}, ${at}, ${set.id} from ${rows}
      on conflict (project_id, user_id) do update set privilege_level = ${owner}, directory_level = ${owner}, expiration_date = null,
        access_until = null, updated_at = ${at}, version = member.version + 1, change_set_id = ${set.id}
        where member.version = (select row.version from ${rows}
          where row.project_id = member.project_id and row.user_id = member.user_id)
      returning 1`,
  )
  await sql`update project set owner_id = row.user_id, version = project.version + 1, updated_at = ${at}, updated_by = ${actor}
    from ${rows} where project.id = row.project_id`.execute(db)
  return left === came ? came : 0
}

/** Marks profiles that are as the directory wants them already as its own. */
export const adoptProfiles = ({ db, set, part }: Work) =>
  sql`
    update customer_user_profile as profile set directory_source = 'import'
    from change_set_row as row
    where row.change_set_id = ${set.id} and ${isOfPart(part)} and row.outcome = 'same' and row.object ->> 'type' = 'directory-users'
      and row.after is not null and profile.id = (row.object ->> 'id')::uuid and profile.directory_source is distinct from 'import'`.execute(
    db,
  )

/** Marks memberships that are as the directory wants them already as its own: the next import returns to them. */
export const adoptMemberships = ({ db, set, part }: Work) =>
  sql`
    update project_member as member set directory_level = (row.after ->> 'directoryLevel')::smallint
    from change_set_row as row
    where row.change_set_id = ${set.id} and ${isOfPart(part)} and row.outcome = 'same' and row.object ->> 'type' is null
      and member.project_id = row.project_id and member.user_id = row.user_id
      and member.directory_level is distinct from (row.after ->> 'directoryLevel')::smallint`.execute(db)
