import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { atOnceRows, type ChangeSetState, mayApply } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { AuditEvent } from '../../../platform/audit/audit'
import type { Change, Context } from '../../../platform/context'
import { kindOf } from '../kinds'
import { type AppliedSet, type Done, Stale } from './change-kind'
import { enqueueStep } from './change-set-jobs'
import { noteApplied, noteApplying, noteEnded } from './change-set-states.store'
import { changeSetAtWork, holdChangeSet, lockCustomer } from './change-set-work.store'
import { plannedChanges } from './plan.store'
import type { PlanCounts } from './plan-counts.store'
import { getOrThrow, notInState, StateChanged } from './seen'
import { changedRecords } from './tell-progress'

/** What is told of a step that changed nothing. */
export const eventOf = (
  step: 'apply' | 'undo' | 'plan',
  { id, customer }: { id: string; customer: string },
  more: Pick<AuditEvent, 'result' | 'reason' | 'after'> = {},
): AuditEvent => ({ action: `change-sets.${step}`, customer, target: { type: 'change-sets', id }, ...more })

/** Applies what was planned: at once, or by a job when it is much. Asked again, nothing more happens. */
export async function applyChangeSet(context: Context<Person>, id: string): Promise<void> {
  const set = await getOrThrow(context, id)
  if (set.state === 'applying' || set.state === 'applied') return
  if (!mayApply(set)) throw notInState(set)
  try {
    if (set.summary.change > atOnceRows) await context.change((change) => handOver(change, set))
    else await context.change((change) => applyPlanned(change, set, 'planned'))
  } catch (error) {
    if (error instanceof StateChanged) return applyChangeSet(context, id)
    if (!(error instanceof Stale)) throw error
    await context.change((change) => noteStale(change, set, 'planned'))
    throw new Problem('stale', { detail: 'What was planned to change was changed since' })
  }
}

async function handOver(change: Change<Person>, set: AppliedSet): Promise<void> {
  const held = await holdChangeSet(change.db, set.id)
  if (held?.state !== 'planned') throw new StateChanged()
  await noteApplying(change.db, set.id, change.actor.id)
  await enqueueStep(change, { changeSet: set.id, customer: set.customer, step: 'apply' })
  change.audit({ ...eventOf('apply', set), action: 'change-sets.apply-begin' })
}

/** Every planned row, or none: one transaction and one event, which says what proves the rows later. */
export async function applyPlanned(
  change: Change<Person>,
  set: AppliedSet,
  from: Extract<ChangeSetState, 'planned' | 'applying'>,
): Promise<void> {
  const { db } = change
  await lockCustomer(db, set.customer)
  // A job's is not held, so that its progress can be written meanwhile; who is late finds it applied.
  const found = from === 'planned' ? await holdChangeSet(db, set.id) : await changeSetAtWork(db, set.id)
  if (found?.state !== from) throw new StateChanged()
  await applyRows(change, set, { kind: found.kind, counts: { change: await plannedChanges(db, set.id) }, from })
}

/** What is applied: the kind and the counts of its plan, and where its change set stands (`planning`: its counts are noted with it), and what was done already. */
type Applied =
  | { kind: ChangeSetKind; counts: PlanCounts; from: 'planning' | 'planned'; done: Done | undefined }
  | { kind: ChangeSetKind; counts: Pick<PlanCounts, 'change'>; from: 'planned' | 'applying'; done?: never }

/** Does what the rows of a plan say. Throws {@link Stale} when not all of them can be done. */
export async function applyRows(change: Change<Person>, set: AppliedSet, applied: Applied): Promise<void> {
  const { db, actor, now } = change
  const { kind: name, from } = applied
  const wanted = applied.counts.change
  const kind = kindOf(name)
  const done = applied.done ?? (wanted > 0 ? await kind.apply(change, { ...set, rows: wanted }) : { changed: 0 })
  const { changed, following } = done
  if (changed !== wanted) throw new Stale({ isUntouched: changed === 0 })
  const told = changedRecords(kind, done)
  const counts = applied.from === 'planning' ? applied.counts : undefined
  const noted = { from, by: actor.id, changed, now, told, counts, following }
  const { found, ...proof } = await noteApplied(db, set, noted)
  await following?.follow(found)
  change.audit(eventOf('apply', set, { after: { kind: name, ...proof } }))
}

/** Nothing was applied, and nothing ever will be of this plan. */
export async function noteStale(
  { db, audit }: Pick<Change, 'db' | 'audit'>,
  set: AppliedSet,
  from: Extract<ChangeSetState, 'planned' | 'applying'>,
): Promise<void> {
  const ours = await noteEnded(db, set.id, { from, to: 'stale', failure: 'stale' })
  audit(eventOf('apply', set, { result: 'failure', reason: ours ? 'stale' : 'done elsewhere' }))
}
