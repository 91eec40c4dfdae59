import type { GridProps } from './grid-props'
import { checkboxColumn, type Layout } from './layout'
import type { Place } from './selection'

/** A cell by the ids of its row and its column: where it stands changes when the rows are read again. */
export interface CellId {
  row: string
  column: string
}

/** What cells stand in. */
export interface CellGround extends Pick<GridProps, 'rows' | 'columns' | 'cells'> {
  layout: Layout
}

/** The cell that stands at a place; undefined outside the rows and for checkboxes, which are no cells. */
export function cellAt({ row, column }: Place, { rows, columns, cells, layout }: CellGround): CellId | undefined {
  const record = rows[row]
  const heading = columns[layout.places[column] ?? checkboxColumn]
  return record === undefined || heading === undefined ? undefined : { row: cells.rowId(record), column: heading.id }
}

/** Where a cell stands now; undefined when its row or its column is gone. */
export function placeOf(id: CellId, { rows, columns, cells, layout }: CellGround): Place | undefined {
  const row = rows.findIndex((record) => cells.rowId(record) === id.row)
  const column = layout.places.findIndex((place) => columns[place]?.id === id.column)
  return row < 0 || column < 0 ? undefined : { row, column }
}

/** Whether both are the same cell, or both are none. */
export const isSameCell = (one: CellId | undefined, other: CellId | undefined): boolean =>
  one?.row === other?.row && one?.column === other?.column
