import type { Person } from '@lintel/contract/people/permissions'
import type { Context } from '../../../platform/context'
import { eventOf } from './apply-change-set'
import { withdrawStep } from './change-set-jobs'
import { notePlannedAgain } from './change-set-states.store'
import { holdChangeSet } from './change-set-work.store'
import { notInState, seen } from './seen'

/** Takes back that a change set is to be applied, as long as no job has begun to: it is planned again. */
export async function cancelChangeSet(context: Context<Person>, id: string): Promise<void> {
  const set = await seen(context, id)
  if (set.state === 'planned') return
  if (set.state !== 'applying') throw notInState(set)
  await context.change(async (change) => {
    const held = await holdChangeSet(change.db, id)
    const isWithdrawn = held?.state === 'applying' && (await withdrawStep(change.db, { changeSet: id, step: 'apply' }))
    if (!isWithdrawn) throw notInState(set)
    await notePlannedAgain(change.db, id)
    change.audit({ ...eventOf('apply', set), action: 'change-sets.apply-cancel' })
  })
}
