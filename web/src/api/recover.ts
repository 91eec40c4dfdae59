import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** Active queries that failed. */
export const failedQueries = {
  type: 'active',
  predicate: ({ state }: { state: { error: unknown } }) => state.error !== null,
} as const

/** Reloads failed queries and failed routes. */
export function recover(queries: QueryClient, router: AnyRouter): void {
  void queries.refetchQueries(failedQueries)
  void router.invalidate({ filter: ({ status }) => status === 'error' })
}
