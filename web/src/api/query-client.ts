import { QueryClient } from '@tanstack/react-query'
import { CallFailure, isUnanswered } from './failure'

/** Data this young is shown without asking again, in ms. */
const freshMs = 30_000
const longestRetryMs = 10_000

/** A failure that may pass by itself: no network, or a server that is away for a moment. */
const mayPass = (error: Error) => isUnanswered(error) || (error instanceof CallFailure && error.status === 503)

/** The cache of everything read from the server, one a page. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // Without a network there is nothing to wait for: what failed is read again when it is back.
        retry: (failures, error) => failures < 2 && mayPass(error) && navigator.onLine,
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, longestRetryMs),
        networkMode: 'always',
      },
      // A save without a network fails at once and is said; waiting in silence for one would look like success.
      mutations: { networkMode: 'always' },
    },
  })
