import { Trans } from '@lingui/react/macro'
import { useLayoutEffect } from 'react'
import { isSafari } from '../session/device'
import { MessageScreen } from './message-screen'

/** Delay for the session to reach the other side before the redirect (account-portal chapter 9), in ms. */
const delayMs = 1_000
const delayOnSafariMs = 3_000

/** Screen shown during the redirect to a trusted address outside the product. */
export function ExternalRedirect({ to }: { to: string }) {
  // Redirects after the specified delay, counted from when the message is visible.
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
