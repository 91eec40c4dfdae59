// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode, useState } from 'react'
import { slotsFor } from './geometry'
import styles from './grid.module.css'
import { drawCell, type RowDrawing } from './grid-cell'
import { KeptCells } from './kept-cells'

interface GridRowProps extends Omit<RowDrawing, 'checkboxWords'> {
  gridId: string
  /** Position in the grid. */
  position: number
  height: number
  /** Counts the header rows, from 1. */
  ariaIndex: number
  /** The columns that scroll and are drawn: from, and up to but not including. Numbers, so that equal ones are the same. */
  start: number
  end: number
  /** Positions of the active cell and of the selected range in this row; -1 for none. */
  active: number
  from: number
  to: number
  /** Positions of the cells that a pull of the handle would fill, and of the cell that has the handle; -1 for none. */
  fillFrom: number
  fillTo: number
  handle: number
}

/** One row, of the cells in sight. Drawn again only when something of it has changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  // What the compiler would keep of a row, `KeptCells` keeps cell by cell.
  'use no memo'
  const { t } = useLingui()
  const { gridId, position, height, ariaIndex, layout, start, end, active, isSelected } = props
  const [kept] = useState(() => new KeptCells())

  const { columns, cells, record } = props
  const row = { columns, cells, layout, record, isSelected, checkboxWords: isSelected ? t`Selected` : t`Not selected` }
  kept.begin(row)
  const cell = (at: number, slot: number, key: number) => {
    const marks = {
      activeId: at === active ? `${gridId}-active` : undefined,
      isInRange: at >= props.from && at <= props.to,
      isFilled: at >= props.fillFrom && at <= props.fillTo,
      hasHandle: at === props.handle,
    }
    return kept.cell(slot, at, marks, () => drawCell(row, at, key, marks))
  }

  const slots = slotsFor({ start, end })
  const pinned: ReactNode[] = []
  // Slots of pinned cells count down: they are never those of cells that scroll.
  for (let at = 0; at < layout.pinned; at += 1) pinned.push(cell(at, -1 - at, at))
  const scrolled: ReactNode[] = []
  for (let at = start; at < end; at += 1) scrolled.push(cell(at, at % slots, at % slots))
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
