import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { uuidOrNil } from '../../platform/rows'

/** A group of a project that was changed to match the directory; `version` is null for a removed one. */
export interface ChangedProjectGroup {
  action: 'create' | 'update' | 'remove'
  id: string
  project: string
  name: string
  version: number | null
}

type Writing = Pick<Change, 'db' | 'now'>

/**
 * The group of the project `given.project_id` that is the directory's group `given.source_id`: its id and name, to be joined to rows of such columns.
 *
 * It is looked up for each row by an index, because `offset 0` keeps the planner from joining the tables as a whole: where the statistics are older than
 * the first import, they say that no group is the directory's, and that reading all of them would cost nothing.
 */
export const groupInProject = sql`lateral (
  select own.id, own.name from project_group as own
  where own.directory_group_id = given.source_id and own.project_id = given.project_id offset 0)`

/** The rows of `given` with the group of the project that is theirs (`own_id`), and the one that has their name (`named_id`), looked up like that. */
const withGroupsOfProject = (given: RawBuilder<unknown>) => sql`
  select given.project_id, given.source_id, given.name, given.description, own.id as own_id, named.id as named_id,
    not named.is_automatic and named.directory_group_id is distinct from given.source_id as is_to_take
  from ${given} as given
  left join ${groupInProject} as own on true
  left join lateral (
    select own.id, own.is_automatic, own.directory_group_id from project_group as own
    where own.project_id = given.project_id and lower(own.name) = lower(given.name) offset 0) as named on true`

/**
 * Writes the groups of the directory into the projects in which they give something: `given` is an SQL table of project_id, source_id (the group of
 * the directory), name and description. A group in the project is found by the id that it has of the directory's, and is renamed with it. One of the
 * same name becomes the directory's, and replaces a former one.
 */
export async function writeProjectGroups(
  { db, now }: Writing,
  customer: string,
  given: RawBuilder<unknown>,
): Promise<ChangedProjectGroup[]> {
  const at = sql`${instantOf(now)}::timestamptz`
  const replaced = await removeProjectGroups(
    { db, now },
    sql`
      select own_id as id, false as is_kept from (${withGroupsOfProject(given)}) as given
      where own_id is not null and is_to_take`,
  )
  const { rows } = await sql<ChangedProjectGroup>`
    with given as materialized (${withGroupsOfProject(given)}), renamed as (
      update project_group as own set name = given.name, updated_at = ${at}, version = own.version + 1
      from given where own.id = given.own_id and own.directory_group_id is not distinct from given.source_id and own.name <> given.name
        and (given.named_id is null or given.named_id = given.own_id)
      returning own.id, own.project_id, own.name, own.version
    ), taken as (
      update project_group as own set name = given.name, is_imported = true, directory_group_id = given.source_id, updated_at = ${at},
        version = own.version + 1
      from given where own.id = given.named_id and lower(own.name) = lower(given.name) and given.is_to_take
        and own.directory_group_id is distinct from given.source_id
      returning own.id, own.project_id, own.name, own.version
    ), made as (
      insert into project_group (id, customer_id, project_id, name, description, is_imported, directory_group_id, created_at, updated_at)
      select gen_random_uuid(), ${uuidOrNil(customer)}, project_id, name, description, true, source_id, ${at}, ${at} from given
      where own_id is null and named_id is null
      on conflict do nothing
      returning id, project_id, name, version
    )
    select 'update' as action, id, project_id as project, name, version from (select * from renamed union all select * from taken) as changed
    union all select 'create', id, project_id, name, version from made`.execute(db)
  return [...replaced, ...rows]
}

/**
 * Takes groups of projects away from the directory: `ended` is an SQL query of their id and is_kept. Those with members that are in them by hand, and
 * those that are kept, stay as the people's own; the others are removed.
 */
export async function removeProjectGroups(
  { db, now }: Writing,
  ended: RawBuilder<unknown>,
): Promise<ChangedProjectGroup[]> {
  const { rows } = await sql<ChangedProjectGroup>`
    with ended as materialized (${ended}), decided as materialized (
      select ended.id, ended.is_kept or exists (
        select from project_group_member as own where own.group_id = ended.id and not own.is_imported) as stays
      from ended
    ), left_members as (
      delete from project_group_member as own using decided where own.group_id = decided.id and own.is_imported and decided.stays
    ), released as (
      update project_group as own set is_imported = false, directory_group_id = null, updated_at = ${instantOf(now)}::timestamptz,
        version = own.version + 1
      from decided where own.id = decided.id and decided.stays
      returning own.id, own.project_id, own.name, own.version
    ), removed as (
      delete from project_group as own using decided where own.id = decided.id and not decided.stays
      returning own.id, own.project_id, own.name
    )
    select 'update' as action, id, project_id as project, name, version from released
    union all select 'remove', id, project_id, name, null from removed`.execute(db)
  return rows
}

/**
 * Synchronizes the groups of projects that come from this group of the directory (id): where it gives something, and what it is called. Those that
 * are new get all of its people.
 */
export async function syncGroupInProjects(
  writing: Writing,
  customer: string,
  group: string,
): Promise<ChangedProjectGroup[]> {
  const ended = await removeProjectGroups(
    writing,
    sql`
      select own.id, false as is_kept from project_group as own
      where own.customer_id = ${uuidOrNil(customer)} and own.directory_group_id = ${uuidOrNil(group)} and not exists (
        select from directory_group_access as access
        where access.group_id = own.directory_group_id and access.project_id = own.project_id)`,
  )
  const written = await writeProjectGroups(
    writing,
    customer,
    sql`(
      select access.project_id, stored.id as source_id, stored.name, stored.description
      from directory_group as stored join directory_group_access as access on access.group_id = stored.id
      join project on project.id = access.project_id and project.customer_id = stored.customer_id
      where stored.customer_id = ${uuidOrNil(customer)} and stored.id = ${uuidOrNil(group)} and stored.source = 'import')`,
  )
  await addMembers(
    writing,
    written.map(({ id }) => id),
  )
  return [...ended, ...written]
}

/** Adds the people of the directory's groups to these groups of projects, where they are members of the project. */
const addMembers = ({ db }: Writing, written: readonly string[]) =>
  sql`
    insert into project_group_member (group_id, project_id, user_id, is_imported)
    select own.id, own.project_id, wanted.user_id, true
    from project_group as own
    join directory_group_member as wanted on wanted.group_id = own.directory_group_id
    join project_member as member on member.project_id = own.project_id and member.user_id = wanted.user_id
    where own.id = any(${written}::uuid[])
    on conflict do nothing`.execute(db)

/**
 * Synchronizes the imported groups of projects with what these people (internal ids) are members of, in the directory and in the projects; with
 * `project`, there alone. Who is in such a group by hand stays in it.
 */
export async function syncProjectGroupMembers(
  { db, now }: Writing,
  customer: string,
  users: readonly string[],
  project?: string,
): Promise<ChangedProjectGroup[]> {
  if (users.length === 0) return []
  const theirs = sql`member.customer_id = ${uuidOrNil(customer)} and member.user_id = any(${users}::uuid[])
    and ${project === undefined ? sql`true` : sql`member.project_id = ${project}`}`
  const { rows } = await sql<ChangedProjectGroup>`
    with gone as (
      delete from project_group_member as one using project_member as member, project_group as own
      where ${theirs} and one.project_id = member.project_id and one.user_id = member.user_id and one.is_imported
        and own.id = one.group_id and own.directory_group_id is not null and not exists (
          select from directory_group_member as wanted
          where wanted.group_id = own.directory_group_id and wanted.user_id = one.user_id)
      returning one.group_id
    ), came as (
      insert into project_group_member (group_id, project_id, user_id, is_imported)
      select own.id, own.project_id, member.user_id, true
      from project_member as member
      join directory_group_member as wanted on wanted.customer_id = member.customer_id and wanted.user_id = member.user_id
      join project_group as own on own.directory_group_id = wanted.group_id and own.project_id = member.project_id
      where ${theirs}
      on conflict do nothing
      returning group_id
    )
    update project_group as own set updated_at = ${instantOf(now)}::timestamptz, version = own.version + 1
    where own.id = any(array(select group_id from gone union select group_id from came))
    returning 'update' as action, own.id, own.project_id as project, own.name, own.version`.execute(db)
  return rows
}
