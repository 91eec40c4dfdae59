import { type InvalidateQueryFilters, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import { isServerUnavailable } from './availability'
import { failedWith } from './failure'

/** Data younger than this is shown without a refetch, in ms. */
const freshMs = 30_000

/** A project that stays stopped until somebody starts it. */
const isStopped = (error: Error) =>
  failedWith(error, 'projectStopped') && error.problems[0]?.meta?.status !== 'Starting'

/**
 * A query client whose invalidation also covers queries that are loading for the first time: they may have been read before the change, so
 * they are refetched when they arrive. The library refetches only queries that already have data.
 */
class Queries extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => !state.dataUpdatedAt)
    const refetchAfterFirst = async ({ promise, queryKey }: Query) => {
      await promise
      await super.invalidateQueries({ queryKey, exact: true })
    }
    await Promise.allSettled([...first.map(refetchAfterFirst), super.invalidateQueries(filters)])
  }
}

/** Creates the cache of everything read from the server; one per page. */
export const createQueryClient = () =>
  new Queries({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // Without a network a retry is pointless: failed queries are refetched when it is back.
        retry: (failures, error) => failures < 2 && isServerUnavailable(error) && !isStopped(error) && navigator.onLine,
        networkMode: 'always',
      },
      // A save without a network fails at once and is reported; silently waiting would look like success.
      mutations: { networkMode: 'always' },
    },
  })
