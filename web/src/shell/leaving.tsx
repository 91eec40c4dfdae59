import { Trans } from '@lingui/react/macro'
import { useLayoutEffect } from 'react'
import { isSafari } from '../session/device'
import { MessageScreen } from './message-screen'

/** The session needs this long to reach the other side before somebody arrives there (account-portal chapter 9), in ms. */
const delayMs = 1_000
const delayOnSafariMs = 3_000

/** On the way to a safe address outside the product. */
export function Leaving({ to }: { to: string }) {
  // Leaves the page after the time that the specification gives, counted from when somebody can read that it will.
  useLayoutEffect(() => {
    const timer = setTimeout(() => location.replace(to), isSafari(navigator) ? delayOnSafariMs : delayMs)
    return () => clearTimeout(timer)
  }, [to])
  return (
    <MessageScreen title={<Trans>One moment</Trans>}>
      <p>
        <Trans>
          You are being taken to <a href={to}>{new URL(to).host}</a>.
        </Trans>
      </p>
    </MessageScreen>
  )
}
