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

/** Where the person is, and where the range that ends there began. */
export interface Selection {
  active: Place
  anchor: Place
}

export interface Bounds {
  rows: number
  /** Rows of headings: one, or two with groups. */
  headings: number
  columns: number
  /** Rows that a page has. */
  page: number
}

export const selectionAt = (place: Place): Selection => ({ active: place, anchor: place })

/** The selected range; the header is no part of any. */
export function rangeOf({ active, anchor }: Selection): Range {
  return {
    top: Math.max(0, Math.min(active.row, anchor.row)),
    left: Math.min(active.column, anchor.column),
    bottom: Math.max(active.row, anchor.row),
    right: Math.max(active.column, anchor.column),
  }
}

export const cellsIn = ({ top, left, bottom, right }: Range): number =>
  Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1)

export const isIn = ({ top, left, bottom, right }: Range, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/** The selection kept inside a grid that has become smaller. */
export function within({ active, anchor }: Selection, { rows, headings, columns }: Bounds): Selection {
  const kept = ({ row, column }: Place): Place => ({
    row: Math.min(Math.max(row, -headings), rows - 1),
    column: Math.min(Math.max(column, 0), Math.max(0, columns - 1)),
  })
  return { active: kept(active), anchor: kept(anchor) }
}

interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** Where a key leads, as in a spreadsheet; undefined for keys that lead nowhere. Shift extends the range. */
export function moveBy(key: Key, selection: Selection, bounds: Bounds): Selection | undefined {
  if (key.altKey) return undefined
  const far = key.ctrlKey || key.metaKey
  if (far && key.key.toLowerCase() === 'a' && !key.shiftKey) return everything(selection, bounds)
  const to = target(key.key, far, selection.active, bounds)
  if (!to) return undefined
  // A range of cells never runs into the header.
  const row = key.shiftKey && selection.anchor.row >= 0 ? Math.max(0, to.row) : to.row
  const moved = within(selectionAt({ ...to, row }), bounds)
  return key.shiftKey && selection.anchor.row >= 0 ? { active: moved.active, anchor: selection.anchor } : moved
}

/** All cells; the place where the person is stays in sight. */
const everything = ({ active }: Selection, { rows, columns }: Bounds): Selection | undefined =>
  rows === 0
    ? { active, anchor: active }
    : { anchor: { row: 0, column: 0 }, active: { row: rows - 1, column: columns - 1 } }

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
