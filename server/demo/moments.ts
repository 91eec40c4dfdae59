import { endOfDay } from '@lintel/contract/people/guest-expiration'
import { instantOf } from '../src/platform/clock'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Times of the demo world, all told from the moment it is loaded, so that "tomorrow" stays tomorrow. */
export interface Moments {
  now: string
  ago(days: number, hours?: number): string
  ahead(days: number): string
  /** When a guest's or member's access ends: the last second, in Oslo, of the day so many days from today. */
  lastSecond(days: number): string
}

export const momentsFrom = (now: number): Moments => ({
  now: instantOf(now),
  ago: (days, hours = 0) => instantOf(now - days * dayMs - hours * hourMs),
  ahead: (days) => instantOf(now + days * dayMs),
  lastSecond: (days) => endOfDay(instantOf(now + days * dayMs), 'Europe/Oslo'),
})
