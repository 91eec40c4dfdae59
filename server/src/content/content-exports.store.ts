import type { checklistExportFilters, topicExportFilters } from '@lintel/contract/content/content-exports'
import type { ExportQuery } from '@lintel/contract/exchange/export-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../platform/database'
import { uuidOrNil } from '../platform/rows'
import { containsWords } from '../platform/search'

/** Records that one statement reads: few at first, so that the first bytes come at once. */
const atFirst = 100
const atOnce = 2_000

/**
 * What the last record that was written is ordered by, and not its id: the export goes on from there even when that record is
 * removed or renamed in the meantime.
 */
type Place = readonly string[]

/** Some records of an export as JSON texts between commas, and the place after which the next ones are. */
interface Part {
  records: number
  text: string | null
  last: Place
}

type Step = (after: Place | null, skip: number, limit: number) => RawBuilder<Part>

/** The records of an export as the text of one document. Each step is a statement of its own: a slow reader holds none open. */
async function* documentOf(db: Database, { skip, limit }: Omit<ExportQuery<object>, 'filter'>, step: Step) {
  let before = '{"data":['
  let left = limit
  let after: Place | null = null
  for (let size = atFirst; left > 0; size = atOnce) {
    const wanted = Math.min(size, left)
    const part: Part | undefined = await partOf(db, step(after, after === null ? skip : 0, wanted))
    if (!part?.text) break
    yield before + part.text
    before = ','
    left -= part.records
    after = part.last
    if (part.records < wanted) break
  }
  yield before === ',' ? ']}' : `${before}]}`
}

const partOf = async (db: Database, statement: RawBuilder<Part>): Promise<Part | undefined> =>
  (await statement.execute(db)).rows[0]

/** How many records are in the part of a list that is asked for. */
async function countOf(
  db: Database,
  { skip, limit }: Omit<ExportQuery<object>, 'filter'>,
  list: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    select count(*) as records from (select from ${list} offset ${skip} limit ${limit}) as exported`.execute(db)
  return Number(rows[0]?.records ?? 0)
}

const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join([...conditions], sql` and `)

/** How a column of times is selected. */
type Instant = (column: string) => RawBuilder<unknown>

/** What is exported of a topic, times as `instant` writes them. */
export const exportedTopicColumns = (instant: Instant): RawBuilder<unknown> =>
  sql`topic.id, topic.number, topic.title, topic.text, topic.workflow_id as workflow, workflow.name as "workflowName",
    topic.state, topic.state_kind as "stateKind", ${instant('topic.state_since')} as "stateSince", topic.priority,
    topic.due_date as "dueDate", topic.labels, assignee.email as assignee, topic.bcf_guid as "bcfGuid",
    topic.is_deleted as "isDeleted", ${instant('topic.created_at')} as "createdAt", ${instant('topic.updated_at')} as "updatedAt"`

export const exportedTopics: RawBuilder<unknown> = sql`topic
  join workflow on workflow.project_id = topic.project_id and workflow.id = topic.workflow_id
  left join app_user as assignee on assignee.id = topic.assignee_id`

/** What is exported of a checklist, with how many runs are in each state. */
export const exportedChecklistColumns = (instant: Instant): RawBuilder<unknown> =>
  sql`checklist.id, checklist.name, checklist.applies_to as "appliesTo", checklist.is_repeatable as "isRepeatable",
    checklist.workflow_id as workflow, checklist.items, coalesce(total.not_started, 0) as "notStarted",
    coalesce(total.in_progress, 0) as "inProgress", coalesce(total.done, 0) as done,
    ${instant('checklist.created_at')} as "createdAt", ${instant('checklist.updated_at')} as "updatedAt"`

export const exportedChecklists: RawBuilder<unknown> = sql`checklist
  left join checklist_count as total on total.project_id = checklist.project_id and total.checklist_id = checklist.id`

type TopicQuery = ExportQuery<Partial<z.output<typeof topicExportFilters>>>
type ChecklistQuery = ExportQuery<Partial<z.output<typeof checklistExportFilters>>>

/** The topics of a project that a filter leaves; deleted ones where they are shown. */
function narrowedTopics(
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

/** The topics of a project by number; deleted ones where they are shown. */
export function topicsJson(
  db: Database,
  project: string,
  { filter, ...page }: TopicQuery,
  showsDeleted: boolean,
): AsyncGenerator<string, void> {
  const narrowed = narrowedTopics(project, filter, showsDeleted)
  return documentOf(
    db,
    page,
    (after, skip, limit) => sql<Part>`
      select count(*) as records, string_agg(row_to_json(exported)::text, ',' order by number) as text, array[max(number)::text] as last from (
        select ${exportedTopicColumns(utc)}
        from ${exportedTopics}
        where ${narrowed} and topic.number > ${after?.[0] ?? '0'}::integer
        order by topic.number offset ${skip} limit ${limit}
      ) as exported`,
  )
}

/** How many topics {@link topicsJson} gives, as it stands: for the audit trail. */
export const countTopics = (db: Database, project: string, { filter, ...page }: TopicQuery, showsDeleted: boolean) =>
  countOf(db, page, sql`topic where ${narrowedTopics(project, filter, showsDeleted)}`)

/** The checklists of a project that a filter leaves. */
const narrowedChecklists = (project: string, { q }: ChecklistQuery['filter']) =>
  all([sql<SqlBool>`checklist.project_id = ${project}`, ...(q ? [containsWords(q, 'checklist.name')] : [])])

/** The checklists of a project by name, with how many runs are in each state. */
export function checklistsJson(
  db: Database,
  project: string,
  { filter, ...page }: ChecklistQuery,
): AsyncGenerator<string, void> {
  const narrowed = narrowedChecklists(project, filter)
  return documentOf(
    db,
    page,
    (after, skip, limit) => sql<Part>`
      select count(*) as records, string_agg(row_to_json(exported)::text, ',' order by exported.name, exported.id) as text,
        (array_agg(json_build_array(exported.name, exported.id) order by exported.name desc, exported.id desc))[1] as last
      from (
        select ${exportedChecklistColumns(utc)}
        from ${exportedChecklists}
        where ${narrowed} and ${after ? sql`(checklist.name, checklist.id) > (${sql.join([...after])})` : sql`true`}
        order by checklist.name, checklist.id offset ${skip} limit ${limit}
      ) as exported`,
  )
}

/** How many checklists {@link checklistsJson} gives, as it stands: for the audit trail. */
export const countChecklists = (db: Database, project: string, { filter, ...page }: ChecklistQuery) =>
  countOf(db, page, sql`checklist where ${narrowedChecklists(project, filter)}`)

/** An instant as RFC 3339 in UTC. */
export const utc = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
