import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { isOfPart, type Part, partsBetween } from './parts.store'

/** Hears which share of it is done, between two statements. */
type Told = (share: number) => Promise<void>

/** Groups of projects that one statement writes, and people in them. */
const groupsAtOnce = 1_000
const peopleAtOnce = 4_000

/**
 * Brings the groups of projects in line with the imported ones: each project in which a group that came from an import gives access has
 * it as a group with `isImported`, with those of its people who are members there. Who is in such a group by hand stays.
 *
 * What is compared was written by this transaction, of which the statistics of the database know nothing yet: each side is brought into a
 * table that is measured first. Compared as they lie, twenty thousand groups took minutes.
 */
export async function bringGroupsToProjects(db: Transaction, customer: string, now: number, told: Told): Promise<void> {
  const groups = await findGivenInProjects(db, customer)
  for (const part of partsBetween({ after: 0, upTo: groups }, groupsAtOnce)) {
    await bringGroups(db, part, customer, now)
    await told((0.5 * part.upTo) / groups)
  }
  const people = await findPeopleOfGroups(db, customer)
  for (const part of partsBetween({ after: 0, upTo: people }, peopleAtOnce)) {
    await bringPeople(db, part)
    await told(0.5 + (0.5 * part.upTo) / people)
  }
}

/** Finds what imported groups give, project by project, and gives how many that are. */
async function findGivenInProjects(db: Transaction, customer: string): Promise<number> {
  await sql`
    create temporary table imported_group on commit drop as
    select id, name, description, lower(name) as key from directory_group where customer_id = ${customer} and source = 'import'`.execute(
    db,
  )
  await sql`
    create temporary table given_access on commit drop as
    select group_id, project_id from directory_group_access where customer_id = ${customer}`.execute(db)
  await sql`analyze imported_group, given_access`.execute(db)
  await sql`
    create temporary table group_in_project on commit drop as
    select row_number() over (order by given.project_id, held.id)::int as number, given.project_id, held.id as source_id, held.name,
      held.description, held.key
    from given_access as given
    join imported_group as held on held.id = given.group_id
    join project on project.id = given.project_id and project.customer_id = ${customer}`.execute(db)
  await sql`create index on group_in_project (number)`.execute(db)
  await sql`create temporary table group_of_project (source_id uuid, project_id uuid, group_id uuid) on commit drop`.execute(
    db,
  )
  await sql`analyze group_in_project`.execute(db)
  return countOf(db, 'group_in_project')
}

/** Makes groups of projects that are not there, takes those over that people made, and notes which they are. */
async function bringGroups(db: Transaction, part: Part, customer: string, now: number): Promise<void> {
  const at = sql`${instantOf(now)}::timestamptz`
  const given = sql`(select * from group_in_project where ${isOfPart(part)}) as given`
  const isTheirs = sql`own.project_id = given.project_id and lower(own.name) = given.key`
  await sql`
    insert into project_group (id, customer_id, project_id, name, description, is_imported, created_at, updated_at)
    select gen_random_uuid(), ${customer}, project_id, name, description, true, ${at}, ${at}
    from ${given} where not exists (select from project_group as own where ${isTheirs})`.execute(db)
  await sql`
    update project_group as own set is_imported = true, updated_at = ${at}, version = own.version + 1
    from ${given} where ${isTheirs} and not own.is_imported and not own.is_automatic`.execute(db)
  await sql`
    insert into group_of_project (source_id, project_id, group_id)
    select given.source_id, given.project_id, own.id from ${given} join project_group as own on ${isTheirs} and own.is_imported`.execute(
    db,
  )
}

/** Finds who belongs into these groups, takes those out whom the directory no longer has in them, and gives how many are to be there. */
async function findPeopleOfGroups(db: Transaction, customer: string): Promise<number> {
  await sql`analyze group_of_project`.execute(db)
  await sql`
    create temporary table person_in_group on commit drop as
    select row_number() over (order by own.project_id, own.group_id, one.user_id)::int as number, own.group_id, own.project_id, one.user_id
    from group_of_project as own join directory_group_member as one on one.group_id = own.source_id`.execute(db)
  await sql`create index on person_in_group (number)`.execute(db)
  await sql`analyze person_in_group`.execute(db)
  await sql`
    delete from project_group_member as gone using project_group as own
    where own.id = gone.group_id and own.customer_id = ${customer} and gone.is_imported and not exists (
      select from person_in_group as wanted where wanted.group_id = gone.group_id and wanted.user_id = gone.user_id)`.execute(
    db,
  )
  return countOf(db, 'person_in_group')
}

/** Puts people into the groups of the projects that they are members of. */
const bringPeople = (db: Transaction, part: Part) =>
  sql`
    insert into project_group_member (group_id, project_id, user_id, is_imported)
    select wanted.group_id, wanted.project_id, wanted.user_id, true
    from (select * from person_in_group where ${isOfPart(part)}) as wanted
    join project_member as member on member.project_id = wanted.project_id and member.user_id = wanted.user_id
    on conflict do nothing`.execute(db)

async function countOf(db: Transaction, table: string): Promise<number> {
  const { rows } = await sql<{ found: number }>`select count(*)::int as found from ${sql.table(table)}`.execute(db)
  return rows[0]?.found ?? 0
}

/**
 * Groups of projects that these rows were about, and that the directory gives nothing there by now: whoever is in them by hand keeps them
 * as their own.
 */
export async function takeGroupsFromProjects(
  db: Transaction,
  set: { id: string; customer: string },
  now: number,
  told: Told,
): Promise<void> {
  const groups = await findGroupsWithoutAccess(db, set.id, set.customer)
  for (const part of partsBetween({ after: 0, upTo: groups }, groupsAtOnce)) {
    await takeGroups(db, part, now)
    await told(part.upTo / groups)
  }
}

async function takeGroups(db: Transaction, part: Part, now: number): Promise<void> {
  const gone = sql`(select id, was_taken from group_without_access where ${isOfPart(part)}) as gone`
  await sql`delete from project_group_member as left_it using ${gone} where left_it.group_id = gone.id and left_it.is_imported`.execute(
    db,
  )
  await sql`
    update project_group as own set is_imported = false, updated_at = ${instantOf(now)}::timestamptz, version = own.version + 1
    from ${gone} where own.id = gone.id
      and (gone.was_taken or exists (select from project_group_member as still where still.group_id = own.id))`.execute(
    db,
  )
  await sql`delete from project_group as own using ${gone} where own.id = gone.id and own.is_imported`.execute(db)
}

/** Finds those groups of projects, and gives how many they are. */
async function findGroupsWithoutAccess(db: Transaction, id: string, customer: string): Promise<number> {
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
    select row_number() over (order by own.project_id, own.id)::int as number, own.id,
      own.id::text in (select kept ->> 'taken' from change_set_row where change_set_id = ${id} and kept ? 'taken') as was_taken
    from ended
    join project_group as own on own.project_id = ended.project_id and lower(own.name) = ended.name
    where own.customer_id = ${customer} and own.is_imported`.execute(db)
  await sql`create index on group_without_access (number)`.execute(db)
  await sql`analyze group_without_access`.execute(db)
  return countOf(db, 'group_without_access')
}
