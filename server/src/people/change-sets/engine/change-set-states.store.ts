import type { FailureDetail } from '@lintel/contract/people/archive-refusals'
import type { ChangeSetState } from '@lintel/contract/people/change-sets'
import type { PublishedChange } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { digestRows, type RowsDigest, rowsAtATime, selectRowsDigest } from '../../../platform/audit/row-digests'
import { instantOf } from '../../../platform/clock'
import type { Transaction } from '../../../platform/database'
import { publishStatement } from '../../../platform/events/change-channel'
import type { AppliedChangeSet, FollowUp } from './change-kind'
import { StateChanged } from './load-change-set'
import type { PlanCounts } from './plan-counts.store'

/** Updates the change set if it is in this state. */
export const updateInState = (db: Transaction, id: string, state: ChangeSetState) =>
  db.updateTable('change_set').where('id', '=', id).where('state', '=', state)

const nextVersion = sql<number>`version + 1`

/** A job will apply it. */
export const markApplying = (db: Transaction, id: string, by: string) =>
  updateInState(db, id, 'planned')
    .set({
      state: 'applying',
      applied_by: by,
      done: 0,
      total: sql<number>`(summary ->> 'change')::int`,
      version: nextVersion,
    })
    .execute()

/** Its apply job was cancelled before it started. */
export const revertToPlanned = (db: Transaction, id: string) =>
  updateInState(db, id, 'applying')
    .set({ state: 'planned', applied_by: null, done: sql<number>`total`, version: nextVersion })
    .execute()

/**
 * Marks the change set as applied. Returns the number of its rows and a digest of their content, which proves later that the rows are unchanged
 * (`verifyRows`), and the result of the follow-up. Throws {@link StateChanged} if it is no longer in state `from`: it was cancelled, or is done
 * elsewhere.
 */
export async function markApplied(
  db: Transaction,
  { id, customer }: Pick<AppliedChangeSet, 'id' | 'customer'>,
  { from, by, changed, now, changes, counts, followUp }: AppliedResult,
): Promise<RowsDigest & { followUpResult: unknown }> {
  const proof = changed > rowsAtATime ? (await digestRows(db, [id])).get(id) : undefined
  const { rows } = await sql<RowsDigest & { followUpResult: unknown }>`
    with ${followUp ? sql`${followUp.parts}, ` : sql``}proof as (
      ${proof ? sql`select ${proof.rows}::int as rows, ${proof.digest}::text as digest` : selectRowsDigest(id)}
    ), updated as (
      update change_set set state = 'applied', applied_by = ${by}, applied_at = ${instantOf(now)}, done = ${changed},
        total = ${changed}, version = version + 1, planned_at = coalesce(planned_at, ${instantOf(now)}),
        summary = summary || ${JSON.stringify(counts ?? {})}::jsonb
      where id = ${id} and state = ${from}
      returning id
    ), changes as materialized (${publishStatement(customer, changes)})
    select rows, digest, ${followUp ? followUp.result : sql`null`} as "followUpResult" from proof, updated
    where (select count(*) from changes) is not null`.execute(db)
  const [marked] = rows
  if (!marked) throw new StateChanged()
  return marked
}

/** A job will undo it. */
export const markUndoing = (db: Transaction, id: string, by: string, total: number) =>
  updateInState(db, id, 'applied')
    .set({ state: 'undoing', undone_by: by, done: 0, total, failure: null, failure_detail: null, version: nextVersion })
    .execute()

/** The values from before the undo was requested. */
const appliedValues = {
  state: 'applied',
  undone_by: null,
  done: sql<number>`(summary ->> 'change')::int`,
  total: sql<number>`(summary ->> 'change')::int`,
} as const

/** Its undo job was cancelled before it started. */
export const revertToApplied = (db: Transaction, id: string) =>
  updateInState(db, id, 'undoing')
    .set({ ...appliedValues, version: nextVersion })
    .execute()

/** Marks the change set as undone. Throws like {@link markApplied}. */
export async function markUndone(
  db: Transaction,
  { id, customer }: Pick<AppliedChangeSet, 'id' | 'customer'>,
  { from, by, undone, remaining, now, changes }: StepRecord & UndoneCounts & { from: 'applied' | 'undoing' },
): Promise<void> {
  const { numAffectedRows } = await sql`
    with changes as materialized (${publishStatement(customer, changes)})
    update change_set set state = 'undone', undone_by = ${by}, undone_at = ${instantOf(now)}, done = ${undone}, total = ${undone},
      version = version + 1, summary = summary || ${JSON.stringify({ undone, remaining })}::jsonb
    where id = ${id} and state = ${from} and (select count(*) from changes) is not null`.execute(db)
  if (numAffectedRows === 0n) throw new StateChanged()
}

/** The values of an applied change set; `counts` of its plan where they are not stored yet. */
interface AppliedResult extends StepRecord {
  from: 'planning' | 'planned' | 'applying'
  changed: number
  counts: PlanCounts | undefined
  followUp: FollowUp | undefined
}

/** Who completed the step and when, and the changes to publish with the commit. */
interface StepRecord {
  by: string
  now: number
  changes: readonly PublishedChange[]
}

/** How many rows were reverted, and how many were left because somebody had modified them since. */
export interface UndoneCounts {
  undone: number
  remaining: number
}

interface EndedStep {
  from: ChangeSetState
  to: Extract<ChangeSetState, 'stale' | 'failed' | 'applied'>
  failure: string | null
  detail?: FailureDetail | undefined
}

/** Ends a step that failed: the resulting state, the failure and its detail where known. True when the change set was still in state `from`. */
export async function markEnded(
  db: Transaction,
  id: string,
  { from, to, failure, detail }: EndedStep,
): Promise<boolean> {
  const { numUpdatedRows } = await updateInState(db, id, from)
    .set({
      ...(to === 'applied' ? appliedValues : { state: to }),
      failure,
      failure_detail: detail ? JSON.stringify(detail) : null,
      input: null,
      version: nextVersion,
    })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
