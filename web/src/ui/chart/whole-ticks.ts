/** Steps that people count in, each times a power of ten. */
const steps = [1, 2, 5]

/**
 * The lines of an axis of whole numbers from 0 to at least `largest`, with a step of 1, 2 or 5 times a power of ten: at most `most`
 * steps of it. An axis on which there is nothing ends at 1.
 */
export function wholeTicks(largest: number, most: number): number[] {
  const end = Math.max(1, Math.ceil(largest))
  let power = 1
  let step: number | undefined
  while (step === undefined) {
    step = steps.map((each) => each * power).find((each) => Math.ceil(end / each) <= most)
    power *= 10
  }
  const count = Math.ceil(end / step)
  return Array.from({ length: count + 1 }, (_, at) => at * (step ?? 1))
}
