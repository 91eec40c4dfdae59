import type { KeyboardEvent } from 'react'
import type { GroupRun } from './layout'
import { type CellPosition, groupRow, type Selection, selectionAt } from './selection'

interface GroupKeyContext {
  groups: readonly GroupRun[]
  active: CellPosition
  select(next: Selection): void
  onMenu(run: GroupRun): void
}

/**
 * Keys on a group heading: left and right go to the next group; Enter, Space and the keys of a column's menu open its
 * menu. Returns whether the key was handled.
 */
export function handleGroupKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  { groups, active, select, onMenu }: GroupKeyContext,
): boolean {
  const at = groups.findIndex(({ end }) => active.column < end)
  const run = groups[at]
  const opens = ['Enter', ' ', 'ContextMenu'].includes(key) || (shiftKey && key === 'F10')
  if (opens || (altKey && key === 'ArrowDown')) {
    if (run?.group) onMenu(run)
    return true
  }
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (by === undefined || ctrlKey || metaKey || altKey) return false
  const next = groups[at + by]
  if (next) select(selectionAt({ row: groupRow, column: next.start }))
  return true
}
