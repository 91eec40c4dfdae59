import type { APIResponse, Route } from '@playwright/test'

/**
 * Fetches the response of a request that a test delays or modifies. The server closes connections that were idle for ten seconds (security H4),
 * possibly at the moment of reuse, so the request is retried once on a new connection, as a browser does.
 */
export const fetchResponse = (route: Route): Promise<APIResponse> => route.fetch({ maxRetries: 1 })
