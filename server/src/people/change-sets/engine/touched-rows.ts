import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { Context } from '../../../platform/context'
import type { Database } from '../../../platform/database'
import { kindOf } from '../kinds'

/** How long the further pages of a list may show what was checked for its first page, in milliseconds. */
const rememberedMs = 60_000

/** Number of change sets whose latest check is remembered. */
const maxRemembered = 20

interface Checked {
  at: number
  state: ChangeSet['state']
  numbers: readonly number[]
}

const checkedOf = new WeakMap<Database, Map<string, Checked>>()

/**
 * The numbers of the rows that an undo would skip. A first page of them checks all rows of the change set; further pages are of what that check found,
 * as the check costs many times a page.
 */
export async function touchedNumbers(
  { db, now }: Pick<Context, 'db' | 'now'>,
  set: ChangeSet,
  after: number,
): Promise<readonly number[]> {
  const checked = checkedOf.get(db) ?? new Map<string, Checked>()
  checkedOf.set(db, checked)
  const known = checked.get(set.id)
  if (known && after > 0 && known.state === set.state && now >= known.at && now - known.at < rememberedMs)
    return known.numbers
  const numbers = await kindOf(set.kind).touched(db, { ...set, toUndo: set.summary.change })
  // Of two checks at the same time the one that began later stays.
  if ((checked.get(set.id)?.at ?? 0) > now) return numbers
  checked.delete(set.id)
  checked.set(set.id, { at: now, state: set.state, numbers })
  for (const id of [...checked.keys()].slice(0, -maxRemembered)) checked.delete(id)
  return numbers
}
