import { type RawBuilder, sql } from 'kysely'

/** A number that is kept otherwise than it is; null where its row is missing. */
export interface Difference {
  project: string
  figure: string
  kept: number | null
  counted: number | null
}

type Kind = 'open' | 'done' | 'closed'

const cameColumn = { open: 'opened', done: 'done', closed: 'closed' } as const

/** Topics as the changes of all days add up to, where that is not as many as are counted. */
export const topicsByDay = (kind: Kind): RawBuilder<Difference> => sql<Difference>`
  select project_id as project, ${`days of ${kind} topics, of workflow `} || workflow_id as figure,
    coalesce(day.change, 0)::bigint as kept, coalesce(counted.${sql.ref(kind)}, 0)::bigint as counted
  from (
    select project_id, workflow_id, is_deleted, sum(${sql.ref(`${kind}_change`)}) as change
    from topic_day group by project_id, workflow_id, is_deleted) as day
  full join topic_count as counted using (project_id, workflow_id, is_deleted)
  where coalesce(day.change, 0) <> coalesce(counted.${sql.ref(kind)}, 0)`

/**
 * What came into a kind of state on a day, where that cannot be. A topic keeps its last state alone, so the day is not counted
 * anew. But of each project and day these hold: what came and what a kind grew by say what left it, which is not less than
 * nothing and came into another kind; and who is new came as an open one.
 */
export function topicsCame(kind: Kind): RawBuilder<Difference> {
  const others = (['open', 'done', 'closed'] as const).filter((other) => other !== kind)
  const entered = (of: Kind) => (of === 'open' ? sql`(opened - made)` : sql.ref(of))
  const least = sql`greatest(${kind === 'open' ? sql`made` : sql`0`}, ${sql.ref(`${kind}_change`)})`
  const most = sql`${sql.ref(`${kind}_change`)} + ${sql.join(others.map(entered), sql` + `)}`
  const came = sql.ref(cameColumn[kind])
  return sql<Difference>`
    select project_id as project, ${`topics that came to be ${kind} on `} || day as figure,
      ${came} as kept, least(greatest(${came}, ${least}), ${most}) as counted
    from (
      select project_id, day, sum(opened) as opened, sum(done) as done, sum(closed) as closed, sum(open_change) as open_change,
        sum(done_change) as done_change, sum(closed_change) as closed_change,
        sum(open_change + done_change + closed_change) as made
      from topic_day group by project_id, day) as each
    where ${came} < ${least} or ${came} > ${most}`
}

/**
 * Runs that came into a state on all days together, where that are fewer than are in it: each came into it once at least. There may
 * be more, since runs are removed and change their states.
 */
export const runsCame = (state: string, column: string): RawBuilder<Difference> => sql<Difference>`
  select project_id as project, ${`runs that came to be ${state}, of checklist `} || checklist_id as figure,
    coalesce(day.came, 0)::bigint as kept, coalesce(found.counted, 0)::bigint as counted
  from (
    select project_id, checklist_id, sum(${sql.ref(column)}) as came, min(${sql.ref(column)}) as least
    from checklist_day group by project_id, checklist_id) as day
  full join (
    select project_id, checklist_id, count(*) filter (where state = ${state}) as counted
    from checklist_run group by project_id, checklist_id) as found
    using (project_id, checklist_id)
  where coalesce(day.came, 0) < coalesce(found.counted, 0) or day.least < 0`
