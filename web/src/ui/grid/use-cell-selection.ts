import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type RefObject, useState } from 'react'
import type { Ground } from './cell-id'
import { scrollToShow } from './geometry'
import type { GridProps, SelectedCells } from './grid-props'
import { type HeldSelection, hold, remaining, type StandingSelection, standing } from './held-selection'
import { checkboxColumn, type Layout } from './layout'
import { type Bounds, cellsIn, type Place, rangeOf, type Selection, selectionAt, within } from './selection'

interface SelectionTerms extends Pick<GridProps, 'rows' | 'selected' | 'onSelect'> {
  scroller: RefObject<HTMLDivElement | null>
  layout: Layout
  ground: Ground
  bounds: Bounds
  /** Pixels: of a row, and of what stays in sight above and below them. */
  rowHeight: number
  heldHeight: number
  say(words: string): void
}

/** Where a selection went that is not shown any more: keys begin there again. */
interface Kept {
  held: HeldSelection | undefined
  last: Place | undefined
}

/** A range is handed on cell by cell when it is no larger than this: as many as one bulk change has. */
const mostReported = 50_000

/**
 * Where the person is and which cells they have selected, held by identity; `select` scrolls there and announces it,
 * `stay` does not scroll. What is not shown any more leaves the selection, and does not come back by itself.
 */
export function useCellSelection(terms: SelectionTerms) {
  const { scroller, layout, ground, bounds, rows, rowHeight, heldHeight, say } = terms
  const { t } = useLingui()
  const [kept, setKept] = useState<Kept>({ held: undefined, last: undefined })
  const held = kept.held && remaining(kept.held, ground)
  if (held !== kept.held) setKept({ held, last: kept.held?.active.near })
  const selection = held && standing(held, ground)

  function stay(next: Selection) {
    setKept({ held: hold(next, ground), last: next.active })
    const corners = rangeOf(next)
    if (cellsIn(corners) < 2) return
    // One selection at a time: cells, or the rows that are checked.
    if (terms.selected?.size) terms.onSelect?.(new Set())
    const rowCount = corners.bottom - corners.top + 1
    const columnCount = corners.right - corners.left + 1
    const inRows = t`${plural(rowCount, { one: '# row', other: '# rows' })}`
    const inColumns = t`${plural(columnCount, { one: '# column', other: '# columns' })}`
    say(t`Selected: ${inRows}, ${inColumns}`)
  }

  function select(next: Selection) {
    show(next.end)
    stay(next)
  }

  /** Scrolls as little as can be for the cell to be seen beside the header and the pinned columns. */
  function show({ row, column }: Place) {
    const box = scroller.current
    if (!box) return
    if (row >= 0) {
      const cell = { from: row * rowHeight, to: (row + 1) * rowHeight }
      box.scrollTo({ top: scrollToShow(cell, box.scrollTop, box.clientHeight - heldHeight) })
    }
    if (column < layout.pinned) return
    const { offsets, pinnedWidth } = layout
    const cell = { from: (offsets[column] ?? 0) - pinnedWidth, to: (offsets[column + 1] ?? 0) - pinnedWidth }
    box.scrollTo({ left: scrollToShow(cell, box.scrollLeft, box.clientWidth - pinnedWidth) })
  }

  return {
    selection,
    /** The selected cells as records and natural places of columns. */
    cells: selection && selectedCells(selection, rows, layout),
    select,
    stay,
    /** Where keys begin when nothing is selected: where the selection was that has left. */
    last: within(kept.last ?? { row: 0, column: 0 }, bounds),
    /** Whoever comes to the grid for the first time is in its first cell. */
    arrive() {
      const first = { row: 0, column: 0 }
      const here = hold(selectionAt(first), ground)
      if (here) setKept((now) => (now.held || now.last ? now : { held: here, last: first }))
    },
    /** Gives a range up; the active cell stays. */
    collapse() {
      if (!selection) return
      setKept({ held: hold(selectionAt(selection.active), ground), last: selection.active })
    },
  }
}

function selectedCells(selection: StandingSelection, rows: Uint32Array, layout: Layout): SelectedCells {
  const columns = selection.columns.flatMap((column) => {
    const place = layout.places[column] ?? checkboxColumn
    return place === checkboxColumn ? [] : [place]
  })
  const count = selection.rows.length * columns.length
  const isReported = count <= mostReported
  return {
    rows: isReported ? selection.rows.map((row) => rows[row] ?? 0) : [],
    columns: isReported ? columns : [],
    count,
    left: selection.left,
  }
}
