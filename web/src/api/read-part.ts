import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads a part of a query that combines several reads, without retries of its own: only the whole is retried, otherwise its screen would
 * wait three times as long before it shows the failure.
 */
export const readPart =
  (queries: QueryClient): QueryClient['fetchQuery'] =>
  (options) =>
    queries.fetchQuery({ ...options, retry: false })
