import { availableParallelism, loadavg } from 'node:os'
import { expect } from 'vitest'

/** However busy the machine is, what takes longer than this many times its promise is broken, not slow. */
const longest = 10

/**
 * Checks that something took no longer than promised, both in ms. A promise about time is for a machine that has nothing
 * else to do: a busy one keeps it as much later as it is busier, up to `longest`.
 */
export function expectInTime(took: number, promised: number, what = 'it'): void {
  const [load = 0] = loadavg()
  const busier = Math.min(longest, Math.max(1, load / availableParallelism()))
  expect(
    took,
    `${what} took ${Math.round(took)} ms of ${promised} ms, on a machine ${busier.toFixed(1)} times as busy as it can be`,
  ).toBeLessThan(promised * busier)
}
