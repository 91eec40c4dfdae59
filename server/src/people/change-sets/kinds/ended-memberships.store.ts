import { groups } from '@lintel/contract/content/groups'
import { topics } from '@lintel/contract/content/topics'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { rowAsJson } from '../../../platform/columns'
import type { Database, Transaction } from '../../../platform/database'
import { uuidOrNil } from '../../../platform/rows'
import { memberColumns } from '../../members/member-columns'

/**
 * What the database ends with a membership: its person leaves the groups of the project, and the topics assigned to them there become unassigned.
 * `of` is the name of a row with a project and a person.
 */
export const endsWith = (of: string): RawBuilder<unknown> => {
  const [project, user] = [sql.ref(`${of}.project_id`), sql.ref(`${of}.user_id`)]
  return sql`jsonb_build_object(
    'groups', coalesce((
      select jsonb_agg(jsonb_build_object('id', own.group_id, 'isImported', own.is_imported)) from project_group_member as own
      where own.project_id = ${project} and own.user_id = ${user}), '[]'),
    'topics', coalesce((
      select jsonb_agg(topic.id) from topic where topic.project_id = ${project} and topic.assignee_id = ${user}), '[]'))`
}

/** A membership as `change_set_row.kept` stores it until the undo of its removal: all of its columns, and what ends with it. */
export const keptMembership = (member: string): RawBuilder<unknown> =>
  sql`${rowAsJson(memberColumns, member)} || ${endsWith(member)}`

/**
 * A part of the statement that removes the memberships of rows: stores what is `kept` of each `member` now, as that may have changed since the plan.
 * `isRemoved` is the condition on the `row`s of the removed memberships.
 */
export const keepWhatEnds = (isRemoved: RawBuilder<SqlBool>, kept: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    kept_now as (
      update change_set_row as row set kept = coalesce(row.kept, '{}') || ${kept} from project_member as member
      where ${isRemoved} and member.project_id = row.project_id and member.user_id = row.user_id
    )`

/**
 * Marks the rows that have taken something from a person (internal id) at a customer: the directory has deleted them since, and an undo gives nothing
 * back to them. The caller holds the lock of the customer's change sets.
 */
export const markLeftDirectory = (db: Transaction, customer: string, user: string) =>
  sql`
    update change_set_row as row set kept = coalesce(row.kept, '{}') || '{"leftDirectory": true}'
    from change_set
    where row.user_id = ${user} and row.outcome = 'change' and row.after is null
      and change_set.id = row.change_set_id and change_set.customer_id = ${uuidOrNil(customer)}
      and change_set.applied_at is not null and change_set.undone_at is null`.execute(db)

/** The directory has deleted the person of the `row` since. */
export const hasLeftDirectory = sql<SqlBool>`coalesce(row.kept ? 'leftDirectory', false)`

/** The login methods of the memberships that a change set removed, by the number of their row. */
export async function listEndedMethods(db: Database | Transaction, changeSet: string): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ number: number; providers: string[] }>`
    select number, kept -> 'providers' as providers from change_set_row
    where change_set_id = ${changeSet} and outcome = 'change' and after is null and kept ? 'providers'`.execute(db)
  return new Map(rows.map(({ number, providers }) => [number, providers]))
}

/** The parts of {@link restoreWhatEnded} that return the id and version of each record which they change, and its type. */
export const restoredWithMemberships = { regrouped: groups.type, reassigned: topics.type } as const

/**
 * Parts of the statement that restores memberships; `restorable` are their rows. Each person is again in the groups that still exist, and assigned
 * to the topics that nobody else was assigned to since. Of imported groups only those remain in which the directory still has the person.
 *
 * Groups and topics are found by arrays of ids, because the planner scans a whole table once it expects enough ids in a join.
 */
export const restoreWhatEnded = (at: string): RawBuilder<unknown> => sql`
    rejoining as materialized (
      select was.id, row.project_id, row.user_id, was."isImported" as is_imported
      from restorable as row
      cross join lateral jsonb_to_recordset(row.kept -> 'groups') as was (id uuid, "isImported" boolean)
      where not was."isImported" or exists (
        select from project_group as own join directory_group_member as wanted on wanted.group_id = own.directory_group_id
        where own.id = was.id and wanted.user_id = row.user_id)
    ), regrouped as (
      update project_group as own set updated_at = ${at}, version = own.version + 1
      where own.id = any(array(select id from rejoining)) and not own.is_automatic
      returning own.id, own.version, own.project_id, own.is_imported
    ), rejoined as (
      insert into project_group_member (group_id, project_id, user_id, is_imported)
      select own.id, own.project_id, was.user_id, was.is_imported and own.is_imported
      from rejoining as was join regrouped as own on own.id = was.id and own.project_id = was.project_id
      on conflict do nothing
    ), reassigned as (
      update topic set assignee_id = row.user_id, updated_at = ${at}, version = topic.version + 1
      from restorable as row
      where topic.id = any(array(select jsonb_array_elements_text(row.kept -> 'topics')::uuid)) and topic.assignee_id is null
      returning topic.id, topic.version
    )`
