/** The redirect URI of providers below the public address: the web's callback screen (query: code, state, iss). */
export const federationCallbackPath = '/federation'

/** The provider of a callback: the part of `state` before its last dot (security S2). */
export const providerOfState = (state: string): string => state.slice(0, Math.max(0, state.lastIndexOf('.')))

const testMark = '.test.'

/** The `state` of a test sign-in, which its window returns to the page that opened it. */
export const testState = (provider: string, secret: string): string => `${provider}${testMark}${secret}`

/** True for the `state` of a test sign-in: neither a provider's id nor our secrets contain a dot. */
export const isTestState = (state: string): boolean => state.includes(testMark)
