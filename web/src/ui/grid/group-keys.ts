import type { KeyboardEvent } from 'react'
import type { GroupRun } from './layout'
import { groupRow, type Place, type Selection, selectionAt } from './selection'

interface GroupKeyTerms {
  groups: readonly GroupRun[]
  active: Place
  select(next: Selection): void
  onMenu(run: GroupRun): void
}

/**
 * What the keys do on the heading of a group: left and right go from group to group; Enter, Space and what opens a
 * column's menu open its menu. Gives whether it took the key.
 */
export function takeGroupKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  { groups, active, select, onMenu }: GroupKeyTerms,
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
