import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database'
import { findPeopleDifferences } from '../projects/project-stats/project-people.store'
import { type Difference, runArrivals, topicArrivals, topicsByDay } from './verify-daily-counts.store'

/** Source of each project figure: the rows of a table, or a sum over them. */
const figures: readonly [figure: string, table: string, counts: RawBuilder<unknown>, where?: RawBuilder<unknown>][] = [
  ['num_buildings', 'building', sql`count(*)`],
  ['custom_floorplans', 'building', sql`coalesce(sum(custom_floorplans), 0)`],
  ['num_groups', 'project_group', sql`count(*)`],
  ['num_documents', 'document', sql`count(*)`],
  ['num_folders', 'folder', sql`count(*)`],
  ['num_ifc', 'ifc_model', sql`coalesce(sum(files), 0)`],
  ['num_ifc_models', 'ifc_model', sql`count(*)`],
  ['ifc_file_size', 'ifc_model', sql`coalesce(sum(size), 0)`],
  ['num_templates', 'report_template', sql`count(*)`],
  ['num_checklists', 'checklist', sql`count(*)`],
  ['num_spaces', 'space', sql`count(*)`],
  ['num_open_topics', 'topic', sql`count(*)`, sql`state_kind = 'open' and not is_deleted`],
  ['num_done_topics', 'topic', sql`count(*)`, sql`state_kind = 'done' and not is_deleted`],
  ['num_closed_topics', 'topic', sql`count(*)`, sql`state_kind = 'closed' and not is_deleted`],
]

const kinds = ['open', 'done', 'closed'] as const
const runs = { notStarted: 'not_started', inProgress: 'in_progress', done: 'done' } as const

/** Recounts everything in one snapshot and returns the stored figures that differ. Slow and read-only. */
export const findFigureDifferences = (db: Database): Promise<Difference[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const found: Difference[] = []
      const collect = async (statement: RawBuilder<Difference>) => {
        found.push(...(await statement.execute(snapshot)).rows)
      }
      for (const [figure, table, counts, where = sql`true`] of figures)
        await collect(figureDifferences(figure, table, counts, where))
      for (const kind of kinds) {
        await collect(topicDifferences(kind))
        await collect(topicsByDay(kind))
        await collect(topicArrivals(kind))
      }
      for (const [state, column] of Object.entries(runs)) {
        await collect(runDifferences(state, column))
        await collect(runArrivals(state, column))
      }
      for (const people of await findPeopleDifferences(snapshot)) found.push({ figure: 'num_users', ...people })
      return found
    })

const figureDifferences = (
  figure: string,
  table: string,
  counts: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
) => sql<Difference>`
  select project.id as project, ${figure} as figure, stored.${sql.ref(figure)}::bigint as stored, coalesce(found.counted, 0)::bigint as counted
  from project
  left join project_figures as stored on stored.project_id = project.id
  left join (select project_id, ${counts} as counted from ${sql.table(table)} where ${where} group by project_id) as found
    on found.project_id = project.id
  where stored.${sql.ref(figure)} is distinct from coalesce(found.counted, 0)`

const topicDifferences = (kind: (typeof kinds)[number]) => sql<Difference>`
  select coalesce(stored.project_id, found.project_id) as project,
    ${`topics in ${kind} states, of workflow `} || coalesce(stored.workflow_id, found.workflow_id) as figure,
    stored.${sql.ref(kind)}::bigint as stored, found.counted::bigint as counted
  from topic_count as stored
  full join (
    select project_id, workflow_id, is_deleted, count(*) filter (where state_kind = ${kind}) as counted
    from topic group by project_id, workflow_id, is_deleted) as found
    using (project_id, workflow_id, is_deleted)
  where coalesce(stored.${sql.ref(kind)}, 0) <> coalesce(found.counted, 0)`

const runDifferences = (state: string, column: string) => sql<Difference>`
  select coalesce(stored.project_id, found.project_id) as project,
    ${`runs ${state}, of checklist `} || coalesce(stored.checklist_id, found.checklist_id) as figure,
    stored.${sql.ref(column)}::bigint as stored, found.counted::bigint as counted
  from checklist_count as stored
  full join (
    select project_id, checklist_id, count(*) filter (where state = ${state}) as counted
    from checklist_run group by project_id, checklist_id) as found
    using (project_id, checklist_id)
  where coalesce(stored.${sql.ref(column)}, 0) <> coalesce(found.counted, 0)`
