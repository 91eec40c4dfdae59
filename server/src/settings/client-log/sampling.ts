/** How much is let through: so many in a window of milliseconds, and of more, one in `thenOneIn`. */
export interface Calm {
  reports: number
  perMs: number
  thenOneIn: number
}

/**
 * Decides report by report: undefined leaves it out, a number lets it through and says how many were left out since the
 * last one.
 */
export function sampling({ reports, perMs, thenOneIn }: Calm): (now: number) => number | undefined {
  let begun = Number.NEGATIVE_INFINITY
  let seen = 0
  let leftOut = 0
  return (now) => {
    if (now - begun >= perMs) {
      begun = now
      seen = 0
    }
    seen++
    if (seen > reports && seen % thenOneIn !== 0) {
      leftOut++
      return undefined
    }
    const told = leftOut
    leftOut = 0
    return told
  }
}
