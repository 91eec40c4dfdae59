import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { mayPass } from './away'
import { codeState } from './missing-code'
import { failedQueries, recover } from './recover'

/** Between two tries to recover by itself, in ms. */
const recoverEveryMs = 10_000

/**
 * The way on from something that could not be loaded: tries again when told to and, as long as the page is looked at, every ten seconds.
 * What was wrong with the request itself is left to the person.
 */
export function useRecovery(error: unknown): { retry(): void; isRetrying: boolean } {
  const queries = useQueryClient()
  const router = useRouter()
  const isRetrying = useIsFetching(failedQueries) > 0
  const isPassing = mayPass(error)

  const retry = () => (codeState() === 'lost' ? location.reload() : recover(queries, router))
  const onClock = useEffectEvent(() => {
    if (document.visibilityState === 'visible') recover(queries, router)
  })

  // The clock says when it is worth another try; that the network is back is heard for all screens at once (application).
  useEffect(() => {
    if (!isPassing) return
    const timer = setInterval(() => onClock(), recoverEveryMs)
    return () => clearInterval(timer)
  }, [isPassing])

  return { retry, isRetrying }
}
