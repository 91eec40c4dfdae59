import type { ReactNode } from 'react'

/** Width of a column that says nothing about it, in pixels (admin-console chapter 9). */
export const defaultColumnWidth = 100
export const leastColumnWidth = 40
export const greatestColumnWidth = 800

/** Width of a column that is narrow, in pixels: room for a role's square and one letter. */
export const narrowColumnWidth = 44

/** Columns that belong together; neighbours of one group share a heading above them. */
export interface ColumnGroup {
  id: string
  title: string
}

/** A column of a grid. Its place in the list it is given in is its natural one. */
export interface GridColumn {
  id: string
  /** Its name, in full: shown on hover when the column is narrower. */
  title: string
  group?: ColumnGroup
  /** Pixels. */
  width?: number
  /** Stays at the start while the others scroll. */
  isPinned?: boolean
  /** Names its row for those who hear it. */
  isRowHeader?: boolean
  /** Not shown until somebody chooses to. */
  isHidden?: boolean
  /** Default true. */
  canHide?: boolean
  /** Default true. */
  isSortable?: boolean
  /** Can be narrow, its name turned, where somebody chooses so. */
  canNarrow?: boolean
  /** Default true: in a grid that can be filled, its cells can be. */
  canFill?: boolean
}

/**
 * What stands in a grid, read cell by cell while drawing: `row` is a record's number, `column` a column's natural place.
 * A change makes a new object, which is what refreshes the rows in sight; the data behind it may stay where it is.
 */
export interface GridCells {
  /** The record's identity, for the selection of rows. */
  rowId(row: number): string
  /** What names the record to people. */
  rowTitle(row: number): string
  /** What is copied and said. */
  text(row: number, column: number): string
  /** What is drawn, where it is more than the text; best the same element for cells that look the same. */
  draw?(row: number, column: number): ReactNode
  /** Why nobody may change the cell; undefined when one may, or when nothing in it can be edited at all. */
  lock?(row: number, column: number): string | undefined
  /** Whether the cell has an editor. */
  isEditable?(row: number, column: number): boolean
  /** Its value is still on the way. */
  isPending?(row: number, column: number): boolean
}
