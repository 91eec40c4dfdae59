/** Where providers send people back to, below the public address: the web's callback screen (query: code, state, iss). */
export const federationCallbackPath = '/federation'

/** The provider of a callback: what stands before the dot of `state` (security S2). */
export const providerOfState = (state: string): string => state.slice(0, Math.max(0, state.lastIndexOf('.')))

const testMark = '.test.'

/** The state of a test sign-in, which its window brings back to the page that opened it. */
export const testState = (provider: string, secret: string): string => `${provider}${testMark}${secret}`

/** Is it the state of a test sign-in? A provider's id has no dot, and no secret of ours has one. */
export const isTestState = (state: string): boolean => state.includes(testMark)
