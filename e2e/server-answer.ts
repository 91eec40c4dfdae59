import type { APIResponse, Route } from '@playwright/test'

/**
 * What the server answers to a call that a journey holds back or changes. The server ends a connection that nobody has used for ten seconds
 * (security H4), which may be the moment in which it is used again: asked once more over another one, as a browser does by itself.
 */
export const serverAnswer = (route: Route): Promise<APIResponse> => route.fetch({ maxRetries: 1 })
