import type { Database } from './database'

/** For how long the total of a list may be old, in milliseconds: as long as what is known of a session (security D5). */
const freshMs = 1_000

/** How many lists are remembered before old ones are looked for. */
const manyLists = 1_000

interface Counted {
  at: number
  total: Promise<number>
}

/** What was counted a moment ago, by list. Changes of this server empty it. */
const counted = new WeakMap<Database, Map<string, Counted>>()

/**
 * Counts a list at most once a second, however many ask for it: counting a hundred thousand rows costs ten times what a
 * page of them does. `list` is the statement that counts it, with its parameters. A change made by this server is always in the next total; one
 * made by another server may be missing from it for a second, though not for those whom this one tells of it live.
 */
export function sharedTotal(db: Database, list: string, now: number, count: () => Promise<number>): Promise<number> {
  const lists = counted.get(db) ?? new Map<string, Counted>()
  counted.set(db, lists)
  const known = lists.get(list)
  if (known && isFresh(known, now)) return known.total
  if (lists.size >= manyLists) for (const [other, old] of lists) if (!isFresh(old, now)) lists.delete(other)
  const entry = { at: now, total: count() }
  lists.set(list, entry)
  // A count that failed is the caller's to see, and nobody's to keep.
  entry.total.catch(() => {
    if (lists.get(list) === entry) lists.delete(list)
  })
  return entry.total
}

/** To be called when a change is committed, and before somebody is told of one: whoever made it or heard of it sees it in every total. */
export const forgetTotals = (db: Database): void => {
  counted.delete(db)
}

const isFresh = ({ at }: Counted, now: number) => now >= at && now - at < freshMs
