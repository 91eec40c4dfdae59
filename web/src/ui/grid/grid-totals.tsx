// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the role is one of two, which both take them
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import styles from './grid.module.css'
import type { GridColumn } from './grid-column'
import type { GridProps } from './grid-props'
import type { Layout } from './layout'

interface GridTotalsProps {
  columns: readonly GridColumn[]
  layout: Layout
  totals: NonNullable<GridProps['totals']>
  /** The rendered unpinned columns: `start` inclusive, `end` exclusive. */
  start: number
  end: number
  /** Pixels. */
  height: number
  ariaIndex: number
}

/** A sticky row below the others with the totals of columns. */
export function GridTotals({ columns, layout, totals, start, end, height, ariaIndex }: GridTotalsProps) {
  const cell = (at: number) => {
    const columnIndex = layout.columnIndexes[at] ?? 0
    const left = layout.offsets[at] ?? 0
    const isHeader = columns[columnIndex]?.isRowHeader
    return (
      <div
        key={at}
        role={isHeader ? 'rowheader' : 'gridcell'}
        aria-colindex={at + 1}
        className={styles.cell}
        data-header={isHeader || undefined}
        style={{ left, width: (layout.offsets[at + 1] ?? 0) - left }}
      >
        {isHeader ? totals.label : totals.values[columnIndex]}
      </div>
    )
  }
  const positions = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
  return (
    <div role="rowgroup" className={styles.totals} style={{ width: layout.width, height }}>
      <div role="row" aria-rowindex={ariaIndex} className={styles.totalsRow}>
        {layout.pinned > 0 && (
          <div className={styles.pinned} style={{ width: layout.pinnedWidth }}>
            {positions(0, layout.pinned).map(cell)}
          </div>
        )}
        {positions(start, end).map(cell)}
      </div>
    </div>
  )
}
