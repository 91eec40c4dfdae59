/** The median; of an even number of values, the lower of the two in the middle. */
export const median = (values: readonly number[]): number => percentile(values, 50)

/** The value that `percent` of the measurements do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (found === undefined) throw new Error('There is nothing measured')
  return found
}

/**
 * How well a value separates two classes: the area under the ROC curve, from 0.5 (not at all) to 1 (always), whichever class has the larger
 * values.
 */
export function areaUnderCurve(these: readonly number[], those: readonly number[]): number {
  const wins = these.flatMap((one) => those.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)))
  const area = wins.reduce<number>((sum, win) => sum + win, 0) / wins.length
  return Math.max(area, 1 - area)
}
