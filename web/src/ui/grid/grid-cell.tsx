// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the role is one of two, which both take them
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import type { ReactNode } from 'react'
import styles from './grid.module.css'
import type { GridCells, GridColumn } from './grid-column'
import { checkboxColumn, type Layout } from './layout'

/** What is drawn of a row besides its cells' content. A change of any of it draws all of its cells anew. */
export interface RowDrawing {
  columns: readonly GridColumn[]
  cells: GridCells
  layout: Layout
  record: number
  isSelected: boolean | undefined
  /** What the checkbox says. */
  checkboxWords: string
}

/** How a cell stands out. */
export interface CellMarks {
  /** The id under which the grid names its active cell. */
  activeId: string | undefined
  isInRange: boolean
  isFilled: boolean
  hasHandle: boolean
}

/**
 * One cell, at a position. A plain function, not a component: hundreds of cells are made with every turn of the wheel.
 */
export function drawCell(row: RowDrawing, at: number, key: number, marks: CellMarks): ReactNode {
  const { columns, cells, layout, record, isSelected } = row
  const { activeId, isInRange, isFilled, hasHandle } = marks
  const place = layout.places[at] ?? 0
  const left = layout.offsets[at] ?? 0
  const isRowHeader = columns[place]?.isRowHeader
  const isBox = place === checkboxColumn
  const lock = isBox ? undefined : cells.lock?.(record, place)
  return (
    <div
      key={key}
      role={isRowHeader ? 'rowheader' : 'gridcell'}
      aria-colindex={at + 1}
      aria-selected={isInRange || activeId !== undefined}
      aria-readonly={lock === undefined ? undefined : true}
      id={activeId}
      className={styles.cell}
      data-column={at}
      data-active={activeId !== undefined || undefined}
      data-range={isInRange || undefined}
      data-fill={isFilled || undefined}
      data-locked={lock === undefined ? undefined : true}
      data-header={isRowHeader || undefined}
      title={lock}
      style={{ left, width: (layout.offsets[at + 1] ?? 0) - left }}
    >
      {isBox ? (
        <span className={styles.box} data-checked={isSelected || undefined}>
          <span className="said-only">{row.checkboxWords}</span>
        </span>
      ) : cells.isPending?.(record, place) ? (
        <span className={styles.pending} />
      ) : (
        (cells.draw?.(record, place) ?? cells.text(record, place))
      )}
      {lock !== undefined && <span className="said-only">{lock}</span>}
      {hasHandle && <span className={styles.handle} data-handle aria-hidden />}
    </div>
  )
}
