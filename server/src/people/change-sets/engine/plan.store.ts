import { sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import type { Database, Transaction } from '../../../platform/database'
import type { ReadInput } from './change-kind'
import { ofState } from './change-set-states.store'
import { holdChangeSet, noteProgress } from './change-set-work.store'
import { countsOf, type PlanCounts } from './plan-counts.store'

/**
 * A job plans it: gives from which step on. That is where another one stopped, if the steps are the same ones still; else the
 * first, and what was written is gone.
 */
export const beginPlan = (
  db: Database,
  id: string,
  { total, isGiven, isWhole }: Pick<ReadInput, 'total' | 'isGiven' | 'isWhole'>,
) =>
  db.transaction().execute(async (transaction): Promise<number> => {
    const held = await holdChangeSet(transaction, id)
    if (held?.state !== 'planning') return total
    if (isGiven && held.total === total) return held.done
    await transaction.deleteFrom('change_set_row').where('change_set_id', '=', id).execute()
    await noteProgress(transaction, id, { total, ...(!isWhole && { done: 0 }) })
    return 0
  })

/**
 * It is planned: rows that say the same cell twice are conflicts, everything is counted. Those rows are found first and
 * looked up then: a join was done row against row, for minutes, when the database's statistics knew nothing of the set yet.
 */
export async function notePlanned(
  db: Transaction,
  id: string,
  { now, rows: planned }: { now: number; rows: number },
): Promise<PlanCounts> {
  if (planned > 1) await markDoubles(db, id)
  const { rows } = await sql<PlanCounts>`
    update change_set set state = 'planned', planned_at = ${instantOf(now)}, input = null, done = counts.total,
      total = counts.total, version = version + 1, summary = change_set.summary || to_jsonb(counts)
    from (${countsOf(sql`(select * from change_set_row where change_set_id = ${id})`)}) as counts
    where id = ${id} and state = 'planning'
    returning counts.*`.execute(db)
  return rows[0] ?? noRows
}

const noRows: PlanCounts = { total: 0, change: 0, same: 0, conflict: 0, people: 0, projects: 0, conflicts: {} }

const markDoubles = (db: Transaction, id: string) =>
  sql`
    update change_set_row set outcome = 'conflict', conflict = 'duplicate', after = null, kept = null
    where change_set_id = ${id} and number = any(array(
      select number from (
        select number, row_number() over (partition by user_id, project_id order by number) as at from change_set_row
        where change_set_id = ${id} and user_id is not null and project_id is not null and conflict is null
      ) as said
      where at > 1
    ))`.execute(db)

/** What was planned is forgotten, and is planned anew. */
export async function planAnew(db: Transaction, id: string, from: 'planned' | 'planning'): Promise<void> {
  await db.deleteFrom('change_set_row').where('change_set_id', '=', id).execute()
  if (from === 'planned') await ofState(db, id, from).set({ state: 'planning' }).execute()
}

/** How many rows of a planned change set change something. */
export async function plannedChanges(db: Database | Transaction, id: string): Promise<number> {
  const { rows } = await sql<{ change: number }>`
    select (summary ->> 'change')::int as change from change_set where id = ${id}`.execute(db)
  return rows[0]?.change ?? 0
}
