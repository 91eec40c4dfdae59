import { sql } from 'kysely'
import type { Database } from '../platform/database'
import { isUuid } from '../platform/rows'

/** What a trend is asked of. */
interface Trend {
  project: string
  days: number
  isDeleted: boolean
  workflow: string | null
}

/** A trend as lists of equal length, one number a day. */
interface Series {
  labels: string[]
  open: number[]
  closed: number[]
}

/** Is there such a workflow in the project? */
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

/** Trends of several projects or workflows over as many days, in their order. */
interface Trends {
  days: number
  isDeleted: boolean
  of: readonly { project: string; workflow: string | null }[]
}

/** The trend of a project's topics, or of one workflow's. */
export async function trendOf(db: Database, { project, days, isDeleted, workflow }: Trend): Promise<Series> {
  const [series] = await trendsOf(db, { days, isDeleted, of: [{ project, workflow }] })
  return series ?? { labels: [], open: [], closed: [] }
}

/**
 * Reckoned backwards from what there is now, by what changed on each of the days: what a trend costs depends on its length,
 * neither on the number of topics nor on how long there have been any.
 */
export async function trendsOf(db: Database, { days, isDeleted, of }: Trends): Promise<Series[]> {
  if (of.length === 0) return []
  const asked = JSON.stringify(of.map((one, number) => ({ ...one, number })))
  const { rows } = await sql<Series>`
    select series.labels, series.open, series.closed
    from jsonb_to_recordset(${asked}::jsonb) as asked (number integer, project uuid, workflow uuid)
    cross join lateral (
      with today as (
        select (now() at time zone customer.time_zone)::date as day
        from project join customer on customer.id = project.customer_id where project.id = asked.project
      ), wanted as (
        select (today.day - ${days}::integer + number)::date as day from today cross join generate_series(1, ${days}::integer) as number
      ), present as (
        select coalesce(sum(open + done), 0) as open, coalesce(sum(closed), 0) as closed from topic_count
        where project_id = asked.project and is_deleted = ${isDeleted} and (asked.workflow is null or workflow_id = asked.workflow)
      ), changed as (
        select day, sum(open_change + done_change) as open, sum(closed_change) as closed from topic_day
        where project_id = asked.project and is_deleted = ${isDeleted} and (asked.workflow is null or workflow_id = asked.workflow)
          and day > (select day - ${days}::integer from today)
        group by day
      ), reckoned as (
        select wanted.day,
          present.open - coalesce(sum(changed.open) over later, 0) as open,
          present.closed - coalesce(sum(changed.closed) over later, 0) as closed
        from wanted cross join present left join changed on changed.day = wanted.day
        window later as (order by wanted.day desc rows between unbounded preceding and 1 preceding)
      )
      select coalesce(json_agg(day order by day), '[]') as labels, coalesce(json_agg(open order by day), '[]') as open,
        coalesce(json_agg(closed order by day), '[]') as closed
      from reckoned
    ) as series
    order by asked.number`.execute(db)
  return rows
}
