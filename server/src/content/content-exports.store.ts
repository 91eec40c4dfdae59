import type { checklistExportFilters, topicExportFilters } from '@lintel/contract/content/content-exports'
import type { ExportQuery } from '@lintel/contract/exchange/export-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../platform/database'
import { uuidOrNil } from '../platform/rows'
import { containsWords } from '../platform/search'
import { instantText } from '../platform/sql-times'

/** Records read by one statement; the first batch is small so that the first bytes are sent without delay. */
const firstBatchSize = 100
const batchSize = 2_000

/** Sort values of the last record written. Unlike its id, they stay valid when that record is removed or renamed during the export. */
type Cursor = readonly string[]

/** A batch of records as comma-separated JSON texts, and the cursor after which the next batch starts. */
interface Batch {
  records: number
  text: string | null
  last: Cursor
}

type BatchQuery = (after: Cursor | null, skip: number, limit: number) => RawBuilder<Batch>

/** Streams the records as one JSON document. Each batch is its own statement, so a slow client keeps no statement open. */
async function* streamDocument(db: Database, { skip, limit }: Omit<ExportQuery<object>, 'filter'>, step: BatchQuery) {
  let prefix = '{"data":['
  let remaining = limit
  let after: Cursor | null = null
  for (let size = firstBatchSize; remaining > 0; size = batchSize) {
    const batchLimit = Math.min(size, remaining)
    const batch: Batch | undefined = await readBatch(db, step(after, after === null ? skip : 0, batchLimit))
    if (!batch?.text) break
    yield prefix + batch.text
    prefix = ','
    remaining -= batch.records
    after = batch.last
    if (batch.records < batchLimit) break
  }
  yield prefix === ',' ? ']}' : `${prefix}]}`
}

const readBatch = async (db: Database, statement: RawBuilder<Batch>): Promise<Batch | undefined> =>
  (await statement.execute(db)).rows[0]

/** Counts the records of the requested part of a list. */
async function countPage(
  db: Database,
  { skip, limit }: Omit<ExportQuery<object>, 'filter'>,
  list: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    select count(*) as records from (select from ${list} offset ${skip} limit ${limit}) as exported`.execute(db)
  return Number(rows[0]?.records ?? 0)
}

const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join([...conditions], sql` and `)

/** Formats a timestamp in SQL. */
type TimeFormat = (at: RawBuilder<unknown>) => RawBuilder<unknown>

/** Columns of an exported topic; `formatTime` formats the timestamps. */
export const exportedTopicColumns = (formatTime: TimeFormat): RawBuilder<unknown> =>
  sql`topic.id, topic.number, topic.title, topic.text, topic.workflow_id as workflow, workflow.name as "workflowName",
    topic.state, topic.state_kind as "stateKind", ${formatTime(sql`topic.state_since`)} as "stateSince", topic.priority,
    topic.due_date as "dueDate", topic.labels, assignee.email as assignee, topic.bcf_guid as "bcfGuid",
    topic.is_deleted as "isDeleted", ${formatTime(sql`topic.created_at`)} as "createdAt", ${formatTime(sql`topic.updated_at`)} as "updatedAt"`

export const exportedTopics: RawBuilder<unknown> = sql`topic
  join workflow on workflow.project_id = topic.project_id and workflow.id = topic.workflow_id
  left join app_user as assignee on assignee.id = topic.assignee_id`

/** Columns of an exported checklist, with the number of runs in each state. */
export const exportedChecklistColumns = (formatTime: TimeFormat): RawBuilder<unknown> =>
  sql`checklist.id, checklist.name, checklist.applies_to as "appliesTo", checklist.is_repeatable as "isRepeatable",
    checklist.workflow_id as workflow, checklist.items, coalesce(total.not_started, 0) as "notStarted",
    coalesce(total.in_progress, 0) as "inProgress", coalesce(total.done, 0) as done,
    ${formatTime(sql`checklist.created_at`)} as "createdAt", ${formatTime(sql`checklist.updated_at`)} as "updatedAt"`

export const exportedChecklists: RawBuilder<unknown> = sql`checklist
  left join checklist_count as total on total.project_id = checklist.project_id and total.checklist_id = checklist.id`

type TopicQuery = ExportQuery<Partial<z.output<typeof topicExportFilters>>>
type ChecklistQuery = ExportQuery<Partial<z.output<typeof checklistExportFilters>>>

/** Conditions for the topics of a project that match the filter; deleted topics only where the person may see them. */
function topicConditions(
  project: string,
  { workflow, stateKind, isDeleted }: TopicQuery['filter'],
  showsDeleted: boolean,
) {
  return all([
    sql<SqlBool>`topic.project_id = ${project}`,
    ...(workflow === undefined ? [] : [sql<SqlBool>`topic.workflow_id = ${uuidOrNil(workflow)}::uuid`]),
    ...(stateKind === undefined ? [] : [sql<SqlBool>`topic.state_kind = ${stateKind}`]),
    ...(isDeleted === undefined ? [] : [sql<SqlBool>`topic.is_deleted = ${isDeleted}`]),
    ...(showsDeleted ? [] : [sql<SqlBool>`not topic.is_deleted`]),
  ])
}

/** Streams the topics of a project by number; deleted topics only where `showsDeleted` is true. */
export function topicsJson(
  db: Database,
  project: string,
  { filter, ...page }: TopicQuery,
  showsDeleted: boolean,
): AsyncGenerator<string, void> {
  const where = topicConditions(project, filter, showsDeleted)
  return streamDocument(
    db,
    page,
    (after, skip, limit) => sql<Batch>`
      select count(*) as records, string_agg(row_to_json(exported)::text, ',' order by number) as text, array[max(number)::text] as last from (
        select ${exportedTopicColumns(instantText)}
        from ${exportedTopics}
        where ${where} and topic.number > ${after?.[0] ?? '0'}::integer
        order by topic.number offset ${skip} limit ${limit}
      ) as exported`,
  )
}

/** Counts the topics that {@link topicsJson} would stream now, for the audit log. */
export const countTopics = (db: Database, project: string, { filter, ...page }: TopicQuery, showsDeleted: boolean) =>
  countPage(db, page, sql`topic where ${topicConditions(project, filter, showsDeleted)}`)

/** Conditions for the checklists of a project that match the filter. */
const checklistConditions = (project: string, { q }: ChecklistQuery['filter']) =>
  all([sql<SqlBool>`checklist.project_id = ${project}`, ...(q ? [containsWords(q, 'checklist.name')] : [])])

/** Streams the checklists of a project by name, with the number of runs in each state. */
export function checklistsJson(
  db: Database,
  project: string,
  { filter, ...page }: ChecklistQuery,
): AsyncGenerator<string, void> {
  const where = checklistConditions(project, filter)
  return streamDocument(
    db,
    page,
    (after, skip, limit) => sql<Batch>`
      select count(*) as records, string_agg(row_to_json(exported)::text, ',' order by exported.name, exported.id) as text,
        (array_agg(json_build_array(exported.name, exported.id) order by exported.name desc, exported.id desc))[1] as last
      from (
        select ${exportedChecklistColumns(instantText)}
        from ${exportedChecklists}
        where ${where} and ${after ? sql`(checklist.name, checklist.id) > (${sql.join([...after])})` : sql`true`}
        order by checklist.name, checklist.id offset ${skip} limit ${limit}
      ) as exported`,
  )
}

/** Counts the checklists that {@link checklistsJson} would stream now, for the audit log. */
export const countChecklists = (db: Database, project: string, { filter, ...page }: ChecklistQuery) =>
  countPage(db, page, sql`checklist where ${checklistConditions(project, filter)}`)
