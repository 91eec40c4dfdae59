import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { readSince } from './early-times'

/**
 * When an answer was read that is shown from now on, in milliseconds since 1970 by this window's clock; now where there is
 * none yet, or where it is being read again; for an answer that was asked for early, when the first of them came. For `followCustomer`, which tells what changed since.
 */
export function readAt(queries: QueryClient, queryKey: QueryKey): number {
  const state = queries.getQueryState(queryKey)
  return state && state.dataUpdatedAt > 0 && state.fetchStatus !== 'fetching'
    ? readSince(state.dataUpdatedAt)
    : Date.now()
}
