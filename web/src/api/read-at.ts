import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { earliestReadAt } from './prefetch-times'

/**
 * When the data shown under a key was read, in epoch ms by this window's clock: now where there is none yet or a refetch is running, and
 * for prefetched data the arrival of the first prefetch. For `followCustomer`, which delivers what changed since.
 */
export function readAt(queries: QueryClient, queryKey: QueryKey): number {
  const state = queries.getQueryState(queryKey)
  return state && state.dataUpdatedAt > 0 && state.fetchStatus !== 'fetching'
    ? earliestReadAt(state.dataUpdatedAt)
    : Date.now()
}
