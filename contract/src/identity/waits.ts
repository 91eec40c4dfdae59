/** Lifetime of a challenge or setup of the second factor across reloads, in seconds (security C3). */
export const secondFactorSeconds = 5 * 60

/** Lifetime of a passkey challenge, in seconds. */
export const passkeySeconds = 5 * 60
