// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode, useState } from 'react'
import { drawingOrder } from './geometry'
import styles from './grid.module.css'
import { checkboxOf, contentOf, drawCell } from './grid-cell'
import type { GridCells, GridColumn } from './grid-column'
import { KeptCells } from './kept-cells'
import { checkboxColumn, type Layout } from './layout'

interface GridRowProps {
  gridId: string
  /** Position in the grid, and the record that stands there. */
  position: number
  record: number
  height: number
  /** Counts the header rows, from 1. */
  ariaIndex: number
  columns: readonly GridColumn[]
  cells: GridCells
  layout: Layout
  /** The columns that scroll and are drawn: from, and up to but not including. Numbers, so that equal ones are the same. */
  start: number
  end: number
  /** Nobody is scrolling. */
  isResting: boolean
  /** Positions of the active cell and of the selected range in this row; -1 for none. */
  active: number
  from: number
  to: number
  /** By position, which cells are selected, where others stand between them; else they are from `from` to `to`. */
  scattered: Uint8Array | undefined
  /** Positions of the cells that a pull of the handle would fill, and of the cells that have grip and handle; -1 for none. */
  fillFrom: number
  fillTo: number
  grip: number
  handle: number
  isSelected: boolean | undefined
}

/** What a row keeps from one drawing to the next. */
interface KeptRow {
  cells: KeptCells
  checkbox: { words: string; drawn: ReactNode } | undefined
}

/** One row, of the cells in sight. Drawn again only when something of it has changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  // What the compiler would keep of a row, `KeptCells` keeps cell by cell.
  'use no memo'
  const { t } = useLingui()
  const { gridId, position, record, height, ariaIndex, columns, cells, layout, start, end, active, isSelected } = props
  const [kept] = useState((): KeptRow => ({ cells: new KeptCells(), checkbox: undefined }))

  function checkbox(): ReactNode {
    const words = isSelected ? t`Selected` : t`Not selected`
    if (kept.checkbox?.words !== words) kept.checkbox = { words, drawn: checkboxOf(isSelected === true, words) }
    return kept.checkbox.drawn
  }

  kept.cells.begin(layout)
  const cell = (at: number, slot: number, key: number) => {
    const place = layout.places[at] ?? checkboxColumn
    const content = place === checkboxColumn ? { shown: checkbox(), lock: undefined } : contentOf(cells, record, place)
    const marks = {
      activeId: at === active ? `${gridId}-active` : undefined,
      isInRange: props.scattered ? props.scattered[at] === 1 : at >= props.from && at <= props.to,
      isFilled: at >= props.fillFrom && at <= props.fillTo,
      hasGrip: at === props.grip,
      hasHandle: at === props.handle,
    }
    return kept.cells.cell(slot, at, content, marks, () => drawCell({ columns, layout, at, key }, content, marks))
  }

  const pinned: ReactNode[] = []
  // Slots of pinned cells count down: they are never those of cells that scroll.
  for (let at = 0; at < layout.pinned; at += 1) pinned.push(cell(at, -1 - at, at))
  const scrolled: ReactNode[] = []
  for (const { at, slot } of drawingOrder({ start, end }, props.isResting)) scrolled.push(cell(at, slot, slot))
  return (
    <div
      role="row"
      aria-rowindex={ariaIndex}
      aria-selected={isSelected}
      className={styles.row}
      data-row={position}
      style={{ transform: `translateY(${position * height}px)`, height, width: layout.width }}
    >
      {layout.pinned > 0 && (
        <div className={styles.pinned} style={{ width: layout.pinnedWidth }}>
          {pinned}
        </div>
      )}
      {scrolled}
    </div>
  )
})
