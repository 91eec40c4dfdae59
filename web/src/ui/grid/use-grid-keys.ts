import type { KeyboardEvent } from 'react'
import { handleUndoKey } from '../undo-key'
import { isPageKey } from '../use-page-shortcuts'
import type { GridProps } from './grid-props'
import {
  type Bounds,
  type CellPosition,
  groupRow,
  headerRow,
  moveBy,
  type Range,
  type Selection,
  selectionAt,
} from './selection'
import type { ResolvedSelection } from './selection-by-id'

interface KeyOptions extends Pick<GridProps, 'onUndo' | 'onRedo' | 'onFill' | 'selected' | 'onSelect'> {
  selection: ResolvedSelection | undefined
  bounds: Bounds
  hasChecks: boolean
  canFill: boolean
  /** Handles keys on a heading; returns whether it did. */
  onHeaderKey(event: KeyboardEvent): boolean
  /** The same for group headings. */
  onGroupKey(event: KeyboardEvent): boolean
  /** Opens the menu of the active cell. */
  onMenu(): void
  select(next: Selection): void
  setSelection(next: Selection): void
  /** Position of the last selection, if it is no longer visible. */
  last: CellPosition
  check(position: number, isRange: boolean): void
  checkAllOf(positions: readonly number[]): void
  edit(position: CellPosition, typed?: string): void
  /** Edits all selected cells; undefined for a single cell, or without an editor for several. */
  editRange: ((typed?: string) => void) | undefined
  fill(source: Range, target: Range): void
}

/** Keyboard handling of the cells, as in a spreadsheet. */
export function useGridKeys(options: KeyOptions) {
  const { selection, bounds } = options

  /** Returns whether the key was handled; its default action is then prevented. */
  function handleKey(event: KeyboardEvent): boolean {
    if (handleUndoKey(event, { undo: options.onUndo, redo: options.onRedo })) return true
    if (selection) return handleSelectionKey(selection, event)
    // An arrow key returns to the last selection's position; other keys move from there.
    const from = selectionAt(options.last)
    const begun = event.key.startsWith('Arrow') && !event.ctrlKey && !event.metaKey
    const moved = begun ? from : moveBy(event, from, bounds)
    if (!moved || bounds.rows === 0) return false
    options.select(moved)
    return true
  }

  function handleSelectionKey(selection: ResolvedSelection, event: KeyboardEvent): boolean {
    const { active, range } = selection
    const isInGrid = active.row >= 0
    if (active.row === headerRow && options.onHeaderKey(event)) return true
    if (active.row === groupRow && options.onGroupKey(event)) return true
    const { key, shiftKey, altKey } = event
    const far = event.ctrlKey || event.metaKey
    const moved = moveBy(event, selection, bounds)
    if (moved) {
      // Selecting everything does not scroll.
      if (key.toLowerCase() === 'a') options.setSelection(moved)
      else options.select(moved)
      return true
    }
    const edit = options.editRange ?? ((typed?: string) => options.edit(active, typed))
    if (key === 'Enter' || key === 'F2') edit()
    else if (key === 'Escape') {
      options.select(selectionAt(active))
      if (options.selected?.size) options.onSelect?.(new Set())
      return false
    } else if (!isInGrid) return false
    else if (key === ' ' && far) {
      const { column } = active
      options.setSelection({ active, anchor: { row: 0, column }, end: { row: bounds.rows - 1, column } })
    } else if (key === ' ' && options.hasChecks) {
      if (shiftKey) options.checkAllOf(selection.rows)
      else options.check(active.row, false)
    } else if (key === 'ContextMenu' || (shiftKey && key === 'F10')) options.onMenu()
    else if (far && !shiftKey && options.onFill && /^[dr]$/i.test(key)) {
      // Also where nothing can be filled: the browser would load the page again.
      const source = key.toLowerCase() === 'd' ? { bottom: range?.top } : { right: range?.left }
      if (range && options.canFill) options.fill(Object.assign({ ...range }, source), range)
    } else if (key === 'Delete' || key === 'Backspace') edit('')
    else if (key.length === 1 && !far && !altKey && !isPageKey(key)) edit(key)
    else return false
    return true
  }

  return (event: KeyboardEvent) => {
    if (handleKey(event)) event.preventDefault()
  }
}
