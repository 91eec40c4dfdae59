import { expect, test } from 'vitest'
import { sortRows, withDirection } from './sort-rows'

const city = ['Oslo', 'Bergen', 'Oslo', 'Bergen']
const age = [3, 1, 2, 4]
const compareBy = (id: string, ascending: boolean) =>
  id === 'city'
    ? withDirection((one, other) => (city[one] ?? '').localeCompare(city[other] ?? ''), ascending)
    : id === 'age'
      ? withDirection((one, other) => (age[one] ?? 0) - (age[other] ?? 0), ascending)
      : undefined
const sorted = (...keys: [string, boolean][]) => [
  ...sortRows(
    Uint32Array.of(0, 1, 2, 3),
    keys.map(([id, ascending]) => ({ id, ascending })),
    compareBy,
  ),
]

test('rows stand by the first key, those that are equal by the next', () => {
  expect(sorted(['city', true], ['age', false])).toEqual([3, 1, 0, 2])
  expect(sorted(['city', false], ['age', true])).toEqual([2, 0, 1, 3])
})

test('equal rows stay as they came, and a column that is gone sorts nothing', () => {
  expect(sorted(['city', true])).toEqual([1, 3, 0, 2])
  expect(sorted(['gone', true])).toEqual([0, 1, 2, 3])
})
