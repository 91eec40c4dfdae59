import { QueryClient } from '@tanstack/react-query'
import { CallFailure, failedWith, isUnanswered } from './failure'

/** Data this young is shown without asking again, in ms. */
const freshMs = 30_000
const longestRetryMs = 10_000

/** A project that stands still until somebody starts it. */
const isAtRest = (error: Error) => failedWith(error, 'projectStopped') && error.problems[0]?.meta?.status !== 'Starting'

/** A failure that may pass by itself: no network, a server that is away for a moment, or a project that is starting. */
const mayPass = (error: Error) =>
  isUnanswered(error) || (error instanceof CallFailure && error.status === 503 && !isAtRest(error))

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
