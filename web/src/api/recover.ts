import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** What screens show and could not read. */
export const failedQueries = {
  type: 'active',
  predicate: ({ state }: { state: { error: unknown } }) => state.error !== null,
} as const

/** Loads again what a route or what a screen itself has failed to load. */
export function recover(queries: QueryClient, router: AnyRouter): void {
  void queries.refetchQueries(failedQueries)
  void router.invalidate({ filter: ({ status }) => status === 'error' })
}
