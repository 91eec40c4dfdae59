import type { Database } from './database'

/** How long a total is cached, in milliseconds: as long as session data (security D5). */
const freshMs = 1_000

/** Number of cached totals above which expired ones are removed. */
const maxRememberedLists = 1_000

interface Counted {
  state: 'waiting' | 'running' | 'done'
  /** While it waits, the time of its latest request. */
  at: number
  /** {@link Totals.changes} when the count began. */
  changes: number
  total: Promise<number>
}

interface Totals {
  /** Raised by each change: counts that began before do not contain it. */
  changes: number
  /** The latest count of each list. */
  lists: Map<string, Counted>
}

const totalsOf = new WeakMap<Database, Totals>()

/**
 * Counts a list at most once a second for all requests: counting 100,000 rows costs ten times a page. `list` is the
 * counting statement with its parameters. Changes of this server are included at once, those of others within a second,
 * or as soon as this server is notified of them. A list is counted once at a time: who comes after a change waits for
 * the count in progress, and is counted for together with all others who do.
 */
export function sharedTotal(db: Database, list: string, now: number, count: () => Promise<number>): Promise<number> {
  const totals = totalsOf.get(db) ?? { changes: 0, lists: new Map() }
  totalsOf.set(db, totals)
  const { lists } = totals
  const known = lists.get(list)
  if (known?.state === 'waiting') known.at = now
  if (known && isCurrent(known, totals, now)) return known.total
  if (lists.size >= maxRememberedLists)
    for (const [other, old] of lists) if (!isCurrent(old, totals, now)) lists.delete(other)
  const counted = countAfter(known, totals, now, count)
  lists.set(list, counted)
  // A failed count is reported to its callers and not cached.
  counted.total.catch(() => {
    if (lists.get(list) === counted) lists.delete(list)
  })
  return counted.total
}

/** Outdates the cached totals: called after each committed change that may alter them, and before subscribers are notified of one. */
export function invalidateTotals(db: Database): void {
  const totals = totalsOf.get(db)
  if (totals) totals.changes += 1
}

function countAfter(former: Counted | undefined, totals: Totals, now: number, count: () => Promise<number>): Counted {
  const progress: Omit<Counted, 'total'> = { state: 'waiting', at: now, changes: totals.changes }
  const begin = () => {
    Object.assign(progress, { state: 'running', changes: totals.changes })
    return count().finally(() => {
      progress.state = 'done'
    })
  }
  const total = former?.state === 'running' ? former.total.then(begin, begin) : begin()
  return Object.assign(progress, { total })
}

/** A count that waits will contain all changes so far. */
const isCurrent = ({ state, at, changes }: Counted, totals: Totals, now: number) =>
  state === 'waiting' || (changes === totals.changes && now >= at && now - at < freshMs)
