import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { endOfDay, lastDay } from '@lintel/contract/people/guest-expiration'
import { parseLevel } from '@lintel/contract/people/level-names'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { storableText } from '../../../platform/cut-text'
import { isUuid } from '../../../platform/rows'
import { isFormulaIn } from '../engine/refused-cell'
import type { ExpectedTerms, RequestedRole } from './role-rows.store'

/** A row as it was entered. */
export interface RoleInput {
  number: number
  user: string
  project: string
  /** Omitted, the level stays unchanged. */
  level?: string | number | undefined
  accessUntil?: string | null | undefined
  providers?: readonly string[] | undefined
  /** The level, or the terms, and the version of the membership that the client last read. */
  expected?: number | ExpectedTerms | undefined
  expectedVersion?: number | undefined
  why?: RequestedRole['why']
  /** A conflict result before parsing. */
  conflict?: RowConflict | undefined
  /** Returned with the row where part of it cannot be parsed; defaults to the row's own texts. */
  given?: Record<string, string>
}

/**
 * Creates a parser of rows. It reads addresses, levels and days as people write them; an invalid one becomes the conflict of its row, and so does a
 * text that the database cannot store.
 */
export function createRoleParser(timeZone: string, now: number): (row: RoleInput) => RequestedRole {
  const endOf = memoize((day: string) => parseEnd(day, timeZone, now))
  return (row) => {
    const { number, user, project, level, accessUntil, why = null, conflict, given, ...rest } = toStorable(row)
    const email = user.trim().toLowerCase()
    const levelValue = level === undefined ? undefined : parseLevel(level)
    const end: End =
      accessUntil == null || accessUntil.trim() === '' ? { until: accessUntil } : endOf(accessUntil.trim())
    const texts = {
      user,
      project,
      ...(level !== undefined && { level: String(level) }),
      ...(accessUntil && { accessUntil }),
    }
    const problem =
      conflict ??
      (Object.entries(texts).some(([column, text]) => isFormulaIn(column, text)) ? 'formula' : undefined) ??
      (emailPattern.test(email) ? undefined : 'invalidEmail') ??
      (level !== undefined && levelValue === undefined ? 'unknownRole' : undefined) ??
      end.conflict
    const projectId = isUuid(project.trim()) ? project.trim() : null
    return {
      number,
      email,
      project: projectId,
      level: levelValue ?? null,
      isLevelText: typeof level === 'string',
      providers: rest.providers ?? null,
      expected: comparedTerms(rest.expected),
      expectedVersion: rest.expectedVersion ?? null,
      until: end.until === '' ? undefined : end.until,
      conflict: problem ?? null,
      given: given ?? (problem !== undefined || projectId === null ? texts : null),
      why,
    }
  }
}

/** The terms as they are compared with those of a row: an end by the second. */
function comparedTerms(expected: RoleInput['expected']): ExpectedTerms | null {
  if (typeof expected === 'number') return { privilegeLevel: expected }
  const end = expected?.accessUntil
  return typeof end === 'string' ? { ...expected, accessUntil: `${end.slice(0, 19)}Z` } : (expected ?? null)
}

/** The row with texts that the database can store; what is replaced in them is no part of any address, id, level or day. */
const toStorable = (row: RoleInput): RoleInput => ({
  ...row,
  user: storableText(row.user),
  project: storableText(row.project),
  level: typeof row.level === 'string' ? storableText(row.level) : row.level,
  accessUntil: row.accessUntil && storableText(row.accessUntil),
})

/** An end, where it can be parsed. One that is over is a conflict, unless the membership has ended on that day. */
interface End {
  until?: string | null | undefined
  conflict?: RowConflict
}

/** Parses a day (`2026-12-31`, `31.12.2026`) or an instant into the last instant of that day. Rejects days that do not exist. */
function parseEnd(text: string, timeZone: string, now: number): End {
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  const iso = dotted ? `${dotted[3]}-${dotted[2]?.padStart(2, '0')}-${dotted[1]?.padStart(2, '0')}` : text
  const day = lastDay.safeParse(iso)
  if (!day.success) return { conflict: 'invalidDate' }
  const until = endOfDay(day.data, timeZone)
  return Date.parse(until) < now ? { until, conflict: 'dateInPast' } : { until }
}

/** Caches results by text: a column of 50,000 days has few distinct values, and time zone lookups are slow. */
function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => {
    const result = cache.get(text) ?? compute(text)
    cache.set(text, result)
    return result
  }
}
