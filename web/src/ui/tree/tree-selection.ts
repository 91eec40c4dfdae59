import type { TreeRow } from './tree-rows'

/** How a row is chosen: alone, beside what is chosen already, or with all that lies between it and the one before. */
export type Choosing = 'only' | 'toggle' | 'range'

/** The modifier keys of a click say how it chooses, as everywhere else. */
export const choosingOf = ({
  shiftKey,
  ctrlKey,
  metaKey,
}: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>): Choosing => {
  if (shiftKey) return 'range'
  return ctrlKey || metaKey ? 'toggle' : 'only'
}

/** What is chosen when the row at a place is. A range begins at the node `anchor`, or at the row itself where that is not in sight. */
export function chosenAfter(
  choosing: Choosing,
  at: number,
  rows: readonly TreeRow[],
  chosen: ReadonlySet<string>,
  anchor: string | undefined,
): ReadonlySet<string> {
  const id = rows[at]?.node.id
  if (id === undefined) return chosen
  if (choosing === 'only') return new Set([id])
  if (choosing === 'toggle') {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    return next
  }
  const found = rows.findIndex(({ node }) => node.id === anchor)
  const from = found < 0 ? at : found
  return new Set(rows.slice(Math.min(from, at), Math.max(from, at) + 1).map(({ node }) => node.id))
}
