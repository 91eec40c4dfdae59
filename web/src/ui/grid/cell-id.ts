import type { GridCells, GridColumn } from './grid-column'
import { checkboxColumn } from './layout'
import { type CellPosition, groupRow, headerRow } from './selection'

/** Id of the checkbox column, which is not in `columns`. */
export const checkboxColumnId = ''

/**
 * A cell by the ids of its row and column: its position changes when rows are sorted, filtered or refetched and when
 * columns are moved or hidden. The row of a heading is its fixed position.
 */
export interface CellId {
  rowId: string | typeof headerRow | typeof groupRow
  columnId: string
}

/** The grid that positions refer to: records in display order, and indexes of `columns` in display order. */
export interface GridContext {
  rows: Uint32Array
  cells: Pick<GridCells, 'rowId'>
  columns: readonly GridColumn[]
  columnIndexes: ArrayLike<number>
}

/** Id of the column at a position; undefined outside the grid. */
export function columnIdAt(column: number, { columns, columnIndexes }: Pick<GridContext, 'columns' | 'columnIndexes'>) {
  const columnIndex = columnIndexes[column]
  return columnIndex === checkboxColumn ? checkboxColumnId : columns[columnIndex ?? -2]?.id
}

/** Current position of a column, looked up at `near` first; -1 if it is not visible. */
export function columnAt(columnId: string, context: Pick<GridContext, 'columns' | 'columnIndexes'>, near = 0): number {
  if (columnIdAt(near, context) === columnId) return near
  for (let column = 0; column < context.columnIndexes.length; column += 1)
    if (columnIdAt(column, context) === columnId) return column
  return -1
}

/** The cell at a position; undefined outside the grid. */
export function cellAt({ row, column }: CellPosition, context: GridContext): CellId | undefined {
  const columnId = columnIdAt(column, context)
  if (columnId === undefined) return undefined
  if (row === headerRow || row === groupRow) return { rowId: row, columnId }
  const record = context.rows[row]
  return record === undefined ? undefined : { rowId: context.cells.rowId(record), columnId }
}

/** Current position of a cell, looked up at `near` first; undefined if its row or column is not visible. */
export function positionOf(
  { rowId, columnId }: CellId,
  context: GridContext,
  near?: CellPosition,
): CellPosition | undefined {
  const row = typeof rowId === 'number' ? rowId : rowAt(rowId, context, near?.row ?? 0)
  const column = columnAt(columnId, context, near?.column)
  return column < 0 || (row < 0 && row !== rowId) ? undefined : { row, column }
}

function rowAt(rowId: string, { rows, cells }: GridContext, near: number): number {
  const record = rows[near]
  if (record !== undefined && cells.rowId(record) === rowId) return near
  return rows.findIndex((each) => cells.rowId(each) === rowId)
}
