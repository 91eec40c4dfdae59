import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { useEffect, useRef, useState } from 'react'
import { failedWith } from '../../api/failure'
import { useIsLeft } from '../../api/form/use-is-left'
import { isRefused } from '../../api/refused'
import { reportError } from '../../api/report-error'
import { applyPlan, cancelStep, planChangeSet, settled, type WantedChangeSet } from './change-set-calls'

/** Where a bulk act stands, from the wish to its end. */
export type ChangeSetStep =
  | { at: 'planning'; set?: ChangeSet }
  | { at: 'planned'; set: ChangeSet }
  /** `isLost` while nobody knows whether it was: the answer was lost, and the server is asked what became of it. */
  | { at: 'applying'; set: ChangeSet; isLost?: boolean }
  /** Something was changed by somebody else since it was planned. */
  | { at: 'stale'; set: ChangeSet }
  | { at: 'failed'; set?: ChangeSet; error?: unknown }

interface Outcomes {
  onPlanned(set: ChangeSet): void
  /** It was applied; `isLeft` when the dialog was left meanwhile. */
  onApplied(set: ChangeSet, isLeft: boolean): void
  /** The dialog was left while it was applied, and nothing was changed: nobody else would say so. */
  onFailedAlone(error: unknown): void
}

/** Has a bulk act planned as soon as it is drawn, and applies it when told to. One that exists already is shown as it is. */
export function useChangeSet(wanted: WantedChangeSet | ChangeSet, { onPlanned, onApplied, onFailedAlone }: Outcomes) {
  // The compiler cannot follow what `apply` does when it fails.
  'use no memo'
  const [step, setStep] = useState<ChangeSetStep>({ at: 'planning' })
  /** Of one attempt: what is sent again under it is planned once. */
  const [key, setKey] = useState(() => crypto.randomUUID())
  const isLeft = useIsLeft()
  const isCancelled = useRef(false)
  const [hasBegun, setBegun] = useState(false)

  const become = (next: ChangeSetStep) => {
    if (!isLeft()) setStep(next)
  }

  async function plan() {
    const begun = 'state' in wanted ? wanted : await planChangeSet(wanted, key)
    const set = await settled(begun, (now) => become({ at: 'planning', set: now }))
    if (isLeft()) return
    if (set.state === 'failed') return become({ at: 'failed', set })
    become({ at: set.state === 'stale' ? 'stale' : 'planned', set })
    if (set.state === 'planned') onPlanned(set)
  }

  // The server plans: asked once for each attempt, and left alone when the dialog is closed meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted does not change while the dialog is open
  useEffect(() => {
    plan().catch((error: unknown) => become({ at: 'failed', error }))
  }, [key])

  async function apply(set: ChangeSet) {
    become({ at: 'applying', set })
    try {
      const now = await applyPlan(
        set,
        (applying) => become({ at: 'applying', set: applying }),
        () => become({ at: 'applying', set, isLost: true }),
      )
      if (now.state === 'applied') return onApplied(now, isLeft())
      if (isCancelled.current) return
      if (isLeft()) return onFailedAlone(undefined)
      become({ at: now.state === 'stale' ? 'stale' : 'failed', set: now })
    } catch (error) {
      const isStale = failedWith(error, 'stale')
      if (!isStale) reportError(error, 'saveFailed')
      if (isLeft()) return onFailedAlone(error)
      if (isStale) return become({ at: 'stale', set })
      become({ at: 'failed', set, error })
    }
  }

  /** Whether it can still be cancelled, as far as that is known here: it waits for the server to begin. */
  const waits = step.at === 'applying' && step.set.state === 'applying' && step.set.progress.done === 0
  const isPlanned = step.at === 'planning' && step.set?.state === 'planning'
  const mayCancel = (waits || isPlanned) && !hasBegun

  /** Cancels what waits to be applied, or is being planned; true when nothing will be. */
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

  /** Plans it anew. */
  function again() {
    setStep({ at: 'planning' })
    setKey(crypto.randomUUID())
  }

  // What the file or the wish itself is refused for is refused again.
  const hasFailed = step.at === 'stale' || (step.at === 'failed' && !isRefused(step.error))
  const canPlanAgain = hasFailed && !('state' in wanted)

  return { step, apply, again: canPlanAgain ? again : undefined, mayCancel, cancel }
}
