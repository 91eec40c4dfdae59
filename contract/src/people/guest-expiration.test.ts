import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, endOfDay, lastDay } from './guest-expiration'

const zones = [
  'UTC',
  'Europe/Oslo',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'America/Santiago',
]

test('a day ends at its last second on the clocks of the customer', () => {
  expect(endOfDay('2026-01-15', 'UTC')).toBe('2026-01-15T23:59:59Z')
  expect(endOfDay('2026-01-15', 'Europe/Oslo')).toBe('2026-01-15T22:59:59Z')
  expect(endOfDay('2026-07-15', 'Europe/Oslo')).toBe('2026-07-15T21:59:59Z')
})

test('the days on which the clocks change end right, too', () => {
  expect(endOfDay('2026-03-29', 'Europe/Oslo')).toBe('2026-03-29T21:59:59Z')
  expect(endOfDay('2026-10-25', 'Europe/Oslo')).toBe('2026-10-25T22:59:59Z')
  // The last hour of this day comes twice.
  expect(endOfDay('2027-04-03', 'America/Santiago')).toBe('2027-04-04T03:59:59Z')
})

test('an instant stands for its day on those clocks', () => {
  expect(endOfDay('2026-01-15T23:30:00Z', 'Europe/Oslo')).toBe('2026-01-16T22:59:59Z')
})

test('G6: whatever the day and the zone, the end is the last second of that very day', () => {
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.constantFrom(...zones), (date, zone) => {
      const day = date.toISOString().slice(0, 10)
      const end = Date.parse(endOfDay(day, zone))
      return (
        dayOf(end, zone) === day &&
        dayOf(end + 1_000, zone) > day &&
        endOfDay(endOfDay(day, zone), zone) === endOfDay(day, zone)
      )
    }),
  )
})

test.each([...zones, 'America/New_York', 'Etc/GMT+12'])('the last day of all is one on the clocks of %s', (zone) => {
  const end = endOfDay('9999-12-31', zone)
  expect(end).toMatch(/^9999-12-31T/)
  expect(dayOf(Date.parse(end), zone)).toBe('9999-12-31')
  expect(endOfDay('9999-12-31T23:59:59Z', zone)).toBe(end)
})

test('only strictly valid dates are days', () => {
  expect(lastDay.safeParse('2026-02-28').success).toBe(true)
  expect(lastDay.safeParse('2026-02-30').success).toBe(false)
  expect(lastDay.safeParse('28.02.2026').success).toBe(false)
  expect(lastDay.safeParse('0000-01-01').success).toBe(false)
})
