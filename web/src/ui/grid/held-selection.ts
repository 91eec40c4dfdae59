import { type CellId, cellAt, checkboxColumnId, columnIdAt, type Ground, placeOf } from './cell-id'
import { cellsIn, isIn, type Place, type Range, rangeOf, type Selection, selectionAt } from './selection'

/** A cell that is held, and where it stood when it was taken. */
interface HeldCell extends CellId {
  near: Place
}

/** Several selected cells: these rows in these columns, wherever they stand. */
interface HeldRange {
  rowIds: ReadonlySet<string>
  columnIds: ReadonlySet<string>
  /** How many cells were selected at first. */
  total: number
}

/**
 * What is selected, by identity. What is drawn, said and done is derived from it: whoever is added, sorted or filtered in
 * between, it is about the same people and projects.
 */
export interface HeldSelection {
  active: HeldCell
  anchor: HeldCell
  end: HeldCell
  /** More than the active cell. */
  range: HeldRange | undefined
}

/** Where a held selection stands. */
export interface StandingSelection extends Selection {
  /** Positions of the selected rows and columns, in order. The heading has none. */
  rows: readonly number[]
  columns: readonly number[]
  /** The rectangle that they make; undefined while others stand between them. */
  range: Range | undefined
  /** How many cells were selected and are not shown any more. */
  left: number
}

/** Holds what stands at these places; undefined when there is nothing. */
export function hold(selection: Selection, ground: Ground): HeldSelection | undefined {
  const held = (place: Place): HeldCell | undefined => {
    const cell = cellAt(place, ground)
    return cell && { ...cell, near: place }
  }
  const active = held(selection.active)
  if (!active) return undefined
  const [anchor, end] = [held(selection.anchor) ?? active, held(selection.end) ?? active]
  const corners = rangeOf({ active: active.near, anchor: anchor.near, end: end.near })
  return { active, anchor, end, range: cellsIn(corners) > 1 ? heldRange(corners, ground) : undefined }
}

function heldRange({ top, left, bottom, right }: Range, ground: Ground): HeldRange {
  const rowIds = new Set<string>()
  for (const record of ground.rows.subarray(top, bottom + 1)) rowIds.add(ground.cells.rowId(record))
  const columnIds = new Set<string>()
  for (let column = left; column <= right; column += 1) columnIds.add(columnIdAt(column, ground) ?? checkboxColumnId)
  return { rowIds, columnIds, total: rowIds.size * valueColumns(columnIds) }
}

/** How many of the columns have values: the checkboxes are no cells. */
const valueColumns = (columnIds: ReadonlySet<string>) => columnIds.size - Number(columnIds.has(checkboxColumnId))

/** The selection without what is not shown any more: the same one when nothing has left, undefined when all has. */
export function remaining(held: HeldSelection, ground: Ground): HeldSelection | undefined {
  const range = held.range && remainingRange(held.range, ground)
  const isShown = (cell: HeldCell) => placeOf(cell, ground, cell.near) !== undefined
  if (range === held.range && isShown(held.active) && isShown(held.anchor) && isShown(held.end)) return held
  const active = isShown(held.active) ? held.active : range ? firstIn(range, ground) : besides(held.active, ground)
  if (!active) return undefined
  const corner = (cell: HeldCell) => (isShown(cell) ? cell : active)
  return { active, anchor: corner(held.anchor), end: corner(held.end), range }
}

function remainingRange(range: HeldRange, ground: Ground): HeldRange | undefined {
  const { rows, columns } = positionsOf(range, ground)
  if (rows.length === range.rowIds.size && columns.length === range.columnIds.size) return range
  const rowIds = new Set(rows.map((row) => ground.cells.rowId(ground.rows[row] ?? 0)))
  const columnIds = new Set(columns.map((column) => columnIdAt(column, ground) ?? checkboxColumnId))
  return rowIds.size > 0 && valueColumns(columnIds) > 0 ? { rowIds, columnIds, total: range.total } : undefined
}

/** A heading that has gone gives its place to the one that stands there now: nothing is about the people below it. */
function besides({ rowId, near }: HeldCell, ground: Ground): HeldCell | undefined {
  if (typeof rowId !== 'number') return undefined
  const place = { row: rowId, column: Math.min(near.column, ground.places.length - 1) }
  const cell = cellAt(place, ground)
  return cell && { ...cell, near: place }
}

/** The first cell of a range, in the order in which they stand. */
function firstIn(range: HeldRange, ground: Ground): HeldCell | undefined {
  const { rows, columns } = positionsOf(range, ground)
  const near = { row: rows[0] ?? 0, column: columns[0] ?? 0 }
  const cell = cellAt(near, ground)
  return cell && { ...cell, near }
}

function positionsOf({ rowIds, columnIds }: HeldRange, ground: Ground) {
  const rows: number[] = []
  for (let row = 0; row < ground.rows.length && rows.length < rowIds.size; row += 1)
    if (rowIds.has(ground.cells.rowId(ground.rows[row] ?? 0))) rows.push(row)
  const columns: number[] = []
  for (let column = 0; column < ground.places.length && columns.length < columnIds.size; column += 1)
    if (columnIds.has(columnIdAt(column, ground) ?? '\0')) columns.push(column)
  return { rows, columns }
}

/** Where what is held stands now; what is not shown has left it before (`remaining`). */
export function standing(held: HeldSelection, ground: Ground): StandingSelection {
  const placed = (cell: HeldCell) => placeOf(cell, ground, cell.near) ?? cell.near
  const corners = { active: placed(held.active), anchor: placed(held.anchor), end: placed(held.end) }
  if (!held.range) {
    const { row, column } = corners.active
    // A cell alone, wherever the corners of a range that has left were.
    const alone = selectionAt(corners.active)
    return { ...alone, rows: row < 0 ? [] : [row], columns: [column], range: rangeOf(alone), left: 0 }
  }
  const { rows, columns } = positionsOf(held.range, ground)
  const count = rows.length * valueColumns(held.range.columnIds)
  return { ...corners, rows, columns, range: rectangle(rows, columns), left: held.range.total - count }
}

/** The rectangle of these rows and columns; undefined where they are no neighbours. */
function rectangle(rows: readonly number[], columns: readonly number[]): Range | undefined {
  const [top, left] = [rows[0] ?? 0, columns[0] ?? 0]
  const [bottom, right] = [rows.at(-1) ?? -1, columns.at(-1) ?? -1]
  const range = { top, left, bottom, right }
  return cellsIn(range) === rows.length * columns.length ? range : undefined
}

/** Whether a cell is one of those that are selected. */
export const isSelected = ({ range, rows, columns }: StandingSelection, { row, column }: Place): boolean =>
  range ? isIn(range, row, column) : rows.includes(row) && columns.includes(column)

/** By position, which columns are selected, where others stand between them. */
export function scatteredColumns({ range, columns }: StandingSelection, count: number): Uint8Array | undefined {
  if (range) return undefined
  const marks = new Uint8Array(count)
  for (const column of columns) marks[column] = 1
  return marks
}
