import { expect, test } from 'vitest'
import { effectiveLevel } from './privilege-levels'

test('an administrator of the customer has that level in every project that they do not own', () => {
  expect([null, 0, 5, 10, 15, 20, 30].map((level) => effectiveLevel(level, true))).toEqual([25, 25, 25, 25, 25, 25, 30])
  expect([null, 0, 10, 30].map((level) => effectiveLevel(level, false))).toEqual([null, 0, 10, 30])
})
