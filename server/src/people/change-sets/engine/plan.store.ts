import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import type { Database, Transaction } from '../../../platform/database'
import { isOpenTo } from '../../../projects/projects/project-rights.store'
import type { AppliedChangeSet, ParsedInput } from './change-kind'
import { updateInState } from './change-set-states.store'
import { type PlanCounts, selectPlanCounts } from './plan-counts.store'
import { projectOfRow } from './project-of-row.store'
import { lockChangeSet, storeProgress } from './stored-change-set.store'

/**
 * Starts planning in a job, and returns the first step to plan. That is where a previous job stopped, if the steps are still the same; otherwise 0,
 * and rows already written are deleted.
 */
export const beginPlan = (
  db: Database,
  id: string,
  { total, isResumable, isSinglePart }: Pick<ParsedInput, 'total' | 'isResumable' | 'isSinglePart'>,
) =>
  db.transaction().execute(async (transaction): Promise<number> => {
    const locked = await lockChangeSet(transaction, id)
    if (locked?.state !== 'planning') return total
    if (isResumable && locked.total === total) return locked.done
    // Its rows are committed: the previous job ended before it marked them as planned.
    if (isSinglePart && locked.total === total && locked.done === total) return total
    await transaction.deleteFrom('change_set_row').where('change_set_id', '=', id).execute()
    await storeProgress(transaction, id, { total, done: isSinglePart ? Math.min(locked.done, total - 1) : 0 })
    return 0
  })

/**
 * Marks the change set as planned: rows for the same cell become conflicts, and everything is counted. Duplicates are found first and looked up
 * afterwards, because a single join compared row against row for minutes while the database had no statistics of the set.
 */
export async function markPlanned(
  db: Transaction,
  id: string,
  { now, rows: planned }: { now: number; rows: number },
): Promise<PlanCounts> {
  if (planned > 1) await markDuplicates(db, id)
  const { rows } = await sql<PlanCounts>`
    update change_set set state = 'planned', planned_at = ${instantOf(now)}, input = null, done = counts.total,
      total = counts.total, version = version + 1, summary = change_set.summary || to_jsonb(counts)
    from (${selectPlanCounts(sql`(select * from change_set_row where change_set_id = ${id})`)}) as counts
    where id = ${id} and state = 'planning'
    returning counts.*`.execute(db)
  return rows[0] ?? zeroCounts
}

const zeroCounts: PlanCounts = { total: 0, change: 0, same: 0, conflict: 0, people: 0, projects: 0, conflicts: {} }

const markDuplicates = (db: Transaction, id: string) =>
  sql`
    update change_set_row set outcome = 'conflict', conflict = 'duplicate', after = null, kept = null
    where change_set_id = ${id} and number = any(array(
      select number from (
        select number, row_number() over (partition by user_id, project_id order by number) as occurrence from change_set_row
        where change_set_id = ${id} and user_id is not null and project_id is not null and conflict is null
      ) as numbered
      where occurrence > 1
    ))`.execute(db)

/** Deletes the planned rows so that the change set can be planned again. */
export async function discardPlan(db: Transaction, id: string, from: 'planned' | 'planning'): Promise<void> {
  await db.deleteFrom('change_set_row').where('change_set_id', '=', id).execute()
  if (from === 'planned') await updateInState(db, id, from).set({ state: 'planning' }).execute()
}

/** The number of rows of a planned change set that change something. */
export async function countPlannedChanges(db: Database | Transaction, id: string): Promise<number> {
  const { rows } = await sql<{ change: number }>`
    select (summary ->> 'change')::int as change from change_set where id = ${id}`.execute(db)
  return rows[0]?.change ?? 0
}

/**
 * The same, with a project of these rows that the actor's login method does not open; null without one. Reads each project of the rows once. Change
 * sets outlive their customer.
 */
export async function countChangesToUndo(
  db: Database | Transaction,
  actor: Person,
  { id, customer }: Pick<AppliedChangeSet, 'id' | 'customer'>,
): Promise<ChangesToUndo> {
  const { rows } = await sql<ChangesToUndo>`
    select (summary ->> 'change')::int as changes, (
      select project.id
      from (
        select distinct ${projectOfRow} as project_id from change_set_row as row
        where change_set_id = ${id} and outcome = 'change'
      ) as changed
      join project on project.id = changed.project_id and project.customer_id = ${customer}
      where not ${isOpenTo(actor)}
      limit 1) as "closedProject", exists (select from customer where id = ${customer}) as "hasCustomer"
    from change_set where id = ${id}`.execute(db)
  return rows[0] ?? { changes: 0, closedProject: null, hasCustomer: false }
}

interface ChangesToUndo {
  changes: number
  closedProject: string | null
  hasCustomer: boolean
}
