import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Confirm } from '../../ui/confirm'
import { asksBeforeUnload } from '../unload'
import { noteLeaver } from './leavers'

interface Leaving {
  /** Leaves at once when nothing was typed; asks first when there is something to lose. */
  leave(then: () => void): void
  /** The question, while it is asked. */
  question: ReactNode
}

/**
 * Asks before typed work is left: by Back, a link or another customer, which it hears of itself, or by what calls `leave`; and has the
 * browser ask before a reload and the end of the tab.
 */
export function useLeaving(isTyped: boolean, title?: string): Leaving {
  const { t } = useLingui()
  const [then, setThen] = useState<() => void>()
  const way = useBlocker({
    shouldBlockFn: () => isTyped,
    enableBeforeUnload: () => isTyped && asksBeforeUnload(),
    withResolver: true,
  })
  const isBlocked = way.status === 'blocked'
  const leave = (go: () => void) => (isTyped ? setThen(() => go) : go())
  const onLeave = useEffectEvent(leave)

  // Whoever takes the screen away without another address asks all forms that are on it.
  useEffect(() => noteLeaver((go) => onLeave(go)), [])

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
        onConfirm={isBlocked ? way.proceed : confirm}
        onCancel={isBlocked ? way.reset : () => setThen(undefined)}
      >
        <Trans>What you have written will be lost.</Trans>
      </Confirm>
    ),
  }
}
