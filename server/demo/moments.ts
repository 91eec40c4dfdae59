import { endOfDay } from '@lintel/contract/people/guest-expiration'
import { instantOf } from '../src/platform/clock'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Times relative to the moment at which the demo world is loaded, so that "tomorrow" stays tomorrow. */
export interface Moments {
  now: string
  ago(days: number, hours?: number): string
  ahead(days: number): string
  /** End of an access: the last second, in Oslo, of the day `days` days from today. */
  lastSecond(days: number): string
}

export const momentsFrom = (now: number): Moments => ({
  now: instantOf(now),
  ago: (days, hours = 0) => instantOf(now - days * dayMs - hours * hourMs),
  ahead: (days) => instantOf(now + days * dayMs),
  lastSecond: (days) => endOfDay(instantOf(now + days * dayMs), 'Europe/Oslo'),
})
