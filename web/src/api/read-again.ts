import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { over, paced } from './paced'

/** For each cache the keys that were read again, each with the function that asks for it. */
const readings = new WeakMap<QueryClient, Map<string, ReturnType<typeof paced>>>()

/**
 * Has all under a key read again within so many milliseconds because the server says that it changed, one reading at a time for all who
 * ask for the same key (see {@link paced}).
 */
export function readAgain(queries: QueryClient, queryKey: QueryKey, withinMs?: number): void {
  const ofCache = readings.get(queries) ?? new Map<string, ReturnType<typeof paced>>()
  readings.set(queries, ofCache)
  const hash = hashKey(queryKey)
  const read = ofCache.get(hash) ?? paced(() => readAnew(queries, queryKey))
  ofCache.set(hash, read)
  read(withinMs)
}

/**
 * Reads all under a key again, and resolves when that has come. What is being read already may have been read before the change: it is
 * awaited and read once more, as a server goes on reading for whoever breaks off. Only what takes too long (see {@link over}) is broken off.
 */
export async function readAnew(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const underWay = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  await Promise.all([
    queries.invalidateQueries({ queryKey, predicate: (query) => !underWay.includes(query) }),
    ...underWay.map(async (query) => {
      await over(query.promise)
      await queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  ])
}
