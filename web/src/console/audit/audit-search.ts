import { textParameter } from '../../session/text-parameter'

/** Search parameters of the audit log, as they are in the URL. */
export interface AuditSearch {
  /** Id of a customer; without it, staff see the events of all customers. */
  customer?: string | undefined
  /** Email of the actor. */
  who?: string | undefined
  /** Name of the action. */
  what?: string | undefined
  /** A person's email or a project's id: all events about them. */
  about?: string | undefined
  /** Includes everyday events that change nothing (opening, signing in). */
  everyday?: true | undefined
  result?: 'success' | 'failure' | undefined
  /** First and last day, `YYYY-MM-DD`. */
  from?: string | undefined
  until?: string | undefined
}

/** A day that exists. Checked here, because the code of forms would come with the first screen, whose routes read this. */
const day = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value) ? value : undefined

/** Whether a day of the form `YYYY-MM-DD` is the same when it is read as an instant and written again. */
const isDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** Parses the search parameters of a URL; invalid ones are left out. */
export const readAuditSearch = (search: Record<string, unknown>): AuditSearch => ({
  customer: textParameter(search.customer),
  who: textParameter(search.who),
  what: textParameter(search.what),
  about: textParameter(search.about),
  everyday: search.everyday === true || undefined,
  result: search.result === 'success' || search.result === 'failure' ? search.result : undefined,
  from: day(search.from),
  until: day(search.until),
})
