// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the role is one of two, which both take them
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode } from 'react'
import { type Span, slotsFor } from './geometry'
import styles from './grid.module.css'
import type { GridCells, GridColumn } from './grid-column'
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
  drawn: Span
  /** Positions of the active cell and of the selected range in this row; -1 for none. */
  active: number
  from: number
  to: number
  /** Positions of the cells that a pull of the handle would fill, and of the cell that has the handle; -1 for none. */
  fillFrom: number
  fillTo: number
  handle: number
  isSelected: boolean | undefined
}

/** One row, of the cells in sight. Drawn again only when something of it has changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { t } = useLingui()
  const { gridId, position, record, height, ariaIndex, columns, cells, layout, drawn, active, isSelected } = props

  // A plain function, not a component: hundreds of cells are made with every turn of the wheel.
  const cell = (at: number, key: number) => {
    const place = layout.places[at] ?? 0
    const left = layout.offsets[at] ?? 0
    const isRowHeader = columns[place]?.isRowHeader
    const isBox = place === checkboxColumn
    const lock = isBox ? undefined : cells.lock?.(record, place)
    const isInRange = at >= props.from && at <= props.to
    return (
      <div
        key={key}
        role={isRowHeader ? 'rowheader' : 'gridcell'}
        aria-colindex={at + 1}
        aria-selected={isInRange || at === active}
        aria-readonly={lock === undefined ? undefined : true}
        id={at === active ? `${gridId}-active` : undefined}
        className={styles.cell}
        data-column={at}
        data-active={at === active || undefined}
        data-range={isInRange || undefined}
        data-fill={(at >= props.fillFrom && at <= props.fillTo) || undefined}
        data-locked={lock === undefined ? undefined : true}
        data-header={isRowHeader || undefined}
        title={lock}
        style={{ left, width: (layout.offsets[at + 1] ?? 0) - left }}
      >
        {isBox ? (
          <span className={styles.box} data-checked={isSelected || undefined}>
            <span className="said-only">{isSelected ? t`Selected` : t`Not selected`}</span>
          </span>
        ) : cells.isPending?.(record, place) ? (
          <span className={styles.pending} />
        ) : (
          (cells.draw?.(record, place) ?? cells.text(record, place))
        )}
        {lock !== undefined && <span className="said-only">{lock}</span>}
        {at === props.handle && <span className={styles.handle} data-handle aria-hidden />}
      </div>
    )
  }

  const slots = slotsFor(drawn)
  const pinned: ReactNode[] = []
  for (let at = 0; at < layout.pinned; at += 1) pinned.push(cell(at, at))
  const scrolled: ReactNode[] = []
  for (let at = drawn.start; at < drawn.end; at += 1) scrolled.push(cell(at, at % slots))
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
