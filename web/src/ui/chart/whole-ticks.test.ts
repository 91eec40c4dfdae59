import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeTicks } from './whole-ticks'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 2, 4, 6]],
  [14, [0, 5, 10, 15]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]],
  [1_999, [0, 500, 1_000, 1_500, 2_000]],
])('an axis up to %i has the lines %j', (largest, ticks) => {
  expect(wholeTicks(largest, 4)).toEqual(ticks)
})

test('every axis begins at 0, holds the largest number, and has few lines, all of them whole and equally far apart', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.integer({ min: 1, max: 10 }), (largest, most) => {
      const ticks = wholeTicks(largest, most)
      const [zero, step = 0] = ticks
      expect(zero).toBe(0)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest)
      expect(ticks.length).toBeLessThanOrEqual(most + 1)
      expect(ticks).toEqual(ticks.map((_, at) => at * step))
      expect(Number.isInteger(step) && step > 0).toBe(true)
      expect(/^[125]0*$/.test(String(step))).toBe(true)
    }),
  )
})
