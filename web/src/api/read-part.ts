import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads a part of a query that is put together from several. What fails is tried again as a whole: each part tried again as well would
 * keep its screen waiting for three times as long before it says why.
 */
export const readPart =
  (queries: QueryClient): QueryClient['fetchQuery'] =>
  (options) =>
    queries.fetchQuery({ ...options, retry: false })
