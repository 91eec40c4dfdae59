/** Tells the time; tests hand in their own. Instants are milliseconds since 1970, as `Date.now()`. */
export type Clock = () => number

/** The time as RFC 3339 in UTC. */
export const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** How far a clock may be put back at once and be followed, in milliseconds: more than that is a jump (security K7). */
const smallStepMs = 30_000

/**
 * The machine's clock, which time does not go back by: where it jumps back, this one goes on from where it was by the monotonic
 * clock, until the other has caught up. What had ended stays ended (security K7). Forward it follows at once.
 */
export function steadyClock(wall: Clock = Date.now, monotonic: Clock = () => performance.now()): Clock {
  let seen = { at: wall(), since: monotonic() }
  return () => {
    const expected = seen.at + (monotonic() - seen.since)
    const now = wall()
    // Small corrections are followed, but never in sum: what is remembered does not go back.
    if (now >= expected) seen = { at: now, since: monotonic() }
    return now >= expected - smallStepMs ? now : Math.floor(expected)
  }
}
