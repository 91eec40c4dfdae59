import type { ChangeSet, ChangeSetState } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import type { Change, Context } from '../../../platform/context'
import type { Transaction } from '../../../platform/database'
import { eventOf } from './apply-change-set'
import { withdrawStep } from './change-set-jobs'
import { markEnded, revertToApplied, revertToPlanned } from './change-set-states.store'
import { loadChangeSet, wrongState } from './load-change-set'
import { lockChangeSet } from './stored-change-set.store'

type InProgressState = Extract<ChangeSetState, 'planning' | 'applying' | 'undoing'>

/** Cancels the step of each state; false where it is too late. */
const cancelStep: Record<InProgressState, (db: Transaction, id: string) => Promise<boolean>> = {
  // A plan can be cancelled at any time: a running one stops after the part that is being written.
  async planning(db, id) {
    await withdrawStep(db, { changeSet: id, step: 'plan' })
    return markEnded(db, id, { from: 'planning', to: 'failed', failure: 'cancelled' })
  },
  async applying(db, id) {
    const isWithdrawn = await withdrawStep(db, { changeSet: id, step: 'apply' })
    if (isWithdrawn) await revertToPlanned(db, id)
    return isWithdrawn
  },
  async undoing(db, id) {
    const isWithdrawn = await withdrawStep(db, { changeSet: id, step: 'undo' })
    if (isWithdrawn) await revertToApplied(db, id)
    return isWithdrawn
  },
}

const stepOf = { planning: 'plan', applying: 'apply', undoing: 'undo' } as const satisfies Record<
  InProgressState,
  string
>

/**
 * Cancels a queued step: an apply or an undo while no worker is at it, a plan at any time. The change set returns to its previous state; a
 * cancelled plan fails with `cancelled`.
 */
export async function cancelChangeSet(context: Context<Person>, id: string): Promise<void> {
  const set = await loadChangeSet(context, id)
  if (isCancelled(set)) return
  if (!isInProgress(set.state)) throw wrongState(set)
  const { state } = set
  await context.change((change) => withdraw(change, set, state))
}

async function withdraw(change: Change<Person>, set: ChangeSet, state: InProgressState): Promise<void> {
  const locked = await lockChangeSet(change.db, set.id)
  if (locked?.state !== state || !(await cancelStep[state](change.db, set.id))) throw wrongState(set)
  const step = stepOf[state]
  change.audit({ ...eventOf(step, set), action: `change-sets.${step}-cancel` })
}

/** The step was already cancelled, as far as the state shows it. */
const isCancelled = ({ state, failure }: ChangeSet): boolean => state === 'planned' || failure === 'cancelled'

const isInProgress = (state: ChangeSetState): state is InProgressState => state in cancelStep
