import { availableParallelism, loadavg } from 'node:os'
import { expect } from 'vitest'

/** Upper bound of the allowance for a busy machine. */
const maxSlowdown = 10

/**
 * Checks that something took no longer than `limitMs`. The limit is for an idle machine and grows with the load per
 * processor, up to `maxSlowdown`.
 */
export function expectInTime(tookMs: number, limitMs: number, what = 'it'): void {
  const [load = 0] = loadavg()
  const slowdown = Math.min(maxSlowdown, Math.max(1, load / availableParallelism()))
  expect(
    tookMs,
    `${what} took ${Math.round(tookMs)} ms of ${limitMs} ms, on a machine ${slowdown.toFixed(1)} times as busy as it can be`,
  ).toBeLessThan(limitMs * slowdown)
}
