import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Confirm } from '../../ui/confirm'
import { promptsBeforeUnload } from '../unload'
import { registerLeaveGuard } from './leave-guards'
import { isLeavingForProof } from './leaving-for-proof'

interface Leaving {
  /** Runs the callback at once without unsaved changes; otherwise asks first. */
  leave(then: () => void): void
  /** The confirmation dialog, while it is open. */
  question: ReactNode
}

interface LeaveGuardOptions {
  /** The title of the confirmation. */
  title?: string
  /** The changes are being saved: leaving within the page does not ask then, as the save continues. */
  isSaving?: boolean
  /** Whether a navigation keeps the form: it asks nothing. */
  keeps?: (current: Place, next: Place) => boolean
}

/** A location as the router passes it to blockers. */
export interface Place {
  pathname: string
  search: object
}

/**
 * Asks before unsaved changes are lost: on Back, links and a change of the customer, which it intercepts itself, and on `leave`. The
 * browser asks before a reload and before the tab is closed, but not on the way to the proof that a save waits for.
 */
export function useLeaveGuard(isDirty: boolean, { title, isSaving = false, keeps }: LeaveGuardOptions = {}): Leaving {
  const { t } = useLingui()
  const asks = isDirty && !isSaving
  const [then, setThen] = useState<() => void>()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => asks && !keeps?.(current, next),
    enableBeforeUnload: () => isDirty && !(isSaving && isLeavingForProof()) && promptsBeforeUnload(),
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  const leave = (go: () => void) => (asks ? setThen(() => go) : go())
  const onLeave = useEffectEvent(leave)

  // Registers with those who remove the screen without a navigation.
  useEffect(() => registerLeaveGuard((go) => onLeave(go)), [])

  function confirm() {
    setThen(undefined)
    then?.()
  }

  return {
    leave,
    question: (isBlocked || then) && (
      <Confirm
        title={title ?? t`Leave without saving?`}
        action={<Trans>Leave</Trans>}
        onConfirm={isBlocked ? blocker.proceed : confirm}
        onCancel={isBlocked ? blocker.reset : () => setThen(undefined)}
      >
        <Trans>What you have written will be lost.</Trans>
      </Confirm>
    ),
  }
}
