import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { type ChangeSetState, mayApply, synchronousRowLimit } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { AuditEvent } from '../../../platform/audit/audit'
import type { Change, Context } from '../../../platform/context'
import { kindOf } from '../kinds'
import { type AppliedChangeSet, type ChangeResult, Stale } from './change-kind'
import { enqueueStep } from './change-set-jobs'
import { markApplied, markApplying, markEnded } from './change-set-states.store'
import { loadChangeSet, StateChanged, wrongState } from './load-change-set'
import { countPlannedChanges } from './plan.store'
import type { PlanCounts } from './plan-counts.store'
import { changedRecords } from './report-progress'
import { findStoredChangeSet, lockChangeSet, lockCustomer } from './stored-change-set.store'

/** The audit event of a step; `more` carries its result, reason and the state after it. */
export const eventOf = (
  step: 'apply' | 'undo' | 'plan',
  { id, customer }: { id: string; customer: string },
  more: Pick<AuditEvent, 'result' | 'reason' | 'after'> = {},
): AuditEvent => ({ action: `change-sets.${step}`, customer, target: { type: 'change-sets', id }, ...more })

/**
 * Applies a planned change set, directly when it is small, else by a job. Idempotent. `confirm` runs first in the transaction that applies or
 * enqueues it: what it stores is stored only together with that.
 */
export async function applyChangeSet(
  context: Context<Person>,
  id: string,
  confirm: (change: Change<Person>) => Promise<void> = async () => undefined,
): Promise<void> {
  const set = await loadChangeSet(context, id)
  if (set.state === 'applying' || set.state === 'applied') return
  if (!mayApply(set)) throw wrongState(set)
  try {
    const byJob = set.summary.change > synchronousRowLimit
    await context.change(async (change) => {
      await confirm(change)
      await (byJob ? enqueueApply(change, set) : applyPlanned(change, set, 'planned'))
    })
  } catch (error) {
    if (error instanceof StateChanged) return applyChangeSet(context, id, confirm)
    if (!(error instanceof Stale)) throw error
    await context.change((change) => markStale(change, set, 'planned'))
    throw new Problem('stale', { detail: 'What was planned to change was changed since' })
  }
}

async function enqueueApply(change: Change<Person>, set: AppliedChangeSet): Promise<void> {
  const locked = await lockChangeSet(change.db, set.id)
  if (locked?.state !== 'planned') throw new StateChanged()
  await markApplying(change.db, set.id, change.actor.id)
  await enqueueStep(change, { changeSet: set.id, customer: set.customer, step: 'apply' })
  change.audit({ ...eventOf('apply', set), action: 'change-sets.apply-begin' })
}

/** Applies every planned row or none, in one transaction with one audit event, which carries the digest of the rows. */
export async function applyPlanned(
  change: Change<Person>,
  set: AppliedChangeSet,
  from: Extract<ChangeSetState, 'planned' | 'applying'>,
): Promise<void> {
  const { db } = change
  await lockCustomer(db, set.customer)
  // A job does not lock its change set, so that progress can be stored meanwhile. A second worker finds it already applied.
  const current = from === 'planned' ? await lockChangeSet(db, set.id) : await findStoredChangeSet(db, set.id)
  if (current?.state !== from) throw new StateChanged()
  await applyRows(change, set, { kind: current.kind, counts: { change: await countPlannedChanges(db, set.id) }, from })
}

/**
 * The kind of a change set, the counts of its plan and its state; `done` is the result where the plan statement already wrote the rows. In
 * `planning` the counts are stored together with the result.
 */
type PlanToApply =
  | { kind: ChangeSetKind; counts: PlanCounts; from: 'planning' | 'planned'; done: ChangeResult | undefined }
  | { kind: ChangeSetKind; counts: Pick<PlanCounts, 'change'>; from: 'planned' | 'applying'; done?: never }

/** Applies the rows of a plan. Throws {@link Stale} unless every one of them could be applied. */
export async function applyRows(change: Change<Person>, set: AppliedChangeSet, plan: PlanToApply): Promise<void> {
  const { db, actor, now } = change
  const { kind: name, from } = plan
  const planned = plan.counts.change
  const kind = kindOf(name)
  const done = plan.done ?? (planned > 0 ? await kind.apply(change, { ...set, rows: planned }) : { changed: 0 })
  const { changed, followUp } = done
  if (changed !== planned) throw new Stale({ isUntouched: changed === 0 })
  const changes = changedRecords(kind, done)
  const counts = plan.from === 'planning' ? plan.counts : undefined
  const result = { from, by: actor.id, changed, now, changes, counts, followUp }
  const { followUpResult, ...proof } = await markApplied(db, set, result)
  await followUp?.handle(followUpResult)
  change.audit(eventOf('apply', set, { after: { kind: name, ...proof } }))
}

/** Marks the change set as stale: its plan was not applied and never will be. */
export async function markStale(
  { db, audit }: Pick<Change, 'db' | 'audit'>,
  set: AppliedChangeSet,
  from: Extract<ChangeSetState, 'planned' | 'applying'>,
): Promise<void> {
  const isMarked = await markEnded(db, set.id, { from, to: 'stale', failure: 'stale' })
  audit(eventOf('apply', set, { result: 'failure', reason: isMarked ? 'stale' : 'done elsewhere' }))
}
