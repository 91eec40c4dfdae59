import type { TopicExportColumn } from '@lintel/contract/exchange/topic-exports'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database'
import { instantText } from '../../platform/sql-times'
import { isExportable, type TopicExportWork } from './topic-export-work.store'

/** An exported topic; instants are RFC 3339 in UTC, `minutes` has them to the minute in the customer's time zone, for tables. */
export interface ExportedTopicRow extends Record<Exclude<TopicExportColumn, 'number' | 'labels'>, string | null> {
  number: number
  labels: string[]
  minutes: { stateSince: string; createdAt: string; updatedAt: string }
}

/** A project of an export with the number of matching topics. */
interface CountedProject {
  project: string
  count: number
}

/** Topics per statement. */
const batchSize = 250

/** Condition of matching topics; excludes projects that were stopped, deleted or moved since. */
function matchesCriteria({ customer, asked, timeZone }: TopicExportWork): RawBuilder<SqlBool> {
  const { workflows, stateKinds, from, to } = asked
  const start = (day: string) => sql`(${day}::date::timestamp at time zone ${timeZone})`
  const conditions = [
    sql<SqlBool>`not topic.is_deleted`,
    isExportable(sql`${customer}`),
    ...(workflows ? [sql<SqlBool>`workflow.name = any(${workflows}::text[])`] : []),
    ...(stateKinds ? [sql<SqlBool>`topic.state_kind = any(${stateKinds}::text[])`] : []),
    ...(from === undefined ? [] : [sql<SqlBool>`topic.created_at >= ${start(from)}`]),
    ...(to === undefined
      ? []
      : [sql<SqlBool>`topic.created_at < ((${to}::date + 1)::timestamp at time zone ${timeZone})`]),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const joined = sql`topic join project on project.id = topic.project_id
  join workflow on workflow.project_id = topic.project_id and workflow.id = topic.workflow_id`

/** Counts the matching topics per project, in the order of the export. */
export async function countTopics(db: Database, work: TopicExportWork): Promise<CountedProject[]> {
  const { rows } = await sql<CountedProject>`
    select topic.project_id as project, count(*)::int as count from ${joined}
    where topic.project_id = any(${work.projects}::uuid[]) and ${matchesCriteria(work)}
    group by topic.project_id`.execute(db)
  const ordinals = new Map(work.projects.map((id, at) => [id, at]))
  return rows.sort((one, other) => (ordinals.get(one.project) ?? 0) - (ordinals.get(other.project) ?? 0))
}

/**
 * Reads the topics project by project, ordered by number. Small projects share a statement and large ones are read in
 * batches, which bounds memory to one batch.
 */
export async function* readTopics(
  db: Database,
  work: TopicExportWork,
  counted: readonly CountedProject[],
): AsyncGenerator<ExportedTopicRow[], void> {
  let group: string[] = []
  let size = 0
  const positions = new Map(counted.map(({ project }, at) => [project, at]))
  for (const { project, count } of counted) {
    if (group.length > 0 && size + count > batchSize) {
      yield* readBatches(db, work, group, positions)
      group = []
      size = 0
    }
    group.push(project)
    size += count
  }
  if (group.length > 0) yield* readBatches(db, work, group, positions)
}

async function* readBatches(
  db: Database,
  work: TopicExportWork,
  projects: readonly string[],
  positions: ReadonlyMap<string, number>,
): AsyncGenerator<ExportedTopicRow[], void> {
  const [only] = projects
  if (projects.length > 1 || only === undefined) {
    const rows = await read(db, work, sql<SqlBool>`topic.project_id = any(${[...projects]}::uuid[])`, sql``)
    const positionOf = ({ project }: ExportedTopicRow) => positions.get(project ?? '') ?? 0
    return yield rows.sort((one, other) => positionOf(one) - positionOf(other) || one.number - other.number)
  }
  for (let after = 0; ; ) {
    const part: ExportedTopicRow[] = await read(
      db,
      work,
      sql<SqlBool>`topic.project_id = ${only} and topic.number > ${after}`,
      sql`order by topic.number limit ${batchSize}`,
    )
    yield part
    const last = part.at(-1)
    if (!last || part.length < batchSize) return
    after = last.number
  }
}

async function read(
  db: Database,
  work: TopicExportWork,
  part: RawBuilder<SqlBool>,
  end: RawBuilder<unknown>,
): Promise<ExportedTopicRow[]> {
  const minute = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${work.timeZone}, 'YYYY-MM-DD HH24:MI')`
  const { rows } = await sql<ExportedTopicRow>`
    select topic.project_id as project, project.name as "projectName", topic.id, topic.number, topic.title, topic.text,
      workflow.name as "workflowName", topic.state, topic.state_kind as "stateKind", topic.priority,
      topic.due_date::text as "dueDate", topic.labels, assignee.email as assignee, topic.bcf_guid as "bcfGuid",
      ${instantText(sql`topic.state_since`)} as "stateSince", ${instantText(sql`topic.created_at`)} as "createdAt", ${instantText(sql`topic.updated_at`)} as "updatedAt",
      json_build_object('stateSince', ${minute('topic.state_since')}, 'createdAt', ${minute('topic.created_at')},
        'updatedAt', ${minute('topic.updated_at')}) as minutes
    from ${joined}
    left join app_user as assignee on assignee.id = topic.assignee_id
    where ${part} and ${matchesCriteria(work)} ${end}`.execute(db)
  return rows
}
