import { dayOf } from '@lintel/contract/people/guest-expiration'
import type { ProblemCode } from '@lintel/contract/problems'

/** The day of an instant in the customer's time zone as input text, `YYYY-MM-DD`; empty for no end. */
export const typedDay = (end: string | null, timeZone: string): string =>
  end === null ? '' : dayOf(Date.parse(end), timeZone)

/** The error of a typed last day (admin-console chapter 5): not a valid date, or before today. Empty is valid. */
export function dayProblem(typed: string, today: string): ProblemCode | undefined {
  if (typed === '') return undefined
  if (!isDay(typed)) return 'invalid'
  return typed < today ? 'dateInPast' : undefined
}

/** The start of a day, or of the day `daysLater` days after it, in the browser's time zone. */
export function startOfDay(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

/** True for an existing day: 2026-02-30 is not. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
