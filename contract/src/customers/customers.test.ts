import { expect, test } from 'vitest'
import { customers } from './customers'

test('the days of a customer are those of a place, or of UTC', () => {
  const isKnown = (zone: string) => customers.fields.shape.timeZone.safeParse(zone).success
  for (const zone of ['UTC', 'Europe/Oslo', 'Asia/Kolkata', 'Etc/GMT+5'])
    expect([zone, isKnown(zone)]).toEqual([zone, true])
  for (const zone of ['IST', 'GMT', 'EST5EDT', '+05:30', '-03:00', 'Europe/Atlantis', ''])
    expect([zone, isKnown(zone)]).toEqual([zone, false])
})
