// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the role is one of two, which both take them
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import type { ReactNode } from 'react'
import styles from './grid.module.css'
import type { GridCells, GridColumn } from './grid-column'
import { checkboxColumn, type Layout } from './layout'

/** What stands in a cell. Equal contents look the same. */
export interface CellContent {
  /** A text, or an element that is the same one whenever it looks the same. */
  shown: ReactNode
  lock: string | undefined
}

/** How a cell stands out. */
export interface CellMarks {
  /** The id under which the grid names its active cell. */
  activeId: string | undefined
  isInRange: boolean
  isFilled: boolean
  /** What a finger takes more cells with, at the beginning of what is taken. */
  hasGrip: boolean
  /** What fills, at its end. */
  hasHandle: boolean
}

const pending = <span className={styles.pending} />

/** What stands in the cell of a record, in a column that is not the one of the checkboxes. */
export const contentOf = (cells: GridCells, record: number, place: number): CellContent => ({
  shown: cells.isPending?.(record, place) ? pending : (cells.draw?.(record, place) ?? cells.text(record, place)),
  lock: cells.lock?.(record, place),
})

/** What stands in the cell with the checkbox. */
export const checkboxOf = (isSelected: boolean, words: string): ReactNode => (
  <span className={styles.box} data-checked={isSelected || undefined}>
    <span className="said-only">{words}</span>
  </span>
)

interface CellPlace {
  columns: readonly GridColumn[]
  layout: Layout
  /** Position among the columns. */
  at: number
  key: number
}

/** One cell. A plain function, not a component: hundreds of cells are made with every turn of the wheel. */
export function drawCell({ columns, layout, at, key }: CellPlace, content: CellContent, marks: CellMarks): ReactNode {
  const { shown, lock } = content
  const { activeId, isInRange, isFilled, hasGrip, hasHandle } = marks
  const left = layout.offsets[at] ?? 0
  const place = layout.places[at] ?? checkboxColumn
  const isRowHeader = columns[place]?.isRowHeader
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
      data-narrow={(layout.isNarrow && columns[place]?.canNarrow) || undefined}
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
