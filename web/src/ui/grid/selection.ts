/** A place in the grid as it stands: positions of row and column. Row -1 is the header, -2 the groups above it. */
export interface Place {
  row: number
  column: number
}

export const headerRow = -1
export const groupRow = -2

/** Cells from corner to corner; both corners belong to it. */
export interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

/**
 * Where the person is, and the corners of the range that is selected with it: it is extended from `anchor` to `end`, and
 * the active cell stays where it is.
 */
export interface Selection {
  active: Place
  anchor: Place
  end: Place
}

export interface Bounds {
  rows: number
  /** Rows of headings: one, or two with groups. */
  headings: number
  columns: number
  /** Rows that a page has. */
  page: number
}

export const selectionAt = (place: Place): Selection => ({ active: place, anchor: place, end: place })

/** The range from the active cell to another one. */
export const selectionTo = ({ active }: Selection, end: Place): Selection => ({ active, anchor: active, end })

/** The selected range; the header is no part of any. */
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

/** A place kept inside a grid that may have become smaller. */
export const within = ({ row, column }: Place, { rows, headings, columns }: Bounds): Place => ({
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
 * Where a key leads, as in a spreadsheet; undefined for keys that lead nowhere. With Shift the range is extended, and the
 * active cell stays.
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
  // A range of cells never runs into the header.
  return selectionTo(selection, within({ ...to, row: Math.max(0, to.row) }, bounds))
}

/** All cells; the place where the person is stays. */
const everything = (selection: Selection, { rows, columns }: Bounds): Selection =>
  rows === 0
    ? selection
    : {
        active: { ...selection.active, row: Math.max(0, selection.active.row) },
        anchor: { row: 0, column: 0 },
        end: { row: rows - 1, column: columns - 1 },
      }

function target(key: string, far: boolean, { row, column }: Place, { rows, columns, page }: Bounds): Place | undefined {
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

/** The part of a range that lies in a row: positions of columns, the first and the last; none is -1 and -2. */
export const partIn = (range: Range | undefined, row: number): readonly [from: number, to: number] =>
  range && row >= range.top && row <= range.bottom ? [range.left, range.right] : [-1, -2]
