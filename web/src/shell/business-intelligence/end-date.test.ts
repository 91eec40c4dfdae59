import { expect, test } from 'vitest'
import { endDateOf } from './end-date'

test('the end date is a year ahead, as day, month, year and time', () => {
  expect(endDateOf(new Date(2026, 11, 3, 9, 5))).toBe('03.12.2027 09:05')
  expect(endDateOf(new Date(2026, 0, 31, 23, 59))).toBe('31.01.2027 23:59')
  expect(endDateOf(new Date(2028, 1, 29, 0, 0))).toBe('28.02.2029 00:00')
  // A token's year has 365 days: over a leap day it ends one calendar day earlier.
  expect(endDateOf(new Date(2027, 5, 1, 12, 0))).toBe('31.05.2028 12:00')
})
