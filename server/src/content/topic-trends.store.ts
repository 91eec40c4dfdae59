import { sql } from 'kysely'
import type { Database } from '../platform/database'
import { isUuid } from '../platform/rows'

/** Parameters of one trend. */
interface TrendQuery {
  project: string
  days: number
  isDeleted: boolean
  workflow: string | null
}

/** A trend as arrays of equal length, one entry per day. */
interface TrendSeries {
  labels: string[]
  open: number[]
  closed: number[]
}

/** Whether the project has this workflow. */
export async function hasWorkflow(db: Database, project: string, workflow: string): Promise<boolean> {
  if (!isUuid(workflow)) return false
  const found = await db
    .selectFrom('workflow')
    .select('id')
    .where('project_id', '=', project)
    .where('id', '=', workflow)
    .executeTakeFirst()
  return found !== undefined
}

/** Parameters of several trends over the same number of days. */
interface TrendsQuery {
  days: number
  isDeleted: boolean
  of: readonly { project: string; workflow: string | null }[]
}

/** Trend of a project's topics, or of one workflow's. */
export async function readTrend(
  db: Database,
  { project, days, isDeleted, workflow }: TrendQuery,
): Promise<TrendSeries> {
  const [series] = await readTrends(db, { days, isDeleted, of: [{ project, workflow }] })
  return series ?? { labels: [], open: [], closed: [] }
}

/**
 * Computed backwards from the current counts by the changes of each day, so that the cost depends on the number of days only. Results are
 * in the order of `of`.
 */
export async function readTrends(db: Database, { days, isDeleted, of }: TrendsQuery): Promise<TrendSeries[]> {
  if (of.length === 0) return []
  const requested = JSON.stringify(of.map((one, number) => ({ ...one, number })))
  const { rows } = await sql<TrendSeries>`
    select series.labels, series.open, series.closed
    from jsonb_to_recordset(${requested}::jsonb) as requested (number integer, project uuid, workflow uuid)
    cross join lateral (
      with today as (
        select (now() at time zone customer.time_zone)::date as day
        from project join customer on customer.id = project.customer_id where project.id = requested.project
      ), period as (
        select (today.day - ${days}::integer + number)::date as day from today cross join generate_series(1, ${days}::integer) as number
      ), current_count as (
        select coalesce(sum(open + done), 0) as open, coalesce(sum(closed), 0) as closed from topic_count
        where project_id = requested.project and is_deleted = ${isDeleted} and (requested.workflow is null or workflow_id = requested.workflow)
      ), changed as (
        -- Where the customer's time zone has changed to one further west, what came before counts as tomorrow's.
        select least(topic_day.day, today.day) as day, sum(open_change + done_change) as open, sum(closed_change) as closed
        from topic_day cross join today
        where project_id = requested.project and is_deleted = ${isDeleted} and (requested.workflow is null or workflow_id = requested.workflow)
          and topic_day.day > today.day - ${days}::integer
        group by 1
      ), computed as (
        select period.day,
          current_count.open - coalesce(sum(changed.open) over later_days, 0) as open,
          current_count.closed - coalesce(sum(changed.closed) over later_days, 0) as closed
        from period cross join current_count left join changed on changed.day = period.day
        window later_days as (order by period.day desc rows between unbounded preceding and 1 preceding)
      )
      select coalesce(json_agg(day order by day), '[]') as labels, coalesce(json_agg(open order by day), '[]') as open,
        coalesce(json_agg(closed order by day), '[]') as closed
      from computed
    ) as series
    order by requested.number`.execute(db)
  return rows
}
