import { type RawBuilder, sql } from 'kysely'

/** A stored figure that differs from the counted one; null where its row is missing. */
export interface Difference {
  project: string
  figure: string
  stored: number | null
  counted: number | null
}

type Kind = 'open' | 'done' | 'closed'

const arrivalColumns = { open: 'opened', done: 'done', closed: 'closed' } as const

/** Topic counts where the sum of all daily changes differs from the current count. */
export const topicsByDay = (kind: Kind): RawBuilder<Difference> => sql<Difference>`
  select project_id as project, ${`days of ${kind} topics, of workflow `} || workflow_id as figure,
    coalesce(day.change, 0)::bigint as stored, coalesce(counted.${sql.ref(kind)}, 0)::bigint as counted
  from (
    select project_id, workflow_id, is_deleted, sum(${sql.ref(`${kind}_change`)}) as change
    from topic_day group by project_id, workflow_id, is_deleted) as day
  full join topic_count as counted using (project_id, workflow_id, is_deleted)
  where coalesce(day.change, 0) <> coalesce(counted.${sql.ref(kind)}, 0)`

/**
 * Daily arrivals in a kind of state that are impossible. A topic keeps only its last state, so past days cannot be recounted, but for each
 * project and day bounds hold: arrivals minus growth is what left, which is not negative and arrived in another kind; new topics arrive as
 * open ones.
 */
export function topicArrivals(kind: Kind): RawBuilder<Difference> {
  const others = (['open', 'done', 'closed'] as const).filter((other) => other !== kind)
  const entered = (of: Kind) => (of === 'open' ? sql`(opened - created)` : sql.ref(of))
  const min = sql`greatest(${kind === 'open' ? sql`created` : sql`0`}, ${sql.ref(`${kind}_change`)})`
  const max = sql`${sql.ref(`${kind}_change`)} + ${sql.join(others.map(entered), sql` + `)}`
  const arrived = sql.ref(arrivalColumns[kind])
  return sql<Difference>`
    select project_id as project, ${`topics that came to be ${kind} on `} || day as figure,
      ${arrived} as stored, least(greatest(${arrived}, ${min}), ${max}) as counted
    from (
      select project_id, day, sum(opened) as opened, sum(done) as done, sum(closed) as closed, sum(open_change) as open_change,
        sum(done_change) as done_change, sum(closed_change) as closed_change,
        sum(open_change + done_change + closed_change) as created
      from topic_day group by project_id, day) as each
    where ${arrived} < ${min} or ${arrived} > ${max}`
}

/**
 * Total arrivals of runs in a state that are fewer than the runs in it now, although each arrived at least once. More are possible, since
 * runs are removed and change state.
 */
export const runArrivals = (state: string, column: string): RawBuilder<Difference> => sql<Difference>`
  select project_id as project, ${`runs that came to be ${state}, of checklist `} || checklist_id as figure,
    coalesce(day.arrived, 0)::bigint as stored, coalesce(found.counted, 0)::bigint as counted
  from (
    select project_id, checklist_id, sum(${sql.ref(column)}) as arrived, min(${sql.ref(column)}) as min_arrived
    from checklist_day group by project_id, checklist_id) as day
  full join (
    select project_id, checklist_id, count(*) filter (where state = ${state}) as counted
    from checklist_run group by project_id, checklist_id) as found
    using (project_id, checklist_id)
  where coalesce(day.arrived, 0) < coalesce(found.counted, 0) or day.min_arrived < 0`
