/** Limits of the sampling: up to `maxReports` per window of milliseconds, beyond that one in `thenOneIn`. */
export interface SamplingLimits {
  maxReports: number
  windowMs: number
  thenOneIn: number
}

/**
 * Creates a function that decides on each report: undefined to skip it, else the number of reports skipped since the
 * last one.
 */
export function createSampler({
  maxReports,
  windowMs,
  thenOneIn,
}: SamplingLimits): (now: number) => number | undefined {
  let begun = Number.NEGATIVE_INFINITY
  let count = 0
  let skipped = 0
  return (now) => {
    if (now - begun >= windowMs) {
      begun = now
      count = 0
    }
    count++
    if (count > maxReports && count % thenOneIn !== 0) {
      skipped++
      return undefined
    }
    const skippedBefore = skipped
    skipped = 0
    return skippedBefore
  }
}
