import { type CellId, cellAt, checkboxColumnId, columnIdAt, type GridContext, positionOf } from './cell-id'
import { type CellPosition, cellsIn, isIn, type Range, rangeOf, type Selection, selectionAt } from './selection'

/** A selected cell, and its position when it was selected. */
interface CellRef extends CellId {
  lastPosition: CellPosition
}

/** A selected range by ids: these rows in these columns, whatever their positions. */
interface RangeById {
  rowIds: ReadonlySet<string>
  columnIds: ReadonlySet<string>
  /** Number of cells that were selected initially. */
  total: number
}

/**
 * The selection by ids, so that it refers to the same people and projects when rows are added, sorted or filtered.
 * Positions are derived from it.
 */
export interface SelectionById {
  active: CellRef
  anchor: CellRef
  end: CellRef
  /** Set if more than the active cell is selected. */
  range: RangeById | undefined
}

/** A selection with its current positions. */
export interface ResolvedSelection extends Selection {
  /** Positions of the selected rows and columns, in order. The heading has none. */
  rows: readonly number[]
  columns: readonly number[]
  /** The rectangle that they form; undefined while other rows or columns are between them. */
  range: Range | undefined
  /** Number of selected cells that are no longer visible. */
  hiddenCount: number
}

/** The selection by ids of the cells at these positions; undefined if there are none. */
export function toSelectionById(selection: Selection, context: GridContext): SelectionById | undefined {
  const refAt = (position: CellPosition): CellRef | undefined => {
    const cell = cellAt(position, context)
    return cell && { ...cell, lastPosition: position }
  }
  const active = refAt(selection.active)
  if (!active) return undefined
  const [anchor, end] = [refAt(selection.anchor) ?? active, refAt(selection.end) ?? active]
  const corners = rangeOf({ active: active.lastPosition, anchor: anchor.lastPosition, end: end.lastPosition })
  return { active, anchor, end, range: cellsIn(corners) > 1 ? rangeById(corners, context) : undefined }
}

function rangeById({ top, left, bottom, right }: Range, context: GridContext): RangeById {
  const rowIds = new Set<string>()
  for (const record of context.rows.subarray(top, bottom + 1)) rowIds.add(context.cells.rowId(record))
  const columnIds = new Set<string>()
  for (let column = left; column <= right; column += 1) columnIds.add(columnIdAt(column, context) ?? checkboxColumnId)
  return { rowIds, columnIds, total: rowIds.size * valueColumns(columnIds) }
}

/** Number of columns without that of the checkboxes. */
const valueColumns = (columnIds: ReadonlySet<string>) => columnIds.size - Number(columnIds.has(checkboxColumnId))

/** Removes what is no longer visible: returns the same object if nothing changed, undefined if nothing is left. */
export function pruneSelection(held: SelectionById, context: GridContext): SelectionById | undefined {
  const range = held.range && pruneRange(held.range, context)
  const isShown = (cell: CellRef) => positionOf(cell, context, cell.lastPosition) !== undefined
  if (range === held.range && isShown(held.active) && isShown(held.anchor) && isShown(held.end)) return held
  const active = isShown(held.active)
    ? held.active
    : range
      ? firstCellOf(range, context)
      : cellAtSamePosition(held.active, context)
  if (!active) return undefined
  const corner = (cell: CellRef) => (isShown(cell) ? cell : active)
  return { active, anchor: corner(held.anchor), end: corner(held.end), range }
}

function pruneRange(range: RangeById, context: GridContext): RangeById | undefined {
  const { rows, columns } = positionsOf(range, context)
  if (rows.length === range.rowIds.size && columns.length === range.columnIds.size) return range
  const rowIds = new Set(rows.map((row) => context.cells.rowId(context.rows[row] ?? 0)))
  const columnIds = new Set(columns.map((column) => columnIdAt(column, context) ?? checkboxColumnId))
  return rowIds.size > 0 && valueColumns(columnIds) > 0 ? { rowIds, columnIds, total: range.total } : undefined
}

/** The heading now at the position of a removed one. Only for headings: a cell at that position would be about somebody else. */
function cellAtSamePosition({ rowId, lastPosition }: CellRef, context: GridContext): CellRef | undefined {
  if (typeof rowId !== 'number') return undefined
  const position = { row: rowId, column: Math.min(lastPosition.column, context.columnIndexes.length - 1) }
  const cell = cellAt(position, context)
  return cell && { ...cell, lastPosition: position }
}

/** The first cell of a range, in display order. */
function firstCellOf(range: RangeById, context: GridContext): CellRef | undefined {
  const { rows, columns } = positionsOf(range, context)
  const lastPosition = { row: rows[0] ?? 0, column: columns[0] ?? 0 }
  const cell = cellAt(lastPosition, context)
  return cell && { ...cell, lastPosition }
}

function positionsOf({ rowIds, columnIds }: RangeById, context: GridContext) {
  const rows: number[] = []
  for (let row = 0; row < context.rows.length && rows.length < rowIds.size; row += 1)
    if (rowIds.has(context.cells.rowId(context.rows[row] ?? 0))) rows.push(row)
  const columns: number[] = []
  for (let column = 0; column < context.columnIndexes.length && columns.length < columnIds.size; column += 1)
    if (columnIds.has(columnIdAt(column, context) ?? '\0')) columns.push(column)
  return { rows, columns }
}

/** Resolves the current positions; what is no longer visible must be pruned before (`pruneSelection`). */
export function resolveSelection(held: SelectionById, context: GridContext): ResolvedSelection {
  const positionNow = (cell: CellRef) => positionOf(cell, context, cell.lastPosition) ?? cell.lastPosition
  const corners = { active: positionNow(held.active), anchor: positionNow(held.anchor), end: positionNow(held.end) }
  if (!held.range) {
    const { row, column } = corners.active
    // A single cell; the corners may belong to a range that was pruned.
    const alone = selectionAt(corners.active)
    return { ...alone, rows: row < 0 ? [] : [row], columns: [column], range: rangeOf(alone), hiddenCount: 0 }
  }
  const { rows, columns } = positionsOf(held.range, context)
  const count = rows.length * valueColumns(held.range.columnIds)
  return { ...corners, rows, columns, range: rectangle(rows, columns), hiddenCount: held.range.total - count }
}

/** The rectangle of these rows and columns; undefined if they are not adjacent. */
function rectangle(rows: readonly number[], columns: readonly number[]): Range | undefined {
  const [top, left] = [rows[0] ?? 0, columns[0] ?? 0]
  const [bottom, right] = [rows.at(-1) ?? -1, columns.at(-1) ?? -1]
  const range = { top, left, bottom, right }
  return cellsIn(range) === rows.length * columns.length ? range : undefined
}

export const isSelected = ({ range, rows, columns }: ResolvedSelection, { row, column }: CellPosition): boolean =>
  range ? isIn(range, row, column) : rows.includes(row) && columns.includes(column)

/** For a selection with gaps: by position, whether a column is selected; otherwise undefined. */
export function scatteredColumns({ range, columns }: ResolvedSelection, count: number): Uint8Array | undefined {
  if (range) return undefined
  const marks = new Uint8Array(count)
  for (const column of columns) marks[column] = 1
  return marks
}
