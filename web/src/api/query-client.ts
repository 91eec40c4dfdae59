import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'
import { CallFailure, failedWith, isUnanswered } from './failure'

/** Data this young is shown without asking again, in ms. */
const freshMs = 30_000
const longestRetryMs = 10_000

/** A project that stands still until somebody starts it. */
const isAtRest = (error: Error) => failedWith(error, 'projectStopped') && error.problems[0]?.meta?.status !== 'Starting'

/** A failure that may pass by itself: no network, a server that is away for a moment, or a project that is starting. */
const mayPass = (error: Error) =>
  isUnanswered(error) || (error instanceof CallFailure && error.status === 503 && !isAtRest(error))

/**
 * A cache in which nothing that is invalidated stays as it was: what is being read for the first time then, and may have been read before
 * the change, is read once more when it has come. The library reads again at once only what it has some of already.
 */
class Queries extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const fetching = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
    const first = fetching.filter(({ state }) => state.data === undefined)
    await super.invalidateQueries(filters, options)
    if (first.length === 0) return
    await Promise.allSettled(first.map(({ promise }) => promise))
    await super.invalidateQueries(
      { predicate: (query) => first.includes(query) && query.state.data !== undefined },
      options,
    )
  }
}

/** The cache of everything read from the server, one a page. */
export const createQueryClient = () =>
  new Queries({
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
