import type { Database } from './database'

/** How long a total is cached, in milliseconds: as long as session data (security D5). */
const freshMs = 1_000

/** Number of cached totals above which expired ones are removed. */
const maxRememberedLists = 1_000

interface Counted {
  at: number
  total: Promise<number>
}

/** Cached totals by list, cleared by changes of this server. */
const counted = new WeakMap<Database, Map<string, Counted>>()

/**
 * Counts a list at most once a second for all requests: counting 100,000 rows costs ten times a page. `list` is the
 * counting statement with its parameters. Changes of this server are included at once, those of others within a second,
 * or as soon as this server is notified of them.
 */
export function sharedTotal(db: Database, list: string, now: number, count: () => Promise<number>): Promise<number> {
  const lists = counted.get(db) ?? new Map<string, Counted>()
  counted.set(db, lists)
  const known = lists.get(list)
  if (known && isFresh(known, now)) return known.total
  if (lists.size >= maxRememberedLists) for (const [other, old] of lists) if (!isFresh(old, now)) lists.delete(other)
  const entry = { at: now, total: count() }
  lists.set(list, entry)
  // A failed count is reported to its callers and not cached.
  entry.total.catch(() => {
    if (lists.get(list) === entry) lists.delete(list)
  })
  return entry.total
}

/** Clears the cached totals: called after each committed change, and before subscribers are notified of one. */
export const invalidateTotals = (db: Database): void => {
  counted.delete(db)
}

const isFresh = ({ at }: Counted, now: number) => now >= at && now - at < freshMs
