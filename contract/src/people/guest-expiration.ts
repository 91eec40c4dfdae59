import { z } from 'zod'
import { day, instant } from '../jsonapi/fields'

/** The last day of an access: a date `YYYY-MM-DD` (strictly valid), or an instant on that day. */
export const lastDay = z.union([day, instant])

/** No day is later, and no day ends later: there is no year 10000. */
const endOfDays = Date.parse('9999-12-31T23:59:59Z')

/** An instant (milliseconds) as RFC 3339 in UTC; one beyond all years is the last of them. */
const written = (at: number) => new Date(Math.min(at, endOfDays)).toISOString()

/**
 * The instant, RFC 3339 in UTC, of 23:59:59 of a day in a time zone (contract §3). `day` is a date, or an instant whose
 * day in that zone is meant. Behind UTC, the last day of all ends with the year 9999 of UTC.
 */
export function endOfDay(day: string, timeZone: string): string {
  const date = day.length === 10 ? day : dayOf(Date.parse(day), timeZone)
  const wanted = Date.parse(`${date}T23:59:59Z`)
  // The zone's offset depends on the instant that is looked for: near a change of clocks the second look is right.
  const guess = wanted - offsetAt(wanted, timeZone)
  return written(wanted - offsetAt(guess, timeZone)).replace('.000Z', 'Z')
}

/** The day `YYYY-MM-DD` that an instant (milliseconds) falls on in a time zone. */
export function dayOf(now: number, timeZone: string): string {
  return written(now + offsetAt(now, timeZone)).slice(0, 10)
}

/** What a time zone's clocks are ahead of UTC at an instant, in milliseconds. */
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
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(instant / 1_000) * 1_000
}
