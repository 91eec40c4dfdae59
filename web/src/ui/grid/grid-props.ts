import type { ReactNode } from 'react'
import type { Arrangement } from './arrangement'
import type { CellChange } from './clipboard'
import type { GridCells, GridColumn } from './grid-column'

/** A cell that is being edited, and where it stands in the window. */
export interface Editing {
  /** The record, and the natural place of the column. */
  row: number
  column: number
  beside: DOMRect
  /** The letter that began it, if it began by typing. */
  typed: string | undefined
  onDone(): void
}

/** A cell that a paste or fill wants to change: a record, the natural place of a column, and what is to stand there. */
export type Wanted = CellChange

/** The selected cells: records and natural places of columns, all of one with all of the other. */
export interface SelectedCells {
  /** In the order in which they stand; none when they are too many for one change. */
  rows: readonly number[]
  columns: readonly number[]
  /** How many cells they are. */
  count: number
  /** How many were selected with them and are not shown any more. */
  left: number
}

/** Something that is done with what a column is about. */
export interface ColumnItem {
  key: string
  words: string
  run(): void
}

/** What a grid is given. It knows nothing of what stands in it. */
export interface GridProps {
  /** Names the grid for those who hear it. */
  label: string
  columns: readonly GridColumn[]
  cells: GridCells
  /** Records in the order in which they stand. */
  rows: Uint32Array
  arrangement: Arrangement
  onArrange(next: Arrangement): void
  /** What else the menu of a column offers, by its natural place. */
  columnItems?(place: number): readonly ColumnItem[]
  /** Leaves columns out for the moment: those that a search does not find. */
  isWanted?: (place: number) => boolean
  /** What rows and columns are searched by: when it changes, the first that was found is scrolled to. */
  searched?: { rows: string; columns: string }
  state?: 'ready' | 'loading' | { error: ReactNode }
  /** What to say when there is no row, and what to do about it. */
  empty: ReactNode
  /** Selected records, by id; without it there are no checkboxes. */
  selected?: ReadonlySet<string>
  onSelect?(ids: ReadonlySet<string>): void
  /** Stands below the rows, beside the foot, while something is selected: what it is, and what can be done with it. */
  bar?(cells: SelectedCells | undefined): ReactNode
  /** Enter, Delete (an empty text) or a letter on several selected cells. */
  onEditRange?(cells: SelectedCells, typed: string | undefined): void
  editor?(editing: Editing): ReactNode
  /** Enter on a cell without an editor. */
  onOpen?(record: number): void
  onPaste?(changes: readonly Wanted[]): void
  onFill?(changes: readonly Wanted[]): void
  /** Ctrl-Z, and Ctrl-Shift-Z. */
  onUndo?(): void
  onRedo?(): void
  /** Pixels (admin-console chapter 9: rows 40; headings 34 on users). */
  rowHeight?: number
  headerHeight?: number
  /** The last rows are nearly in sight: called again when there are more rows. */
  onNearEnd?: (() => void) | undefined
  /** By a column's natural place, what stands below it in a row of totals that is always in sight. */
  totals?: { label: string; values: readonly (string | undefined)[] } | undefined
  /** Always in sight below: how many rows there are. */
  foot: ReactNode
}
