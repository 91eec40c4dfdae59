/** Where providers send people back to, below the public address: the web's callback screen (query: code, state, iss). */
export const federationCallbackPath = '/federation'

/** The provider of a callback: what stands before the dot of `state` (security S2). */
export const providerOfState = (state: string): string => state.slice(0, Math.max(0, state.lastIndexOf('.')))
