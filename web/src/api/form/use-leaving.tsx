import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Confirm } from '../../ui/confirm'
import { asksBeforeUnload } from '../unload'

interface Leaving {
  /** Leaves at once when nothing was typed; asks first when there is something to lose. */
  leave(then: () => void): void
  /** The question, while it is asked. */
  question: ReactNode
}

/**
 * Asks before typed work is left: by Back or a link, which it hears of itself, or by what calls `leave`; and has the browser ask
 * before a reload and the end of the tab.
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
  return {
    leave: (go) => (isTyped ? setThen(() => go) : go()),
    question: (isBlocked || then) && (
      <Confirm
        title={title ?? t`Leave without saving?`}
        action={<Trans>Leave</Trans>}
        onConfirm={isBlocked ? way.proceed : () => then?.()}
        onCancel={isBlocked ? way.reset : () => setThen(undefined)}
      >
        <Trans>What you have written will be lost.</Trans>
      </Confirm>
    ),
  }
}
