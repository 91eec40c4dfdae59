import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heightOf, plotHeight, trendPath } from './trend-path'

test('a line goes from day to day, the largest value at the top and none at the bottom', () => {
  expect(trendPath([0, 10, 5], 10)).toBe('M0 100L1 0L2 50')
  expect(trendPath([4], 8)).toBe('M0 50h0')
  expect(trendPath([], 8)).toBe('')
})

test('a stretch that stays level or rises evenly is one line', () => {
  expect(trendPath([2, 2, 2, 2, 3, 4], 4)).toBe('M0 50L3 50L5 0')
})

/** The value of each day, read off a path. */
function valuesOn(path: string, top: number): number[] {
  const points = path
    .slice(1)
    .split('L')
    .map((point) => point.split(' ').map(Number) as [number, number])
  const values: number[] = []
  for (const [at, [day, y]] of points.entries()) {
    const next = points[at + 1]
    const last = next ? next[0] - 1 : day
    for (let each = day; each <= last; each += 1) {
      const height = next ? y + ((next[1] - y) * (each - day)) / (next[0] - day) : y
      values.push(((plotHeight - height) / plotHeight) * top)
    }
  }
  return values
}

test('every day of any year can be read off its path again', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2_000), { minLength: 2, maxLength: 365 }), (values) => {
      const top = Math.max(1, ...values)
      const read = valuesOn(trendPath(values, top), top)
      expect(read).toHaveLength(values.length)
      for (const [day, value] of values.entries())
        expect(Math.abs((read[day] ?? Number.NaN) - value)).toBeLessThanOrEqual(top / 5_000)
    }),
  )
})

test('a value stands as high as it is large', () => {
  expect([0, 5, 10].map((value) => heightOf(value, 10))).toEqual([100, 50, 0])
})
