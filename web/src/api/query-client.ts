import { type InvalidateQueryFilters, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import { isAway } from './away'
import { failedWith } from './failure'

/** Data this young is shown without asking again, in ms. */
const freshMs = 30_000

/** A project that stands still until somebody starts it. */
const isAtRest = (error: Error) => failedWith(error, 'projectStopped') && error.problems[0]?.meta?.status !== 'Starting'

/**
 * A cache in which nothing that is invalidated stays as it was: what is being read for the first time then, and may have been read before
 * the change, is read once more when it has come. The library reads again at once only what it has some of already.
 */
class Queries extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => !state.dataUpdatedAt)
    const readAgain = async ({ promise, queryKey }: Query) => {
      await promise
      await super.invalidateQueries({ queryKey, exact: true })
    }
    await Promise.allSettled([...first.map(readAgain), super.invalidateQueries(filters)])
  }
}

/** The cache of everything read from the server, one a page. */
export const createQueryClient = () =>
  new Queries({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // Without a network there is nothing to wait for: what failed is read again when it is back.
        retry: (failures, error) => failures < 2 && isAway(error) && !isAtRest(error) && navigator.onLine,
        networkMode: 'always',
      },
      // A save without a network fails at once and is said; waiting in silence for one would look like success.
      mutations: { networkMode: 'always' },
    },
  })
