import { searchWord } from '../../session/search-word'

/** What the audit log is narrowed to, as the address says it. */
export interface AuditSearch {
  /** Id of a customer; staff read all of them without one. */
  customer?: string | undefined
  /** Email of who did it. */
  who?: string | undefined
  /** Noun and verb. */
  what?: string | undefined
  /** A person's email or a project's id: everything that happened to them. */
  about?: string | undefined
  /** What people do all day without changing anything (opening, signing in) as well. */
  everyday?: true | undefined
  result?: 'success' | 'failure' | undefined
  /** The first and the last day, `YYYY-MM-DD`. */
  from?: string | undefined
  until?: string | undefined
}

const day = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

/** Reads an address; what it does not mean is left out. */
export const readAuditSearch = (search: Record<string, unknown>): AuditSearch => ({
  customer: searchWord(search.customer),
  who: searchWord(search.who),
  what: searchWord(search.what),
  about: searchWord(search.about),
  everyday: search.everyday === true || undefined,
  result: search.result === 'success' || search.result === 'failure' ? search.result : undefined,
  from: day(search.from),
  until: day(search.until),
})
