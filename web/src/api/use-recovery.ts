import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { CallFailure, NoAnswer } from './failure'

/** Between two tries to recover by itself, in ms. */
const recoverEveryMs = 10_000

/** A failure that may pass without anybody doing anything: no network, or a server in trouble. */
const mayRecover = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof CallFailure && error.status >= 500)

/**
 * The way on from something that could not be loaded: tries again when told to, when the network comes back, and, as long as
 * the page is looked at, every ten seconds. What was wrong with the request itself is left to the person.
 */
export function useRecovery(error: unknown): { retry(): void; isRetrying: boolean } {
  const queries = useQueryClient()
  const router = useRouter()
  const failed = {
    type: 'active',
    predicate: ({ state }: { state: { error: unknown } }) => state.error !== null,
  } as const
  const isRetrying = useIsFetching(failed) > 0
  const isPassing = mayRecover(error)

  /** Loads again what a route or what a screen itself has failed to load. */
  function retry() {
    void queries.refetchQueries(failed)
    void router.invalidate({ filter: ({ status }) => status === 'error' })
  }

  const onOnline = useEffectEvent(retry)
  const onClock = useEffectEvent(() => {
    if (document.visibilityState === 'visible') retry()
  })

  // The network and the clock say when it is worth another try.
  useEffect(() => {
    if (!isPassing) return
    const whenOnline = () => onOnline()
    const timer = setInterval(() => onClock(), recoverEveryMs)
    addEventListener('online', whenOnline)
    return () => {
      clearInterval(timer)
      removeEventListener('online', whenOnline)
    }
  }, [isPassing])

  return { retry, isRetrying }
}
