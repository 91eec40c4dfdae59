import { useEffect, useState } from 'react'
import { whenConnected } from '../../api/connection'
import { endSession, type LogoutDestination } from './end-session'

/** How long the confirmation is shown before the redirect (account-portal chapter 9), in ms. */
const logoutRedirectMs = 3_000
/** Delay before the next retry, if there is a connection, in ms. */
const retryDelayMs = 3_000

/** The state of signing out: pending, failed so far, or done. */
export type LogoutStage =
  | { at: 'pending' }
  | { at: 'failed'; isRetrying: boolean; retry(): void }
  | { at: 'done'; next: LogoutDestination }

/** Signs out, then loads a new page, so that nothing of the session stays in memory. */
export function useLogout(): LogoutStage {
  const [stage, setStage] = useState<LogoutStage>({ at: 'pending' })

  // Ends the session on the server, then leaves the page after the specified time.
  useEffect(() => {
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const waitForRetry = () =>
      new Promise<void>((resolve) => {
        let isRetried = false
        const retry = () => {
          // A user who has left the page meanwhile stays signed in.
          if (isUnmounted || isRetried) return
          isRetried = true
          clearTimeout(timer)
          setStage({ at: 'failed', isRetrying: true, retry })
          resolve()
        }
        setStage({ at: 'failed', isRetrying: false, retry })
        timer = setTimeout(() => whenConnected().then(retry), retryDelayMs)
      })
    endSession(waitForRetry).then((next) => {
      if (isUnmounted) return
      setStage({ at: 'done', next })
      timer = setTimeout(() => location.replace(next.address), logoutRedirectMs)
    })
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [])

  return stage
}
