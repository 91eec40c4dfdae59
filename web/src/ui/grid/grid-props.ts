import type { ReactNode } from 'react'
import type { Arrangement } from './arrangement'
import type { CellChange } from './clipboard'
import type { GridCells, GridColumn } from './grid-column'

/** A cell being edited, and its rectangle in the window. */
export interface Editing {
  /** The record, and the index of the column. */
  row: number
  column: number
  anchorRect: DOMRect
  /** The typed letter that started the editing, if any. */
  typed: string | undefined
  onDone(): void
}

/** A change by paste or fill: a record, the index of a column, and the new text. */
export type RecordCellChange = CellChange

/** The selected cells: all combinations of these records and column indexes. */
export interface SelectedCells {
  /** In display order; empty if they are too many for one change. */
  rows: readonly number[]
  columns: readonly number[]
  /** Number of cells. */
  count: number
  /** Number of cells that were selected but are no longer visible. */
  hiddenCount: number
}

/** An additional item of a column's menu. */
export interface ColumnItem {
  key: string
  label: string
  run(): void
}

/** Props of a grid, which knows nothing about the meaning of its contents. */
export interface GridProps {
  /** Names the grid for screen readers. */
  label: string
  columns: readonly GridColumn[]
  cells: GridCells
  /** Records in display order. */
  rows: Uint32Array
  arrangement: Arrangement
  onArrange(next: Arrangement): void
  /** Additional items of a column's menu, by column index. */
  columnItems?(columnIndex: number): readonly ColumnItem[]
  /** Filters columns temporarily, as by a search. */
  isIncluded?: (columnIndex: number) => boolean
  /** Queries for rows and columns: when one changes, the grid scrolls to the first match. */
  searched?: { rows: string; columns: string }
  state?: 'ready' | 'loading' | { error: ReactNode }
  /** Shown when there are no rows. */
  empty: ReactNode
  /** Ids of the selected records; without it there are no checkboxes. */
  selected?: ReadonlySet<string>
  onSelect?(ids: ReadonlySet<string>): void
  /** Shown below the rows while something is selected: what is selected and the actions for it. */
  bar?(cells: SelectedCells | undefined): ReactNode
  /** Called for Enter, Delete (an empty text) or a letter on several selected cells. */
  onEditRange?(cells: SelectedCells, typed: string | undefined): void
  editor?(editing: Editing): ReactNode
  /** Called for Enter on a cell without an editor. */
  onOpen?(record: number): void
  onPaste?(changes: readonly RecordCellChange[]): void
  onFill?(changes: readonly RecordCellChange[]): void
  /** Called for Ctrl-Z, and for Ctrl-Shift-Z and Ctrl-Y. */
  onUndo?(): void
  onRedo?(): void
  /** Pixels (admin-console chapter 9: rows 40; headings 34 on users). */
  rowHeight?: number
  headerHeight?: number
  /** Called when the last rows are nearly visible, and again when there are more rows. */
  onNearEnd?: (() => void) | undefined
  /** A row of totals below, always visible: values by column index. */
  totals?: { label: string; values: readonly (string | undefined)[] } | undefined
  /** Footer, always visible, as with the number of rows. */
  foot: ReactNode
}
