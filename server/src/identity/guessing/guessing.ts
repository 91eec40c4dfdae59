/** Failures in a row before the first wait (security B1). */
export const freeFailures = 5

/** Failures in a row after which the password signs nobody in until it is reset (NIST SP 800-63B-4 §3.2.2). */
export const mostFailures = 100

/** The first wait and the longest, in seconds; each further failure doubles it. */
export const waits = { first: 30, longest: 900 } as const

/** An attempt that was counted and never settled belongs to a server that died: it counts as a failure after this. */
export const abandonedAfterSeconds = 10

/** The counter of an account, an unknown address or a known browser as it stood before an attempt. */
export interface Guesses {
  failures: number
  blockedUntil: string | null
}

/** Too many failures: the attempt is answered like a wrong password and is not counted. */
export const isBlocked = ({ failures, blockedUntil }: Guesses, now: number): boolean =>
  failures >= mostFailures || (blockedUntil !== null && Date.parse(blockedUntil) > now)
