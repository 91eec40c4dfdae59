import { availableParallelism, loadavg } from 'node:os'
import { expect } from 'vitest'

/** However busy the machine is, what takes longer than this many times its promise is broken, not slow. */
const maxSlowdown = 10

/**
 * Checks that something took no longer than promised, both in ms. A promise about time is for a machine that has nothing
 * else to do: a busy one keeps it as much later as it is busier, up to `maxSlowdown`.
 */
export function expectInTime(tookMs: number, limitMs: number, what = 'it'): void {
  const [load = 0] = loadavg()
  const slowdown = Math.min(maxSlowdown, Math.max(1, load / availableParallelism()))
  expect(
    tookMs,
    `${what} took ${Math.round(tookMs)} ms of ${limitMs} ms, on a machine ${slowdown.toFixed(1)} times as busy as it can be`,
  ).toBeLessThan(limitMs * slowdown)
}
