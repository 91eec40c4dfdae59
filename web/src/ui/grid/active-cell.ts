import type { Viewport } from './geometry'
import { checkboxColumn, type Layout, type RenderedRange } from './layout'
import { type CellPosition, groupRow, headerRow } from './selection'

/** Maximum width of a column's full name, in pixels, as in the style sheet. */
const maxNameWidth = 360

/** Whether the active cell or heading is rendered, so that `aria-activedescendant` can name it. */
export function isRendered({ row, column }: CellPosition, { rows, columns }: RenderedRange, pinned: number): boolean {
  if (row === groupRow) return true
  const isRow = row === headerRow || (row >= rows.start && row < rows.end)
  return isRow && (column < pinned || (column >= columns.start && column < columns.end))
}

/** The column whose full name is shown, by position, and whether the name extends to the left, as there is no room to the right. */
export interface FullName {
  at: number
  isBefore: boolean
}

/** Where the full name of the active cell's column is shown; undefined for group headings and checkboxes, which have none. */
export function fullNameOf(
  active: CellPosition | undefined,
  layout: Layout,
  { left, width }: Viewport,
): FullName | undefined {
  if (!active || active.row === groupRow) return undefined
  const { column } = active
  if (layout.columnIndexes[column] === checkboxColumn) return undefined
  const start = (layout.offsets[column] ?? 0) - (column < layout.pinned ? 0 : left)
  return { at: column, isBefore: start + maxNameWidth > width }
}
