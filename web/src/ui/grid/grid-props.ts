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
  /** Names what the rows were found and ordered by: with another one other records stand there, and a range is given up. */
  order?: string
  arrangement: Arrangement
  onArrange(next: Arrangement): void
  /** What else the menu of a column offers, by its natural place. */
  columnItems?(place: number): readonly ColumnItem[]
  /** Leaves columns out for the moment: those that a search does not find. */
  isWanted?: (place: number) => boolean
  state?: 'ready' | 'loading' | { error: ReactNode }
  /** What to say when there is no row, and what to do about it. */
  empty: ReactNode
  /** Selected records, by id; without it there are no checkboxes. */
  selected?: ReadonlySet<string>
  onSelect?(ids: ReadonlySet<string>): void
  /** The selected cells: records' positions and natural places of columns. */
  onRange?(range: { rows: readonly number[]; columns: readonly number[] }): void
  editor?(editing: Editing): ReactNode
  /** Enter on a cell without an editor. */
  onOpen?(record: number): void
  onPaste?(changes: readonly Wanted[]): void
  onFill?(changes: readonly Wanted[]): void
  /** Ctrl-Z. */
  onUndo?(): void
  /** Pixels (admin-console chapter 9: rows 40; headings 34 on users). */
  rowHeight?: number
  headerHeight?: number
  /** Always in sight below: how many rows there are. */
  foot: ReactNode
}
