import { useLingui } from '@lingui/react/macro'
import { type RefObject, useState } from 'react'
import { scrollToShow } from './geometry'
import type { GridProps } from './grid-props'
import { checkboxColumn, type Layout } from './layout'
import { type Bounds, cellsIn, type Place, type Range, rangeOf, type Selection, selectionAt, within } from './selection'

interface SelectionTerms extends Pick<GridProps, 'rows' | 'order' | 'onRange'> {
  scroller: RefObject<HTMLDivElement | null>
  layout: Layout
  bounds: Bounds
  /** Pixels. */
  rowHeight: number
  headHeight: number
  say(words: string): void
}

/** A range that is reported cell by cell is no larger than this: as many as one bulk change has. */
const mostReported = 50_000

/** Where the person is and which cells they have taken; `select` scrolls there and tells of it, `stay` does not scroll. */
export function useCellSelection(terms: SelectionTerms) {
  const { scroller, layout, bounds, rows, rowHeight, headHeight, say, onRange } = terms
  const { t } = useLingui()
  const [chosen, setChosen] = useState(selectionAt({ row: 0, column: 0 }))
  const [order, setOrder] = useState(terms.order)
  if (order !== terms.order) {
    setOrder(terms.order)
    setChosen(selectionAt(chosen.active))
  }
  const selection = within(chosen, bounds)

  function stay(next: Selection) {
    setChosen(next)
    const taken = rangeOf(next)
    const count = cellsIn(taken)
    if (count > 1) say(t`${taken.bottom - taken.top + 1} rows and ${taken.right - taken.left + 1} columns selected`)
    if (!onRange) return
    const isReported = next.active.row >= 0 && count <= mostReported
    onRange(isReported ? reported(taken) : { rows: [], columns: [] })
  }

  function select(next: Selection) {
    show(next.active)
    stay(next)
  }

  const reported = ({ top, left, bottom, right }: Range) => ({
    rows: [...rows.subarray(top, bottom + 1)],
    columns: [...layout.places.subarray(left, right + 1)].filter((place) => place !== checkboxColumn),
  })

  /** Scrolls as little as can be for the cell to be seen beside the header and the pinned columns. */
  function show({ row, column }: Place) {
    const box = scroller.current
    if (!box) return
    if (row >= 0) {
      const cell = { from: row * rowHeight, to: (row + 1) * rowHeight }
      box.scrollTo({ top: scrollToShow(cell, box.scrollTop, box.clientHeight - headHeight) })
    }
    if (column < layout.pinned) return
    const { offsets, pinnedWidth } = layout
    const cell = { from: (offsets[column] ?? 0) - pinnedWidth, to: (offsets[column + 1] ?? 0) - pinnedWidth }
    box.scrollTo({ left: scrollToShow(cell, box.scrollLeft, box.clientWidth - pinnedWidth) })
  }

  return { selection, range: rangeOf(selection), select, stay }
}
