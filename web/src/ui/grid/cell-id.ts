import type { GridCells, GridColumn } from './grid-column'
import { checkboxColumn } from './layout'
import { groupRow, headerRow, type Place } from './selection'

/** Names the column of checkboxes, which is none of the columns. */
export const checkboxColumnId = ''

/**
 * A cell by the identities of its row and its column: where it stands changes when rows are sorted, filtered or read
 * again and when columns are moved or hidden. Of headings the row is named by its position, which never changes.
 */
export interface CellId {
  rowId: string | typeof headerRow | typeof groupRow
  columnId: string
}

/** What cells stand in: records in their order, and natural places of columns in theirs. */
export interface Ground {
  rows: Uint32Array
  cells: Pick<GridCells, 'rowId'>
  columns: readonly GridColumn[]
  places: ArrayLike<number>
}

/** The identity of the column at a position; undefined where there is none. */
export function columnIdAt(column: number, { columns, places }: Pick<Ground, 'columns' | 'places'>) {
  const place = places[column]
  return place === checkboxColumn ? checkboxColumnId : columns[place ?? -2]?.id
}

/** Where a column stands now, looked for first where it was; -1 when it is not shown. */
export function columnAt(columnId: string, ground: Pick<Ground, 'columns' | 'places'>, near = 0): number {
  if (columnIdAt(near, ground) === columnId) return near
  for (let column = 0; column < ground.places.length; column += 1)
    if (columnIdAt(column, ground) === columnId) return column
  return -1
}

/** The cell that stands at a place; undefined outside the grid. */
export function cellAt({ row, column }: Place, ground: Ground): CellId | undefined {
  const columnId = columnIdAt(column, ground)
  if (columnId === undefined) return undefined
  if (row === headerRow || row === groupRow) return { rowId: row, columnId }
  const record = ground.rows[row]
  return record === undefined ? undefined : { rowId: ground.cells.rowId(record), columnId }
}

/** Where a cell stands now, looked for first where it was; undefined when its row or its column is not shown. */
export function placeOf({ rowId, columnId }: CellId, ground: Ground, near?: Place): Place | undefined {
  const row = typeof rowId === 'number' ? rowId : rowAt(rowId, ground, near?.row ?? 0)
  const column = columnAt(columnId, ground, near?.column)
  return column < 0 || (row < 0 && row !== rowId) ? undefined : { row, column }
}

function rowAt(rowId: string, { rows, cells }: Ground, near: number): number {
  const record = rows[near]
  if (record !== undefined && cells.rowId(record) === rowId) return near
  return rows.findIndex((each) => cells.rowId(each) === rowId)
}
