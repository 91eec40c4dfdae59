import type { KeyboardEvent } from 'react'
import type { GridProps } from './grid-props'
import type { StandingSelection } from './held-selection'
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

interface KeyTerms extends Pick<GridProps, 'onUndo' | 'onRedo'> {
  selection: StandingSelection | undefined
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
  /** Where the selection was that is not shown any more. */
  last: Place
  check(position: number, isRange: boolean): void
  checkAllOf(positions: readonly number[]): void
  edit(place: Place, typed?: string): void
  /** Edits all selected cells; undefined where there are not several, or nothing edits several. */
  editRange: ((typed?: string) => void) | undefined
  fill(source: Range, target: Range): void
}

/** Keys that mean the same everywhere on a screen with a grid: they are no text for a cell. */
const isPageKey = (key: string) => key === '?' || key === '/'

/** Ctrl-Z takes back, Ctrl-Shift-Z and Ctrl-Y do again. Gives whether it took the key. */
function takeUndoKey({ key, shiftKey }: KeyboardEvent, { onUndo, onRedo }: Pick<GridProps, 'onUndo' | 'onRedo'>) {
  const letter = key.toLowerCase()
  const act = letter === 'z' ? (shiftKey ? onRedo : onUndo) : letter === 'y' ? onRedo : undefined
  act?.()
  return act !== undefined
}

/** What the keys do in the cells, as in a spreadsheet. */
export function useGridKeys(terms: KeyTerms) {
  const { selection, bounds } = terms

  /** Does what the key says; gives whether there was anything to do, which the browser then does not do as well. */
  function take(event: KeyboardEvent): boolean {
    if ((event.ctrlKey || event.metaKey) && takeUndoKey(event, terms)) return true
    if (selection) return takeIn(selection, event)
    // An arrow leads to where the selection was that is not shown any more; other keys lead on from there.
    const from = selectionAt(terms.last)
    const begun = event.key.startsWith('Arrow') && !event.ctrlKey && !event.metaKey
    const moved = begun ? from : moveBy(event, from, bounds)
    if (!moved || bounds.rows === 0) return false
    terms.select(moved)
    return true
  }

  function takeIn(selection: StandingSelection, event: KeyboardEvent): boolean {
    const { active, range } = selection
    const isInGrid = active.row >= 0
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
    const edit = terms.editRange ?? ((typed?: string) => terms.edit(active, typed))
    if (key === 'Enter' || key === 'F2') edit()
    else if (key === 'Escape') {
      terms.select(selectionAt(active))
      return false
    } else if (!isInGrid) return false
    else if (key === ' ' && far) {
      const { column } = active
      terms.stay({ active, anchor: { row: 0, column }, end: { row: bounds.rows - 1, column } })
    } else if (key === ' ' && terms.hasChecks) {
      if (shiftKey) terms.checkAllOf(selection.rows)
      else terms.check(active.row, false)
    } else if (key === 'ContextMenu' || (shiftKey && key === 'F10')) terms.onMenu()
    else if (far && key === 'd' && terms.canFill) {
      if (range) terms.fill({ ...range, bottom: range.top }, range)
    } else if (far && key === 'r' && terms.canFill) {
      if (range) terms.fill({ ...range, right: range.left }, range)
    } else if (key === 'Delete' || key === 'Backspace') edit('')
    else if (key.length === 1 && !far && !altKey && !isPageKey(key)) edit(key)
    else return false
    return true
  }

  return (event: KeyboardEvent) => {
    if (take(event)) event.preventDefault()
  }
}
