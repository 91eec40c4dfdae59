import type { ChangeSet, ChangeSetState } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import type { Change, Context } from '../../../platform/context'
import type { Transaction } from '../../../platform/database'
import { eventOf } from './apply-change-set'
import { withdrawStep } from './change-set-jobs'
import { noteAppliedAgain, noteEnded, notePlannedAgain } from './change-set-states.store'
import { holdChangeSet } from './change-set-work.store'
import { getOrThrow, notInState } from './seen'

type AtWork = Extract<ChangeSetState, 'planning' | 'applying' | 'undoing'>

/** What becomes of a step that is cancelled. False once it cannot be. */
const withdrawals: Record<AtWork, (db: Transaction, id: string) => Promise<boolean>> = {
  // What is planned is nobody's yet: a plan that has begun ends with the part that is written.
  async planning(db, id) {
    await withdrawStep(db, { changeSet: id, step: 'plan' })
    return noteEnded(db, id, { from: 'planning', to: 'failed', failure: 'cancelled' })
  },
  async applying(db, id) {
    const isWithdrawn = await withdrawStep(db, { changeSet: id, step: 'apply' })
    if (isWithdrawn) await notePlannedAgain(db, id)
    return isWithdrawn
  },
  async undoing(db, id) {
    const isWithdrawn = await withdrawStep(db, { changeSet: id, step: 'undo' })
    if (isWithdrawn) await noteAppliedAgain(db, id)
    return isWithdrawn
  },
}

const stepOf = { planning: 'plan', applying: 'apply', undoing: 'undo' } as const satisfies Record<AtWork, string>

/**
 * Takes back a step that a job is to do: an apply or an undo as long as no job has begun to, a plan at any time. It is as it was before
 * then; one that was to be planned comes to nothing.
 */
export async function cancelChangeSet(context: Context<Person>, id: string): Promise<void> {
  const set = await getOrThrow(context, id)
  if (isCancelled(set)) return
  if (!isAtWork(set.state)) throw notInState(set)
  const { state } = set
  await context.change((change) => withdraw(change, set, state))
}

async function withdraw(change: Change<Person>, set: ChangeSet, state: AtWork): Promise<void> {
  const held = await holdChangeSet(change.db, set.id)
  if (held?.state !== state || !(await withdrawals[state](change.db, set.id))) throw notInState(set)
  const step = stepOf[state]
  change.audit({ ...eventOf(step, set), action: `change-sets.${step}-cancel` })
}

/** Idempotent, as far as a state tells. */
const isCancelled = ({ state, failure }: ChangeSet): boolean => state === 'planned' || failure === 'cancelled'

const isAtWork = (state: ChangeSetState): state is AtWork => state in withdrawals
