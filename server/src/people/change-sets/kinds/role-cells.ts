import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { endOfDay, lastDay } from '@lintel/contract/people/guest-expiration'
import { isFormula, levelIn } from '@lintel/contract/people/level-words'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { isUuid } from '../../../platform/rows'
import type { WantedRole } from './role-rows.store'

/** A row as somebody wrote it. */
export interface WrittenRole {
  number: number
  user: string
  project: string
  /** Left out, the level stays. */
  level?: string | number | undefined
  accessUntil?: string | null | undefined
  providers?: readonly string[] | undefined
  /** The level and the version of the membership that were seen. */
  expected?: number | undefined
  expectedVersion?: number | undefined
  why?: WantedRole['why']
  /** Found to be bad already. */
  conflict?: RowConflict | undefined
  /** Shown with the row where it cannot all be understood; default its own words. */
  given?: Record<string, string>
}

/** Reads rows: addresses, levels and days as people write them, each bad one a conflict of its row. */
export function roleReader(timeZone: string, now: number): (row: WrittenRole) => WantedRole {
  const endOf = remembering((day: string) => readEnd(day, timeZone, now))
  return ({ number, user, project, level, accessUntil, why = null, conflict, given, ...rest }) => {
    const email = user.trim().toLowerCase()
    const wanted = level === undefined ? undefined : levelIn(level)
    const end = accessUntil == null || accessUntil.trim() === '' ? { until: accessUntil } : endOf(accessUntil.trim())
    const words = {
      user,
      project,
      ...(level !== undefined && { level: String(level) }),
      ...(accessUntil && { accessUntil }),
    }
    const bad =
      conflict ??
      (Object.values(words).some(isFormula) ? 'formula' : undefined) ??
      (emailPattern.test(email) ? undefined : 'invalidEmail') ??
      (level !== undefined && wanted === undefined ? 'unknownRole' : undefined) ??
      ('conflict' in end ? end.conflict : undefined)
    const place = isUuid(project.trim()) ? project.trim() : null
    return {
      number,
      email,
      project: place,
      level: wanted ?? null,
      isWritten: typeof level === 'string',
      providers: rest.providers ?? null,
      expected: rest.expected ?? null,
      expectedVersion: rest.expectedVersion ?? null,
      until: 'conflict' in end || end.until === '' ? undefined : end.until,
      conflict: bad ?? null,
      given: given ?? (bad !== undefined || place === null ? words : null),
      why,
    }
  }
}

type End = { until: string | null | undefined } | { conflict: RowConflict }

/** A day `2026-12-31`, `31.12.2026` or an instant, as the last instant of the day; strict about what days there are. */
function readEnd(text: string, timeZone: string, now: number): End {
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  const iso = dotted ? `${dotted[3]}-${dotted[2]?.padStart(2, '0')}-${dotted[1]?.padStart(2, '0')}` : text
  const day = lastDay.safeParse(iso)
  if (!day.success) return { conflict: 'invalidDate' }
  const until = endOfDay(day.data, timeZone)
  return Date.parse(until) < now ? { conflict: 'dateInPast' } : { until }
}

/** The same for the same text: a column of fifty thousand days has few different ones, and a time zone is slow to ask. */
function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text) ?? read(text)
    known.set(text, found)
    return found
  }
}
