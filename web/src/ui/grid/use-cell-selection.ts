import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type RefObject, useState } from 'react'
import type { GridContext } from './cell-id'
import { maxChangedCells } from './clipboard'
import { scrollToShow } from './geometry'
import type { GridProps, SelectedCells } from './grid-props'
import { checkboxColumn, type GroupRun, type Layout } from './layout'
import { type Bounds, type CellPosition, cellsIn, rangeOf, type Selection, selectionAt, within } from './selection'
import {
  pruneSelection,
  type ResolvedSelection,
  resolveSelection,
  type SelectionById,
  toSelectionById,
} from './selection-by-id'

interface SelectionOptions extends Pick<GridProps, 'rows' | 'selected' | 'onSelect'> {
  scroller: RefObject<HTMLDivElement | null>
  layout: Layout
  context: GridContext
  bounds: Bounds
  /** Heights in pixels: of a row, and of the sticky parts. */
  rowHeight: number
  stickyHeight: number
  announce(text: string): void
}

/** The selection, and the last position of one that is no longer visible, where the keyboard continues. */
interface SelectionState {
  selectionById: SelectionById | undefined
  last: CellPosition | undefined
}

/**
 * The active cell and the selected cells, stored by id. `select` scrolls there and announces, `setSelection` does not
 * scroll. Cells that become invisible are removed from the selection for good.
 */
export function useCellSelection(options: SelectionOptions) {
  const { scroller, layout, context, bounds, rows, rowHeight, stickyHeight, announce } = options
  const { t } = useLingui()
  const [state, setState] = useState<SelectionState>({ selectionById: undefined, last: undefined })
  const selectionById = state.selectionById && pruneSelection(state.selectionById, context)
  if (selectionById !== state.selectionById) setState({ selectionById, last: state.selectionById?.active.lastPosition })
  const selection = selectionById && resolveSelection(selectionById, context)

  /** Scrolls as little as possible until the cell is visible beside the header and the pinned columns. */
  function show({ row, column }: CellPosition) {
    const box = scroller.current
    if (!box) return
    if (row >= 0) {
      const cell = { from: row * rowHeight, to: (row + 1) * rowHeight }
      box.scrollTo({ top: scrollToShow(cell, box.scrollTop, box.clientHeight - stickyHeight) })
    }
    if (column < layout.pinned) return
    const { offsets, pinnedWidth } = layout
    const cell = { from: (offsets[column] ?? 0) - pinnedWidth, to: (offsets[column + 1] ?? 0) - pinnedWidth }
    box.scrollTo({ left: scrollToShow(cell, box.scrollLeft, box.clientWidth - pinnedWidth) })
  }

  function setSelection(next: Selection) {
    setState({ selectionById: toSelectionById(next, context), last: next.active })
    const corners = rangeOf(next)
    if (cellsIn(corners) < 2) return
    // Either cells or rows are selected.
    if (options.selected?.size) options.onSelect?.(new Set())
    const rowCount = corners.bottom - corners.top + 1
    const columnCount = corners.right - corners.left + 1
    const inRows = t`${plural(rowCount, { one: '# row', other: '# rows' })}`
    const inColumns = t`${plural(columnCount, { one: '# column', other: '# columns' })}`
    announce(t`Selected: ${inRows}, ${inColumns}`)
  }

  function select(next: Selection) {
    show(next.end)
    setSelection(next)
  }

  return {
    selection,
    /** The selected cells as records and column indexes. */
    cells: selection && selectedCells(selection, rows, layout),
    select,
    setSelection,
    show,
    /** Selects all cells of adjacent columns, by position: `start` inclusive, `end` exclusive. */
    selectColumns({ start, end }: Pick<GroupRun, 'start' | 'end'>) {
      const first = { row: 0, column: start }
      setSelection({ active: first, anchor: first, end: { row: rows.length - 1, column: end - 1 } })
    },
    /** Where the keyboard starts when nothing is selected: at the last selection's position. */
    last: within(state.last ?? { row: 0, column: 0 }, bounds),
    /** On the first focus, the first cell becomes active. */
    onFirstFocus() {
      const first = { row: 0, column: 0 }
      const here = toSelectionById(selectionAt(first), context)
      if (here) setState((now) => (now.selectionById || now.last ? now : { selectionById: here, last: first }))
    },
    /** Reduces a range to the active cell. */
    collapse() {
      if (!selection) return
      setState({ selectionById: toSelectionById(selectionAt(selection.active), context), last: selection.active })
    },
  }
}

function selectedCells(selection: ResolvedSelection, rows: Uint32Array, layout: Layout): SelectedCells {
  const columns = selection.columns.flatMap((column) => {
    const columnIndex = layout.columnIndexes[column] ?? checkboxColumn
    return columnIndex === checkboxColumn ? [] : [columnIndex]
  })
  const count = selection.rows.length * columns.length
  const isReported = count <= maxChangedCells
  return {
    rows: isReported ? selection.rows.map((row) => rows[row] ?? 0) : [],
    columns: isReported ? columns : [],
    count,
    hiddenCount: selection.hiddenCount,
  }
}
