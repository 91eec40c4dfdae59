// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the role is one of two, which both take them
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import type { ReactNode } from 'react'
import styles from './grid.module.css'
import type { GridCells, GridColumn } from './grid-column'
import { checkboxColumn, type Layout } from './layout'

/** Content of a cell. Equal contents look the same. */
export interface CellContent {
  /** A text, or an element that is identical whenever it looks the same. */
  shown: ReactNode
  lock: string | undefined
}

/** State of a cell that changes its look. */
export interface CellMarks {
  /** Element id of the active cell. */
  activeId: string | undefined
  isInRange: boolean
  isFilled: boolean
  /** The grip at the start of the selection, which extends it by touch. */
  hasGrip: boolean
  /** The fill handle at the end of the selection. */
  hasHandle: boolean
}

const pending = <span className={styles.pending} />

/** Content of a record's cell, in any column but that of the checkboxes. */
export const contentOf = (cells: GridCells, record: number, columnIndex: number): CellContent => ({
  shown: cells.isPending?.(record, columnIndex)
    ? pending
    : (cells.render?.(record, columnIndex) ?? cells.text(record, columnIndex)),
  lock: cells.lock?.(record, columnIndex),
})

/** Content of the checkbox cell. */
export const checkboxOf = (isSelected: boolean, label: string): ReactNode => (
  <span className={styles.box} data-checked={isSelected || undefined}>
    <span className="said-only">{label}</span>
  </span>
)

interface CellSlot {
  columns: readonly GridColumn[]
  layout: Layout
  /** Position of the column. */
  at: number
  key: number
}

/** Renders one cell. A plain function, not a component, since hundreds of cells are created on every scroll event. */
export function renderCell({ columns, layout, at, key }: CellSlot, content: CellContent, marks: CellMarks): ReactNode {
  const { shown, lock } = content
  const { activeId, isInRange, isFilled, hasGrip, hasHandle } = marks
  const left = layout.offsets[at] ?? 0
  const columnIndex = layout.columnIndexes[at] ?? checkboxColumn
  const isRowHeader = columns[columnIndex]?.isRowHeader
  const isPlain = lock === undefined && !hasGrip && !hasHandle
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
      data-narrow={(layout.isNarrow && columns[columnIndex]?.canNarrow) || undefined}
      title={lock}
      style={{ left, width: (layout.offsets[at + 1] ?? 0) - left }}
    >
      {/* A text alone is written by React without an element of its own. */}
      {isPlain ? (
        shown
      ) : (
        <>
          {shown}
          {lock !== undefined && <span className="said-only">{lock}</span>}
          {hasGrip && <span className={styles.grip} data-handle="take" aria-hidden />}
          {hasHandle && <span className={styles.handle} data-handle="fill" aria-hidden />}
        </>
      )}
    </div>
  )
}
