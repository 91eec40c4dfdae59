import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { completed, paced } from './paced'

/** For each query client, the paced refetch of each key. */
const readings = new WeakMap<QueryClient, Map<string, ReturnType<typeof paced>>>()

/**
 * Schedules a refetch of everything under a key within `withinMs` ms because the server reported a change; one refetch at a time serves all
 * callers of the same key (see {@link paced}).
 */
export function scheduleRefetch(queries: QueryClient, queryKey: QueryKey, withinMs?: number): void {
  const ofCache = readings.get(queries) ?? new Map<string, ReturnType<typeof paced>>()
  readings.set(queries, ofCache)
  const hash = hashKey(queryKey)
  const read = ofCache.get(hash) ?? paced(() => refetchAll(queries, queryKey))
  ofCache.set(hash, read)
  read(withinMs)
}

/**
 * Refetches everything under a key and resolves when done. A fetch in progress may have started before the change: it is awaited and then
 * repeated, because the server completes it even if it is aborted. Only one that takes too long is aborted (see {@link completed}).
 */
export async function refetchAll(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const inProgress = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  await Promise.all([
    queries.invalidateQueries({ queryKey, predicate: (query) => !inProgress.includes(query) }),
    ...inProgress.map(async (query) => {
      await completed(query.promise)
      await queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  ])
}
