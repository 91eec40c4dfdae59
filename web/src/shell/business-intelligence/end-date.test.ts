import { expect, test } from 'vitest'
import { endDateOf } from './end-date'

test('the end date is a year ahead, as day, month, year and time', () => {
  expect(endDateOf(new Date(2026, 10, 3, 9, 5))).toBe('03.11.2027 09:05')
  expect(endDateOf(new Date(2026, 0, 31, 23, 59))).toBe('31.01.2027 23:59')
  // There is no such day in the year after.
  expect(endDateOf(new Date(2028, 1, 29, 0, 0))).toBe('01.03.2029 00:00')
})
