import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'

/**
 * Brings the groups of projects in line with the imported ones: each project in which a group that came from an import gives access has
 * it as a group with `isImported`, with those of its people who are members there. Who is in such a group by hand stays.
 */
export async function bringGroupsToProjects(db: Transaction, customer: string, now: number): Promise<void> {
  const at = sql`${instantOf(now)}::timestamptz`
  await sql`
    insert into project_group (id, customer_id, project_id, name, description, is_imported, created_at, updated_at)
    select gen_random_uuid(), access.customer_id, access.project_id, held.name, held.description, true, ${at}, ${at}
    from directory_group_access as access
    join directory_group as held on held.id = access.group_id and held.source = 'import'
    join project on project.id = access.project_id and project.customer_id = access.customer_id
    where access.customer_id = ${customer} and not exists (
      select from project_group as own where own.project_id = access.project_id and lower(own.name) = lower(held.name))`.execute(
    db,
  )
  await sql`
    update project_group as own set is_imported = true, updated_at = ${at}, version = own.version + 1
    from directory_group_access as access
    join directory_group as held on held.id = access.group_id and held.source = 'import'
    where access.customer_id = ${customer} and own.project_id = access.project_id and lower(own.name) = lower(held.name)
      and not own.is_imported and not own.is_automatic`.execute(db)
  await sql`
    with wanted as (
      select own.id as group_id, own.project_id, one.user_id
      from project_group as own
      join directory_group as held on held.customer_id = ${customer} and lower(held.name) = lower(own.name) and held.source = 'import'
      join directory_group_access as access on access.group_id = held.id and access.project_id = own.project_id
      join directory_group_member as one on one.group_id = held.id
      join project_member as member on member.project_id = own.project_id and member.user_id = one.user_id
      where own.customer_id = ${customer} and own.is_imported
    ), left_it as (
      delete from project_group_member as gone using project_group as own
      where own.id = gone.group_id and own.customer_id = ${customer} and gone.is_imported
        and not exists (select from wanted where wanted.group_id = gone.group_id and wanted.user_id = gone.user_id)
    )
    insert into project_group_member (group_id, project_id, user_id, is_imported)
    select group_id, project_id, user_id, true from wanted on conflict do nothing`.execute(db)
}

/**
 * Groups of projects that these rows were about, and that the directory gives nothing there by now: whoever is in them by hand keeps them
 * as their own.
 */
export async function takeGroupsFromProjects(
  db: Transaction,
  { id, customer }: { id: string; customer: string },
  now: number,
): Promise<void> {
  const gone = sql`own.id in (select id from group_without_access)`
  await findGroupsWithoutAccess(db, id, customer)
  await sql`
    delete from project_group_member as left_it using project_group as own
    where own.id = left_it.group_id and left_it.is_imported and ${gone}`.execute(db)
  await sql`
    update project_group as own set is_imported = false, updated_at = ${instantOf(now)}::timestamptz, version = own.version + 1
    where ${gone} and (exists (select from project_group_member as still where still.group_id = own.id)
      or own.id::text in (select row.kept ->> 'taken' from change_set_row as row
        where row.change_set_id = ${id} and row.kept ? 'taken'))`.execute(db)
  await sql`delete from project_group as own where ${gone} and own.is_imported`.execute(db)
}

/**
 * Finds those groups of projects. What is compared was written by this transaction, of which the statistics of the database know nothing
 * yet: each side is brought into a table that is measured first. Compared as they lie, twenty thousand groups took minutes.
 */
async function findGroupsWithoutAccess(db: Transaction, id: string, customer: string): Promise<void> {
  await sql`
    create temporary table said_of_project on commit drop as
    select distinct project_id, lower(object ->> 'group') as name from change_set_row
    where change_set_id = ${id} and outcome = 'change' and object ->> 'type' = 'directory-group-access'`.execute(db)
  await sql`
    create temporary table given_in_project on commit drop as
    select distinct access.project_id, lower(held.name) as name
    from directory_group_access as access join directory_group as held on held.id = access.group_id
    where access.customer_id = ${customer}`.execute(db)
  await sql`analyze said_of_project, given_in_project`.execute(db)
  await sql`
    create temporary table group_without_access on commit drop as
    with ended as materialized (select project_id, name from said_of_project except select project_id, name from given_in_project)
    select own.id from ended
    join project_group as own on own.project_id = ended.project_id and lower(own.name) = ended.name
    where own.customer_id = ${customer} and own.is_imported`.execute(db)
  await sql`analyze group_without_access`.execute(db)
}
