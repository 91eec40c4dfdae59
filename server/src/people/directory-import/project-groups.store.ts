import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import { groupInProject, removeProjectGroups, writeProjectGroups } from '../directory-groups/project-groups.store'
import { isInRange, type RowRange, splitRange } from './row-ranges.store'

/** Called between two statements with the completed share (0 to 1). */
type OnProgress = (share: number) => Promise<void>

/** Project groups written per statement, and members of them. */
const groupBatchSize = 1_000
const peopleBatchSize = 4_000

/**
 * Synchronizes project groups with the imported groups: each project in which an imported group gives access has it as a group with `isImported`,
 * with those of its people who are project members. Manually added members stay.
 *
 * The compared rows were written by this transaction, so the database has no statistics of them: each side is copied into a temporary table that is
 * analyzed first. Without that, 20,000 groups took minutes.
 */
export async function syncProjectGroups(
  db: Transaction,
  customer: string,
  now: number,
  onProgress: OnProgress,
): Promise<void> {
  const groups = await stageProjectGroups(db, customer)
  for (const part of splitRange({ after: 0, upTo: groups }, groupBatchSize)) {
    await writeGroups(db, part, customer, now)
    await onProgress((0.5 * part.upTo) / groups)
  }
  const people = await stageGroupMembers(db, customer)
  for (const part of splitRange({ after: 0, upTo: people }, peopleBatchSize)) {
    await addGroupMembers(db, part)
    await onProgress(0.5 + (0.5 * part.upTo) / people)
  }
}

/**
 * Whether a manually created project group that the plan does not name has the name of one of its groups: it was created or renamed since, and would
 * become the directory's, which nobody confirmed.
 */
export async function wouldTakeUnplannedGroup(db: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from change_set_row as row
    join project_group as hand on hand.project_id = row.project_id and lower(hand.name) = lower(row.object ->> 'group')
    where row.change_set_id = ${id} and row.object ->> 'type' = 'directory-group-access' and row.outcome <> 'conflict' and row.after is not null
      and not hand.is_imported and not hand.is_automatic and hand.id::text is distinct from row.kept ->> 'taken'
    limit 1`.execute(db)
  return rows.length > 0
}

/** Stages the imported groups with access, project by project, and returns their number. */
async function stageProjectGroups(db: Transaction, customer: string): Promise<number> {
  await sql`
    create temporary table imported_group on commit drop as
    select id, name, description from directory_group where customer_id = ${customer} and source = 'import'`.execute(db)
  await sql`
    create temporary table given_access on commit drop as
    select group_id, project_id from directory_group_access where customer_id = ${customer}`.execute(db)
  await sql`analyze imported_group, given_access`.execute(db)
  await sql`
    create temporary table group_in_project on commit drop as
    select row_number() over (order by given.project_id, stored.id)::int as number, given.project_id, stored.id as source_id, stored.name,
      stored.description
    from given_access as given
    join imported_group as stored on stored.id = given.group_id
    join project on project.id = given.project_id and project.customer_id = ${customer}`.execute(db)
  await sql`create index on group_in_project (number)`.execute(db)
  await sql`create temporary table group_of_project (source_id uuid, project_id uuid, group_id uuid) on commit drop`.execute(
    db,
  )
  await sql`analyze group_in_project`.execute(db)
  return countRowsIn(db, 'group_in_project')
}

/** Writes the groups into their projects, and records their ids. */
async function writeGroups(db: Transaction, part: RowRange, customer: string, now: number): Promise<void> {
  const given = sql`(select * from group_in_project where ${isInRange(part)})`
  await writeProjectGroups({ db, now }, customer, given)
  await sql`
    insert into group_of_project (source_id, project_id, group_id)
    select given.source_id, given.project_id, own.id from ${given} as given join ${groupInProject} as own on true`.execute(
    db,
  )
}

/** Stages the members of these groups, removes those who are no longer in the directory's group, and returns the number of members. */
async function stageGroupMembers(db: Transaction, customer: string): Promise<number> {
  await sql`analyze group_of_project`.execute(db)
  await sql`
    create temporary table person_in_group on commit drop as
    select row_number() over (order by own.project_id, own.group_id, one.user_id)::int as number, own.group_id, own.project_id, one.user_id
    from group_of_project as own join directory_group_member as one on one.group_id = own.source_id`.execute(db)
  await sql`create index on person_in_group (number)`.execute(db)
  await sql`analyze person_in_group`.execute(db)
  await sql`
    delete from project_group_member as member using project_group as own
    where own.id = member.group_id and own.customer_id = ${customer} and member.is_imported and not exists (
      select from person_in_group as wanted where wanted.group_id = member.group_id and wanted.user_id = member.user_id)`.execute(
    db,
  )
  return countRowsIn(db, 'person_in_group')
}

/** Adds people to the groups of projects that they are members of. */
const addGroupMembers = (db: Transaction, part: RowRange) =>
  sql`
    insert into project_group_member (group_id, project_id, user_id, is_imported)
    select wanted.group_id, wanted.project_id, wanted.user_id, true
    from (select * from person_in_group where ${isInRange(part)}) as wanted
    join project_member as member on member.project_id = wanted.project_id and member.user_id = wanted.user_id
    on conflict do nothing`.execute(db)

async function countRowsIn(db: Transaction, table: string): Promise<number> {
  const { rows } = await sql<{ found: number }>`select count(*)::int as found from ${sql.table(table)}`.execute(db)
  return rows[0]?.found ?? 0
}

/**
 * Removes project groups of the customer to whose group the directory gives no access any more. Groups with manually added members are kept as manual
 * groups, and so are those that became the directory's by this change set.
 */
export async function removeOrphanedProjectGroups(
  db: Transaction,
  set: { id: string; customer: string },
  now: number,
  onProgress: OnProgress,
): Promise<void> {
  const groups = await findGroupsWithoutAccess(db, set.id, set.customer)
  for (const part of splitRange({ after: 0, upTo: groups }, groupBatchSize)) {
    await removeProjectGroups(
      { db, now },
      sql`select id, was_taken as is_kept from group_without_access where ${isInRange(part)}`,
    )
    await onProgress(part.upTo / groups)
  }
}

/** Stages those project groups, and returns their number. Each set is compared at once, as the planner has no statistics of new rows. */
async function findGroupsWithoutAccess(db: Transaction, id: string, customer: string): Promise<number> {
  await sql`
    create temporary table group_without_access on commit drop as
    with ended as materialized (
      select project_id, directory_group_id from project_group where customer_id = ${customer} and directory_group_id is not null
      except select project_id, group_id from directory_group_access where customer_id = ${customer}
    )
    select row_number() over (order by own.project_id, own.id)::int as number, own.id,
      own.id::text in (select kept ->> 'taken' from change_set_row where change_set_id = ${id} and kept ? 'taken') as was_taken
    from ended
    join project_group as own on own.project_id = ended.project_id and own.directory_group_id = ended.directory_group_id`.execute(
    db,
  )
  await sql`create index on group_without_access (number)`.execute(db)
  await sql`analyze group_without_access`.execute(db)
  return countRowsIn(db, 'group_without_access')
}
