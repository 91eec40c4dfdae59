// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are drawn as they come into sight, which a table cannot
import type { HTMLAttributes, ReactNode } from 'react'
import { renderOrder } from './geometry'
import styles from './grid.module.css'
import type { GridProps } from './grid-props'
import { GridRow } from './grid-row'
import { checkboxColumn, type Layout, type RenderedRange } from './layout'
import { partIn, type Range } from './selection'
import { type ResolvedSelection, scatteredColumns } from './selection-by-id'

interface GridBodyProps extends Pick<GridProps, 'columns' | 'cells' | 'rows'> {
  gridId: string
  /** Ids of the selected records; undefined without checkboxes. */
  selected: GridProps['selected']
  layout: Layout
  rendered: RenderedRange
  /** Pixels. */
  rowHeight: number
  /** Number of header rows. */
  headings: number
  isScrollIdle: boolean
  selection: ResolvedSelection | undefined
  /** The cells that the dragged fill handle would fill. */
  filling: Range | undefined
  canFill: boolean
  /** Whether a range that ends in the column at this position can be filled. */
  fills(position: number): boolean
  handlers: HTMLAttributes<HTMLDivElement>
}

/** The rendered rows of the grid, in reused slots (decision 070). */
export function GridBody(props: GridBodyProps) {
  const { cells, rows, layout, rendered, rowHeight, headings, isScrollIdle, selection, canFill, selected } = props
  const active = selection?.active
  const range = selection?.range
  const isSeveral = selection !== undefined && selection.rows.length * selection.columns.length > 1
  const selectedRange = isSeveral ? range : undefined
  const scattered = isSeveral ? scatteredColumns(selection, layout.columnIndexes.length) : undefined
  const scatteredRows = scattered && selection ? new Set(selection.rows) : undefined
  const grip = range && canFill && layout.columnIndexes[range.left] !== checkboxColumn ? range.left : -1
  const handle = range && props.fills(range.right) ? range.right : -1
  const rowElements: ReactNode[] = []
  for (const { at: position, slot } of renderOrder(rendered.rows, isScrollIdle)) {
    const record = rows[position] ?? 0
    const [from, to] = partIn(selectedRange, position)
    const [fillFrom, fillTo] = partIn(props.filling, position)
    rowElements.push(
      <GridRow
        key={slot}
        gridId={props.gridId}
        position={position}
        record={record}
        height={rowHeight}
        ariaIndex={position + headings + 1}
        columns={props.columns}
        cells={cells}
        layout={layout}
        start={rendered.columns.start}
        end={rendered.columns.end}
        isScrollIdle={isScrollIdle}
        active={position === active?.row ? active.column : -1}
        from={from}
        to={to}
        scattered={scatteredRows?.has(position) ? scattered : undefined}
        fillFrom={fillFrom}
        fillTo={fillTo}
        grip={position === range?.top ? grip : -1}
        handle={position === range?.bottom ? handle : -1}
        isSelected={selected ? selected.has(cells.rowId(record)) : undefined}
      />,
    )
  }
  return (
    <div
      role={rows.length > 0 ? 'rowgroup' : undefined}
      className={styles.body}
      style={{ width: layout.width, height: rows.length * rowHeight }}
      {...props.handlers}
    >
      {rowElements}
    </div>
  )
}
