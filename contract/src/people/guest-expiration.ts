import { z } from 'zod'
import { day, instant } from '../jsonapi/fields'

/** The last day of an access: a date `YYYY-MM-DD` (strictly valid), or an instant on that day. */
export const lastDay = z.union([day, instant])

/** The latest instant in epoch ms; the year 10000 is not supported. */
export const latestInstantMs = Date.parse('9999-12-31T23:59:59Z')

/** Formats an instant (epoch ms) as RFC 3339 in UTC, at most the latest instant. */
const toRfc3339 = (at: number) => new Date(Math.min(at, latestInstantMs)).toISOString()

/**
 * 23:59:59 of a day in a time zone, as RFC 3339 in UTC (contract §3). `day` is a date, or an instant whose day in that zone is meant.
 * Behind UTC, the latest day ends with the year 9999 of UTC.
 */
export function endOfDay(day: string, timeZone: string): string {
  const date = day.length === 10 ? day : dayOf(Date.parse(day), timeZone)
  const utcEnd = Date.parse(`${date}T23:59:59Z`)
  // The zone's offset depends on the result: near a clock change the second iteration is right.
  const guess = utcEnd - offsetAt(utcEnd, timeZone)
  const end = utcEnd - offsetAt(guess, timeZone)
  // Where the clocks go back at midnight, the last hour of the day comes twice, and the second one ends it.
  const again = utcEnd - offsetAt(end + 3_600_000, timeZone)
  const last = again > end && dayOf(again, timeZone) === date ? again : end
  return toRfc3339(last).replace('.000Z', 'Z')
}

/** The day `YYYY-MM-DD` of an instant (epoch ms) in a time zone. */
export function dayOf(now: number, timeZone: string): string {
  return toRfc3339(now + offsetAt(now, timeZone)).slice(0, 10)
}

/** The offset of a time zone from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const localTime = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return localTime - Math.floor(instant / 1_000) * 1_000
}
