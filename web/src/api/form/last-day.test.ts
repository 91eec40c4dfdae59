import { expect, test } from 'vitest'
import { dayProblem, startOfDay, typedDay } from './last-day'

test('a last day is written YYYY-MM-DD and is a day that there is', () => {
  expect(dayProblem('2026-12-24', '2026-11-21')).toBeUndefined()
  for (const typed of ['2026-02-30', '2026-13-01', '24.12.2026', '2026-12-4', '2026-12-24T00:00:00Z', 'soon'])
    expect(dayProblem(typed, '2026-01-01')).toBe('invalid')
  expect(dayProblem('2028-02-29', '2026-01-01')).toBeUndefined()
})

test('today is the first last day there can be', () => {
  expect(dayProblem('2026-11-21', '2026-11-21')).toBeUndefined()
  expect(dayProblem('2026-11-20', '2026-11-21')).toBe('dateInPast')
})

test('nothing typed is no end', () => {
  expect(dayProblem('', '2026-11-21')).toBeUndefined()
  expect(typedDay(null, 'Europe/Oslo')).toBe('')
})

test('the day of an end is that of the customer’s time zone', () => {
  expect(typedDay('2026-12-24T22:59:59Z', 'Europe/Oslo')).toBe('2026-12-24')
  expect(typedDay('2026-12-25T04:59:59Z', 'America/New_York')).toBe('2026-12-24')
})

test('a day begins at midnight where the reader is, and ends with the beginning of the next', () => {
  expect(startOfDay('2026-12-31')).toBe(new Date(2026, 11, 31).toISOString())
  expect(startOfDay('2026-12-31', 1)).toBe(new Date(2027, 0, 1).toISOString())
})
