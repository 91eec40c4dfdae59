/** The middle of several measurements; of an even number, the lower of the two in the middle. */
export const median = (values: readonly number[]): number => percentile(values, 50)

/** The value that `percent` of the measurements do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (found === undefined) throw new Error('There is nothing measured')
  return found
}
