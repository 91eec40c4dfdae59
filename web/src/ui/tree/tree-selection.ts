import type { TreeRow } from './tree-rows'

/** How a row is selected: alone, toggled in addition, or as a range. */
export type SelectMode = 'only' | 'toggle' | 'range'

/** The select mode by the modifier keys of a click. */
export const selectModeOf = ({
  shiftKey,
  ctrlKey,
  metaKey,
}: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>): SelectMode => {
  if (shiftKey) return 'range'
  return ctrlKey || metaKey ? 'toggle' : 'only'
}

/**
 * The selection after selecting the row at an index. A range begins at the node `anchor`, or at the row itself if that
 * is not visible.
 */
export function nextSelection(
  mode: SelectMode,
  at: number,
  rows: readonly TreeRow[],
  chosen: ReadonlySet<string>,
  anchor: string | undefined,
): ReadonlySet<string> {
  const id = rows[at]?.node.id
  if (id === undefined) return chosen
  if (mode === 'only') return new Set([id])
  if (mode === 'toggle') {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    return next
  }
  const found = rows.findIndex(({ node }) => node.id === anchor)
  const from = found < 0 ? at : found
  return new Set(rows.slice(Math.min(from, at), Math.max(from, at) + 1).map(({ node }) => node.id))
}
