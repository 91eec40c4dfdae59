import { type Arrangement, visibleColumns } from './arrangement'
import { columnSpan, maxColumnsIn, offsetsOf, rowSpan, type Span, type Viewport } from './geometry'
import { type ColumnGroup, type GridColumn, minColumnWidth } from './grid-column'

/** Column index of the checkbox column, which is not in `columns`. */
export const checkboxColumn = -1
const checkboxWidth = 40

/**
 * Maximum share of the window for pinned columns; beyond it they scroll with the others (zoom, phones). The row header
 * stays pinned all the same, with at most `rowHeaderShare` of the window.
 */
const maxPinnedShare = 0.65
const rowHeaderShare = 0.4

/** Rows and columns rendered beyond the window, so that one frame of scrolling finds them rendered. */
const rowMargin = 4
const columnMargin = 1

/** The layout of the visible columns, by position. */
export interface Layout {
  /** Indexes of `columns`; `checkboxColumn` for the checkboxes. */
  columnIndexes: Int32Array
  /** Offsets in pixels; one more than there are columns. */
  offsets: Float64Array
  /** Number of pinned columns, and their total width. */
  pinned: number
  pinnedWidth: number
  width: number
  /** Whether columns that can be narrow are narrow. */
  isNarrow: boolean
  /** Maximum number of unpinned columns that a window of this width shows. */
  maxVisibleColumns: number
}

interface LayoutOptions {
  hasCheckboxes: boolean
  /** Pixels. */
  windowWidth: number
  isIncluded?: ((columnIndex: number) => boolean) | undefined
}

/** Lays out the visible columns in a window of this width. */
export function layoutOf(
  columns: readonly GridColumn[],
  arrangement: Arrangement,
  { hasCheckboxes, windowWidth, isIncluded }: LayoutOptions,
): Layout {
  const visible = visibleColumns(columns, arrangement, isIncluded)
  const [first] = visible.columnIndexes
  if (visible.pinned > 0 && columns[first ?? 0]?.isRowHeader)
    visible.widths[0] = Math.min(visible.widths[0] ?? 0, Math.max(minColumnWidth, windowWidth * rowHeaderShare))
  const columnIndexes = Int32Array.from(
    hasCheckboxes ? [checkboxColumn, ...visible.columnIndexes] : visible.columnIndexes,
  )
  const offsets = offsetsOf(hasCheckboxes ? [checkboxWidth, ...visible.widths] : visible.widths)
  let pinned = visible.pinned + (hasCheckboxes ? 1 : 0)
  while (pinned > 0 && (offsets[pinned] ?? 0) > windowWidth * maxPinnedShare) pinned -= 1
  const pinnedWidth = offsets[pinned] ?? 0
  const maxVisibleColumns = maxColumnsIn(offsets, pinned, windowWidth - pinnedWidth)
  const isNarrow = arrangement.isNarrow === true
  return { columnIndexes, offsets, pinned, pinnedWidth, width: offsets.at(-1) ?? 0, isNarrow, maxVisibleColumns }
}

/** Rendered rows and unpinned columns (pinned ones are always rendered). */
export interface RenderedRange {
  rows: Span
  columns: Span
}

export function renderedRange(layout: Layout, rowCount: number, rowHeight: number, viewport: Viewport): RenderedRange {
  const { offsets, pinned, pinnedWidth, maxVisibleColumns } = layout
  return {
    rows: rowSpan(rowCount, rowHeight, viewport.top, viewport.height, rowMargin),
    columns: columnSpan(offsets, viewport.left + pinnedWidth, pinned, maxVisibleColumns, columnMargin),
  }
}

/** Adjacent columns of one group, by position; `group` is undefined for columns without one. */
export interface GroupRun {
  group: ColumnGroup | undefined
  start: number
  end: number
}

/**
 * The group headings; none if no column has a group. Pinned and unpinned columns never share one; the checkboxes belong
 * to the group of the next column.
 */
export function groupRuns(columns: readonly GridColumn[], { columnIndexes, pinned }: Layout): GroupRun[] {
  const runs: GroupRun[] = []
  if (!columns.some(({ group }) => group)) return runs
  columnIndexes.forEach((columnIndex, position) => {
    const group =
      columns[columnIndex === checkboxColumn ? (columnIndexes[position + 1] ?? checkboxColumn) : columnIndex]?.group
    const last = runs.at(-1)
    if (last && last.group?.id === group?.id && position !== pinned) last.end = position + 1
    else runs.push({ group, start: position, end: position + 1 })
  })
  return runs
}
