import { atOnceRows, type ChangeSetState, mayUndo } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context } from '../../../platform/context'
import { kindOf } from '../kinds'
import { eventOf } from './apply-change-set'
import { type AppliedSet, type Done, Stale } from './change-kind'
import { enqueueStep } from './change-set-jobs'
import { markRemaining } from './change-set-rows.store'
import { noteUndoing, noteUndone } from './change-set-states.store'
import { changeSetAtWork, holdChangeSet, lockCustomer } from './change-set-work.store'
import { mustStillGive } from './of-project'
import { plannedChanges } from './plan.store'
import { getOrThrow, notInState, StateChanged } from './seen'
import { changedRecords } from './tell-progress'

/** What an undo would do now. */
export async function undoPreview(context: Context<Person>, id: string): Promise<{ undoes: number; remains: number }> {
  const set = await getOrThrow(context, id)
  if (!mayUndo(set)) throw notInState(set)
  const touched = await kindOf(set.kind).touched(context.db, set)
  return { undoes: set.summary.change - touched.length, remains: touched.length }
}

/** Puts everything back; with `partial`, what nobody touched since. Asked again, nothing more happens. */
export async function undoChangeSet(context: Context<Person>, id: string, partial: boolean): Promise<void> {
  const set = await getOrThrow(context, id)
  if (set.state === 'undoing' || set.state === 'undone') return
  if (!mayUndo(set)) throw notInState(set)
  const byJob = set.summary.change > atOnceRows
  try {
    await context.change(async (change) => {
      await mustStillGive(change, set)
      return byJob ? handOver(change, set, partial) : undoApplied(change, set, 'applied', partial)
    })
  } catch (error) {
    if (error instanceof StateChanged) return undoChangeSet(context, id, partial)
    // Somebody touched a row between the look and the deed: the next look sees it.
    if (error instanceof Stale) throw new Problem('conflict', { detail: 'Somebody changed it at this moment' })
    throw error
  }
}

async function handOver(change: Change<Person>, set: AppliedSet, partial: boolean): Promise<void> {
  const { db, actor } = change
  const held = await holdChangeSet(db, set.id)
  if (held?.state !== 'applied') throw new StateChanged()
  const touched = await kindOf(held.kind).touched(db, set)
  const total = await plannedChanges(db, set.id)
  if (touched.length > 0 && !partial) throw changedSince(total, touched)
  await noteUndoing(db, set.id, actor.id, total - touched.length)
  await enqueueStep(change, { changeSet: set.id, customer: set.customer, step: 'undo' })
  change.audit({ ...eventOf('undo', set), action: 'change-sets.undo-begin' })
}

/** Puts back in one transaction what nobody touched, as one event. */
export async function undoApplied(
  change: Change<Person>,
  set: AppliedSet,
  from: Extract<ChangeSetState, 'applied' | 'undoing'>,
  partial: boolean,
): Promise<void> {
  const { db, actor, now } = change
  // Looked at when it is this one's turn: another worker may have undone it while this one waited.
  await lockCustomer(db, set.customer)
  const found = from === 'applied' ? await holdChangeSet(db, set.id) : await changeSetAtWork(db, set.id)
  if (found?.state !== from) throw new StateChanged()
  const kind = kindOf(found.kind)
  const total = await plannedChanges(db, set.id)
  const touched = await kind.touched(db, { ...set, toUndo: total })
  if (touched.length > 0 && !partial) throw changedSince(total, touched)
  if (touched.length > 0) await markRemaining(db, set.id, touched)
  const undone = total - touched.length
  const done: Done = undone > 0 ? await kind.undo(change, { ...set, rows: undone }) : { changed: 0 }
  if (done.changed !== undone) throw new Stale({ isUntouched: done.changed === 0 })
  const counts = { undone, remaining: touched.length }
  await noteUndone(db, set, { from, by: actor.id, ...counts, now, told: changedRecords(kind, done) })
  change.audit(eventOf('undo', set, { after: { kind: found.kind, ...counts } }))
}

const changedSince = (total: number, touched: readonly number[]) =>
  new Problem('changedSince', { meta: { undoes: total - touched.length, remains: touched.length } })
