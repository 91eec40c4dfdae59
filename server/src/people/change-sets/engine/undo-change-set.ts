import { type ChangeSetState, mayUndo, synchronousRowLimit } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context } from '../../../platform/context'
import { loginMethodRequired } from '../../../platform/refusal'
import { requiredLoginMethods } from '../../../projects/projects/project-rights.store'
import { kindOf } from '../kinds'
import { eventOf } from './apply-change-set'
import { type AppliedChangeSet, type ChangeResult, Stale } from './change-kind'
import { enqueueStep } from './change-set-jobs'
import { markRemaining } from './change-set-rows.store'
import { markUndoing, markUndone } from './change-set-states.store'
import { loadChangeSet, StateChanged, wrongState } from './load-change-set'
import { countChangesToUndo } from './plan.store'
import { assertMayUndoInProject } from './project-change-set'
import { changedRecords } from './report-progress'
import { findStoredChangeSet, lockChangeSet, lockCustomer } from './stored-change-set.store'

/** How many rows an undo would revert now, and how many would remain. */
export async function undoPreview(context: Context<Person>, id: string): Promise<{ undoes: number; remains: number }> {
  const set = await loadChangeSet(context, id)
  if (!mayUndo(set)) throw wrongState(set)
  const total = await countUndoable(context, set)
  const touched = await kindOf(set.kind).touched(context.db, { ...set, toUndo: total })
  return { undoes: total - touched.length, remains: touched.length }
}

/**
 * How many rows the change set has changed. Throws 403 `loginMethodRequired` where the actor's login method does not open the project of one of them,
 * as for a plan or an apply: it is undone as a whole by another one. Throws 409 where the customer was deleted.
 */
async function countUndoable(
  { db, actor }: Pick<Context<Person> | Change<Person>, 'db' | 'actor'>,
  set: AppliedChangeSet,
): Promise<number> {
  const { changes, closedProject, hasCustomer } = await countChangesToUndo(db, actor, set)
  if (!hasCustomer) throw new Problem('conflict', { detail: 'Its customer was deleted' })
  if (closedProject === null) return changes
  const methods = await requiredLoginMethods(db, actor, closedProject)
  throw methods ? loginMethodRequired(methods) : new Problem('forbidden')
}

/** Reverts all rows; with `partial`, those that nobody has modified since. Idempotent. */
export async function undoChangeSet(context: Context<Person>, id: string, partial: boolean): Promise<void> {
  const set = await loadChangeSet(context, id)
  if (set.state === 'undoing' || set.state === 'undone') return
  if (!mayUndo(set)) throw wrongState(set)
  const byJob = set.summary.change > synchronousRowLimit
  try {
    await context.change(async (change) => {
      await assertMayUndoInProject(change, set)
      await kindOf(set.kind).assertMayUndo?.(change, set)
      return byJob ? enqueueUndo(change, set, partial) : undoApplied(change, set, 'applied', partial)
    })
  } catch (error) {
    if (error instanceof StateChanged) return undoChangeSet(context, id, partial)
    // A row was modified after the check; the next preview shows it.
    if (error instanceof Stale) throw new Problem('conflict', { detail: 'Somebody changed it at this moment' })
    throw error
  }
}

async function enqueueUndo(change: Change<Person>, set: AppliedChangeSet, partial: boolean): Promise<void> {
  const { db, actor } = change
  const locked = await lockChangeSet(db, set.id)
  if (locked?.state !== 'applied') throw new StateChanged()
  const total = await countUndoable(change, set)
  const touched = await kindOf(locked.kind).touched(db, { ...set, toUndo: total })
  if (touched.length > 0 && !partial) throw changedSince(total, touched)
  await markUndoing(db, set.id, actor.id, total - touched.length)
  await enqueueStep(change, { changeSet: set.id, customer: set.customer, step: 'undo', partial })
  change.audit({ ...eventOf('undo', set), action: 'change-sets.undo-begin' })
}

/** Reverts in one transaction the rows that nobody has modified, with one audit event. */
export async function undoApplied(
  change: Change<Person>,
  set: AppliedChangeSet,
  from: Extract<ChangeSetState, 'applied' | 'undoing'>,
  partial: boolean,
): Promise<void> {
  const { db, actor, now } = change
  // Read after the lock is acquired: another worker may have undone it meanwhile.
  await lockCustomer(db, set.customer)
  const current = from === 'applied' ? await lockChangeSet(db, set.id) : await findStoredChangeSet(db, set.id)
  if (current?.state !== from) throw new StateChanged()
  const kind = kindOf(current.kind)
  const total = await countUndoable(change, set)
  const touched = await kind.touched(db, { ...set, toUndo: total })
  if (touched.length > 0 && !partial) throw changedSince(total, touched)
  if (touched.length > 0) await markRemaining(db, set.id, touched)
  const undone = total - touched.length
  const done: ChangeResult = undone > 0 ? await kind.undo(change, { ...set, rows: undone }) : { changed: 0 }
  if (done.changed !== undone) throw new Stale({ isUntouched: done.changed === 0 })
  const counts = { undone, remaining: touched.length }
  await markUndone(db, set, { from, by: actor.id, ...counts, now, changes: changedRecords(kind, done) })
  change.audit(eventOf('undo', set, { after: { kind: current.kind, ...counts } }))
}

const changedSince = (total: number, touched: readonly number[]) =>
  new Problem('changedSince', { meta: { undoes: total - touched.length, remains: touched.length } })
