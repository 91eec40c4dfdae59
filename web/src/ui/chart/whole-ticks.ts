/** Allowed steps, each times a power of ten. */
const steps = [1, 2, 5]

/**
 * Ticks of an axis of whole numbers from 0 to at least `largest`, in at most `maxSteps` steps of 1, 2 or 5 times a
 * power of ten. The axis without data ends at 1.
 */
export function wholeTicks(largest: number, maxSteps: number): number[] {
  const end = Math.max(1, Math.ceil(largest))
  let power = 1
  let step: number | undefined
  while (step === undefined) {
    step = steps.map((each) => each * power).find((each) => Math.ceil(end / each) <= maxSteps)
    power *= 10
  }
  const count = Math.ceil(end / step)
  return Array.from({ length: count + 1 }, (_, at) => at * (step ?? 1))
}
