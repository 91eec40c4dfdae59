/** A cell by its current position. Row -1 is the header, -2 the row of groups above it. */
export interface CellPosition {
  row: number
  column: number
}

export const headerRow = -1
export const groupRow = -2

/** A rectangle of cells, all sides inclusive. */
export interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

/** The active cell, and the range selected with it: extending moves `end`, while `anchor` and the active cell stay. */
export interface Selection {
  active: CellPosition
  anchor: CellPosition
  end: CellPosition
}

export interface Bounds {
  rows: number
  /** Number of header rows: one, or two with groups. */
  headings: number
  columns: number
  /** Rows per page, for Page Up and Page Down. */
  page: number
}

export const selectionAt = (position: CellPosition): Selection => ({
  active: position,
  anchor: position,
  end: position,
})

/** The range from the active cell to another one. */
export const selectionTo = ({ active }: Selection, end: CellPosition): Selection => ({ active, anchor: active, end })

/** The selected range, without the header. */
export function rangeOf({ anchor, end }: Selection): Range {
  return {
    top: Math.max(0, Math.min(end.row, anchor.row)),
    left: Math.min(end.column, anchor.column),
    bottom: Math.max(end.row, anchor.row),
    right: Math.max(end.column, anchor.column),
  }
}

export const cellsIn = ({ top, left, bottom, right }: Range): number =>
  Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1)

export const isIn = ({ top, left, bottom, right }: Range, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/** Clamps a position to a grid that may have become smaller. */
export const within = ({ row, column }: CellPosition, { rows, headings, columns }: Bounds): CellPosition => ({
  row: Math.min(Math.max(row, -headings), rows - 1),
  column: Math.min(Math.max(column, 0), Math.max(0, columns - 1)),
})

interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/**
 * The selection after a navigation key, as in a spreadsheet; undefined for other keys. Shift extends the range while
 * the active cell stays.
 */
export function moveBy(key: Key, selection: Selection, bounds: Bounds): Selection | undefined {
  if (key.altKey) return undefined
  const far = key.ctrlKey || key.metaKey
  if (far && key.key.toLowerCase() === 'a' && !key.shiftKey) return everything(selection, bounds)
  const { active, end } = selection
  const isExtending = key.shiftKey && active.row >= 0
  const to = target(key.key, far, isExtending ? end : active, bounds)
  if (!to) return undefined
  if (!isExtending) return selectionAt(within(to, bounds))
  // A range never includes the header.
  return selectionTo(selection, within({ ...to, row: Math.max(0, to.row) }, bounds))
}

/** All cells; the active cell stays. */
const everything = (selection: Selection, { rows, columns }: Bounds): Selection =>
  rows === 0
    ? selection
    : {
        active: { ...selection.active, row: Math.max(0, selection.active.row) },
        anchor: { row: 0, column: 0 },
        end: { row: rows - 1, column: columns - 1 },
      }

function target(
  key: string,
  far: boolean,
  { row, column }: CellPosition,
  { rows, columns, page }: Bounds,
): CellPosition | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: far ? (row > 0 ? 0 : headerRow) : row - 1, column }
    case 'ArrowDown':
      return { row: far ? rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: far ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: far ? columns - 1 : column + 1 }
    case 'Home':
      return { row: far ? 0 : row, column: 0 }
    case 'End':
      return { row: far ? rows - 1 : row, column: columns - 1 }
    case 'PageUp':
      return { row: Math.max(0, row - page), column }
    case 'PageDown':
      return { row: row + page, column }
    default:
      return undefined
  }
}

/** Column positions of a range in a row, first and last; [-1, -2] for none. */
export const partIn = (range: Range | undefined, row: number): readonly [from: number, to: number] =>
  range && row >= range.top && row <= range.bottom ? [range.left, range.right] : [-1, -2]
