import type { KeyboardEvent } from 'react'
import type { GridProps } from './grid-props'
import {
  type Bounds,
  groupRow,
  headerRow,
  moveBy,
  type Place,
  type Range,
  type Selection,
  selectionAt,
} from './selection'

interface KeyTerms extends Pick<GridProps, 'onUndo'> {
  selection: Selection
  range: Range
  bounds: Bounds
  hasChecks: boolean
  canFill: boolean
  /** Keys of a heading: gives whether it took the key. */
  onHeaderKey(event: KeyboardEvent): boolean
  /** The same for headings of groups. */
  onGroupKey(event: KeyboardEvent): boolean
  /** Opens the menu of the active cell. */
  onMenu(): void
  select(next: Selection): void
  stay(next: Selection): void
  check(position: number, isRange: boolean): void
  checkRange(top: number, bottom: number): void
  edit(place: Place, typed?: string): void
  fill(source: Range, target: Range): void
}

/** What the keys do in the cells, as in a spreadsheet. */
export function useGridKeys(terms: KeyTerms) {
  const { selection, range, bounds } = terms
  const { active } = selection
  const isInGrid = active.row >= 0 && bounds.rows > 0

  /** Does what the key says; gives whether there was anything to do, which the browser then does not do as well. */
  function take(event: KeyboardEvent): boolean {
    if (active.row === headerRow && terms.onHeaderKey(event)) return true
    if (active.row === groupRow && terms.onGroupKey(event)) return true
    const { key, shiftKey, altKey } = event
    const far = event.ctrlKey || event.metaKey
    const moved = moveBy(event, selection, bounds)
    if (moved) {
      // Taking everything leaves the window where it is.
      if (key.toLowerCase() === 'a') terms.stay(moved)
      else terms.select(moved)
      return true
    }
    if (key === 'Enter' || key === 'F2') terms.edit(active)
    else if (key === 'Escape') {
      terms.select(selectionAt(active))
      return false
    } else if (far && key === 'z' && terms.onUndo) terms.onUndo()
    else if (!isInGrid) return false
    else if (key === ' ' && far) {
      const { column } = active
      terms.stay({ anchor: { row: 0, column }, active: { row: bounds.rows - 1, column } })
    } else if (key === ' ' && terms.hasChecks) {
      if (shiftKey) terms.checkRange(range.top, range.bottom)
      else terms.check(active.row, false)
    } else if (key === 'ContextMenu' || (shiftKey && key === 'F10')) terms.onMenu()
    else if (far && key === 'd' && terms.canFill) terms.fill({ ...range, bottom: range.top }, range)
    else if (far && key === 'r' && terms.canFill) terms.fill({ ...range, right: range.left }, range)
    else if (key === 'Delete') terms.edit(active, '')
    else if (key.length === 1 && !far && !altKey) terms.edit(active, key)
    else return false
    return true
  }

  return (event: KeyboardEvent) => {
    if (take(event)) event.preventDefault()
  }
}
