/** The current time in milliseconds since 1970, as `Date.now()`; tests supply their own. */
export type Clock = () => number

/** An hour in milliseconds. */
export const hourMs = 3_600_000

/** A day of 24 hours in milliseconds. */
export const dayMs = 24 * hourMs

/** An instant as RFC 3339 in UTC. */
export const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** The largest backward correction that is followed, in milliseconds; a larger one is a jump (security K7). */
const smallStepMs = 30_000

/**
 * The system clock without backward jumps: after one it continues by the monotonic clock until the system clock catches
 * up, so that nothing expired becomes valid again (security K7). Forward jumps are followed at once. `onJumpBack` is
 * called once for each jump, with the milliseconds that the clock is ahead.
 */
export function steadyClock(wall: Clock, monotonic: Clock, onJumpBack?: (aheadMs: number) => void): Clock {
  let reference = { at: wall(), since: monotonic() }
  let isAhead = false
  return () => {
    const expected = reference.at + (monotonic() - reference.since)
    const now = wall()
    // Small corrections are followed but do not add up: the reference never moves back.
    if (now >= expected) reference = { at: now, since: monotonic() }
    const wasAhead = isAhead
    isAhead = now < expected - smallStepMs
    if (isAhead && !wasAhead) onJumpBack?.(Math.floor(expected - now))
    return isAhead ? Math.floor(expected) : now
  }
}
