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
  everyday: search.everyday === true ? true : undefined,
  result: search.result === 'success' || search.result === 'failure' ? search.result : undefined,
  from: day(search.from),
  until: day(search.until),
})

/**
 * The filter of the list and of the exports: days begin and end where the reader is. What people do all day is left out
 * until it is asked for, by itself or by its name.
 */
export function auditFilter(search: AuditSearch): Record<string, string> {
  const { customer, who, what, about, everyday, result, from, until } = search
  const filter = {
    customer,
    actor: who,
    action: what,
    subject: about,
    everyday: what || everyday ? undefined : 'false',
    result,
    from: from && midnight(from, 0),
    until: until && midnight(until, 1),
  }
  return Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** The beginning of a day, so many days later. */
function midnight(text: string, later: number): string {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
