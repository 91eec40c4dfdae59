import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { isTemporaryFailure } from './availability'
import { codeState } from './missing-code'
import { failedQueries, recover } from './recover'

/** Interval between automatic recovery attempts, in ms. */
const recoveryIntervalMs = 10_000

/**
 * Recovery from a failed load: a manual retry and, while the page is visible, an automatic one every ten seconds. Failures caused by the
 * request itself are not retried automatically.
 */
export function useRecovery(error: unknown): { retry(): void; isRetrying: boolean } {
  const queries = useQueryClient()
  const router = useRouter()
  const isRetrying = useIsFetching(failedQueries) > 0
  const isTransient = isTemporaryFailure(error)

  const retry = () => (codeState() === 'lost' ? location.reload() : recover(queries, router))
  const onClock = useEffectEvent(() => {
    if (document.visibilityState === 'visible') recover(queries, router)
  })

  // A timer for retries; the application handles the return of the network for all screens.
  useEffect(() => {
    if (!isTransient) return
    const timer = setInterval(() => onClock(), recoveryIntervalMs)
    return () => clearInterval(timer)
  }, [isTransient])

  return { retry, isRetrying }
}
