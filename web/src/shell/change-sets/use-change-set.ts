import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { useEffect, useRef, useState } from 'react'
import { failedWith } from '../../api/failure'
import { useIsLeft } from '../../api/form/use-is-left'
import { isRefused } from '../../api/refused'
import { reportError } from '../../api/report-error'
import { applyPlan, type ChangeSetRequest, cancelStep, planChangeSet, waitUntilSettled } from './change-set-calls'
import { failureOf } from './failure-text'

/** State of a bulk change from planning to its end. */
export type ChangeSetStep =
  | { at: 'planning'; set?: ChangeSet }
  | { at: 'planned'; set: ChangeSet }
  /** `isLost` while the outcome is unknown: the answer was lost, and the server is being polled. */
  | { at: 'applying'; set: ChangeSet; isLost?: boolean }
  /** Data has changed since it was planned. */
  | { at: 'stale'; set: ChangeSet }
  /** Without an error it was cancelled elsewhere. */
  | { at: 'failed'; set?: ChangeSet; error?: unknown }

interface ChangeSetCallbacks {
  onPlanned(set: ChangeSet): void
  /** Called when the server refuses to plan it, and would again. */
  onRefused(): void
  /** Called when it was applied; `isLeft` if the dialog was left meanwhile. */
  onApplied(set: ChangeSet, isLeft: boolean): void
  /** Called when applying failed after the dialog was left, so that the failure is shown elsewhere. */
  onFailedAfterLeaving(error: unknown): void
}

/** Plans a bulk change on mount and applies it on request. An existing change set is shown as it is. */
export function useChangeSet(
  request: ChangeSetRequest | ChangeSet,
  { onPlanned, onRefused, onApplied, onFailedAfterLeaving }: ChangeSetCallbacks,
) {
  // The compiler does not support the try/catch of `apply`.
  'use no memo'
  const [step, setStep] = useState<ChangeSetStep>({ at: 'planning' })
  /** Idempotency key of one planning attempt. */
  const [key, setKey] = useState(() => crypto.randomUUID())
  const isLeft = useIsLeft()
  const isCancelled = useRef(false)
  const [hasServerBegun, setBegun] = useState(false)

  const update = (next: ChangeSetStep) => {
    if (!isLeft()) setStep(next)
  }

  function updateFailed(error: unknown, set?: ChangeSet) {
    update({ at: 'failed', error, ...(set && { set }) })
    if (isRefused(error)) onRefused()
  }

  async function plan() {
    const planned = 'state' in request ? request : await planChangeSet(request, key)
    const set = await waitUntilSettled(planned, (now) => update({ at: 'planning', set: now }))
    if (isLeft()) return
    if (set.state === 'failed') return updateFailed(failureOf(set), set)
    update({ at: set.state === 'stale' ? 'stale' : 'planned', set })
    if (set.state === 'planned') onPlanned(set)
  }

  // Plans once per attempt; closing the dialog meanwhile ignores the result.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted does not change while the dialog is open
  useEffect(() => {
    plan().catch((error: unknown) => updateFailed(error))
  }, [key])

  async function apply(set: ChangeSet) {
    update({ at: 'applying', set })
    try {
      const now = await applyPlan(
        set,
        (applying) => update({ at: 'applying', set: applying }),
        () => update({ at: 'applying', set, isLost: true }),
      )
      if (now.state === 'applied') return onApplied(now, isLeft())
      if (isCancelled.current) return
      const error = failureOf(now)
      if (isLeft()) return onFailedAfterLeaving(error)
      update(now.state === 'stale' ? { at: 'stale', set: now } : { at: 'failed', set: now, error })
    } catch (error) {
      const isStale = failedWith(error, 'stale')
      if (!isStale) reportError(error, 'saveFailed')
      if (isLeft()) return onFailedAfterLeaving(error)
      if (isStale) return update({ at: 'stale', set })
      update({ at: 'failed', set, error })
    }
  }

  /** Whether it can still be cancelled, as far as is known here: the server has not begun. */
  const isQueued = step.at === 'applying' && step.set.state === 'applying' && step.set.progress.done === 0
  const isPlanned = step.at === 'planning' && step.set?.state === 'planning'
  const mayCancel = (isQueued || isPlanned) && !hasServerBegun

  /** Cancels the pending planning or applying; true if it was cancelled. */
  async function cancel({ id }: ChangeSet): Promise<boolean> {
    isCancelled.current = true
    try {
      isCancelled.current = await cancelStep(id)
    } catch (error) {
      isCancelled.current = false
      reportError(error, 'saveFailed')
    }
    if (!isCancelled.current) setBegun(true)
    return isCancelled.current
  }

  /** Plans again. */
  function replan() {
    setStep({ at: 'planning' })
    setKey(crypto.randomUUID())
  }

  // A request that the server rejected as invalid would be rejected again.
  const hasFailed = step.at === 'stale' || (step.at === 'failed' && !isRefused(step.error))
  const canPlanAgain = hasFailed && !('state' in request)

  return { step, apply, replan: canPlanAgain ? replan : undefined, mayCancel, cancel }
}
