/** Consecutive failures before the first lockout (security B1). */
export const freeFailures = 5

/** Consecutive failures after which the password is blocked until it is reset (NIST SP 800-63B-4 §3.2.2). */
export const maxFailures = 100

/** The first and the longest lockout, in seconds; each further failure doubles it. */
export const lockout = { first: 30, max: 900 } as const

/** A counted attempt that was never completed belongs to a crashed server; after this time it counts as a failure. */
export const abandonedAfterSeconds = 10

/** The counter of an account, an unknown address or a known browser before an attempt. */
export interface AttemptCounter {
  failures: number
  blockedUntil: string | null
}

/** Whether there are too many failures: the response is that of a wrong password, and the attempt is not counted. */
export const isBlocked = ({ failures, blockedUntil }: AttemptCounter, now: number): boolean =>
  failures >= maxFailures || (blockedUntil !== null && Date.parse(blockedUntil) > now)
