// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode, useState } from 'react'
import { CellCache } from './cell-cache'
import { renderOrder } from './geometry'
import styles from './grid.module.css'
import { checkboxOf, contentOf, renderCell } from './grid-cell'
import type { GridCells, GridColumn } from './grid-column'
import { checkboxColumn, type Layout } from './layout'

interface GridRowProps {
  gridId: string
  /** Position in the grid, and the record at it. */
  position: number
  record: number
  height: number
  /** One-based row index including the header rows. */
  ariaIndex: number
  columns: readonly GridColumn[]
  cells: GridCells
  layout: Layout
  /** The rendered unpinned columns: `start` inclusive, `end` exclusive. Numbers, so that `memo` compares them by value. */
  start: number
  end: number
  isScrollIdle: boolean
  /** Positions in this row of the active cell and of the selected range; -1 for none. */
  active: number
  from: number
  to: number
  /** For a selection with gaps: by position, whether the cell is selected. Otherwise `from` to `to` applies. */
  scattered: Uint8Array | undefined
  /** Positions of the cells that the dragged fill handle would fill, and of grip and handle; -1 for none. */
  fillFrom: number
  fillTo: number
  grip: number
  handle: number
  isSelected: boolean | undefined
}

/** What a row caches between renders. */
interface RowCache {
  cells: CellCache
  checkbox: { label: string; element: ReactNode } | undefined
}

/** One row with its visible cells; re-rendered only when one of its props has changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  // `CellCache` memoises per cell what the compiler would memoise per row.
  'use no memo'
  const { t } = useLingui()
  const { gridId, position, record, height, ariaIndex, columns, cells, layout, start, end, active, isSelected } = props
  const [cached] = useState((): RowCache => ({ cells: new CellCache(), checkbox: undefined }))

  function checkbox(): ReactNode {
    const label = isSelected ? t`Selected` : t`Not selected`
    if (cached.checkbox?.label !== label) cached.checkbox = { label, element: checkboxOf(isSelected === true, label) }
    return cached.checkbox.element
  }

  cached.cells.beginRender(layout)
  const cell = (at: number, slot: number, key: number) => {
    const columnIndex = layout.columnIndexes[at] ?? checkboxColumn
    const content =
      columnIndex === checkboxColumn ? { shown: checkbox(), lock: undefined } : contentOf(cells, record, columnIndex)
    const marks = {
      activeId: at === active ? `${gridId}-active` : undefined,
      isInRange: props.scattered ? props.scattered[at] === 1 : at >= props.from && at <= props.to,
      isFilled: at >= props.fillFrom && at <= props.fillTo,
      hasGrip: at === props.grip,
      hasHandle: at === props.handle,
    }
    return cached.cells.cell(slot, at, content, marks, () => renderCell({ columns, layout, at, key }, content, marks))
  }

  const pinned: ReactNode[] = []
  // Slots of pinned cells are negative, so that they differ from those of scrolling cells.
  for (let at = 0; at < layout.pinned; at += 1) pinned.push(cell(at, -1 - at, at))
  const scrolled: ReactNode[] = []
  for (const { at, slot } of renderOrder({ start, end }, props.isScrollIdle)) scrolled.push(cell(at, slot, slot))
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
