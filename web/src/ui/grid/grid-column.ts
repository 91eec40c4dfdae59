import type { ReactNode } from 'react'

/** Default width of a column, in pixels (admin-console chapter 9). */
export const defaultColumnWidth = 100
export const minColumnWidth = 40
export const maxColumnWidth = 800

/** Width of a narrow column, in pixels: a role badge with one letter. */
export const narrowColumnWidth = 44

/** A group of columns; adjacent columns of a group share a heading above them. */
export interface ColumnGroup {
  id: string
  title: string
}

/** A column of a grid. Code refers to it by its index in the declared list, whatever the arrangement. */
export interface GridColumn {
  id: string
  /** Its full name, also as a tooltip. */
  title: string
  group?: ColumnGroup
  /** Pixels. */
  width?: number
  /** Stays at the start while the others scroll. */
  isPinned?: boolean
  /** Names its row for screen readers. */
  isRowHeader?: boolean
  /** Hidden by default. */
  isHidden?: boolean
  /** Default true. */
  canHide?: boolean
  /** Default true. */
  isSortable?: boolean
  /** Can be made narrow, with a rotated heading. */
  canNarrow?: boolean
  /** Default true: its cells can be filled where the grid supports filling. */
  canFill?: boolean
}

/**
 * The contents of a grid, read cell by cell while rendering: `row` is a record's number, `column` an index of
 * `columns`. A new object refreshes the visible rows; the data behind it may be mutated in place.
 */
export interface GridCells {
  /** Id of the record, for the selection of rows. */
  rowId(row: number): string
  /** Name of the record. */
  rowTitle(row: number): string
  /** Text of the cell, also for copying and screen readers. */
  text(row: number, column: number): string
  /** Rendered content, if it is more than the text; best the same element for cells that look the same. */
  render?(row: number, column: number): ReactNode
  /** Why the cell cannot be edited; undefined if it can, or if the grid has no editing at all. */
  lock?(row: number, column: number): string | undefined
  /** Whether the cell has an editor. */
  isEditable?(row: number, column: number): boolean
  /** Its value is still loading. */
  isPending?(row: number, column: number): boolean
}
