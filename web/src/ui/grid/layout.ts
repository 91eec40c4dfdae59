import { type Arrangement, shownOf } from './arrangement'
import { columnSpan, mostColumnsIn, offsetsOf, rowSpan, type Span, type Viewport } from './geometry'
import { type ColumnGroup, type GridColumn, leastColumnWidth } from './grid-column'

/** Stands in place of a column's natural place for the one with the checkboxes, which is none of the columns. */
export const checkboxColumn = -1
const checkboxWidth = 40

/**
 * Pinned columns leave at least this part of the window to the others; else they scroll with them (zoom, phones). What
 * names the rows stays all the same, in this part of it.
 */
const mostPinned = 0.65
const narrowPinned = 0.4

/** Rows and columns drawn beyond the window: what a frame of scrolling brings is there already. */
const rowMargin = 4
const columnMargin = 1

/** The columns as they stand: by position, from the start. */
export interface Layout {
  /** Natural places; `checkboxColumn` for the checkboxes. */
  places: Int32Array
  /** Pixels; one more than there are columns. */
  offsets: Float64Array
  /** How many are pinned, and how wide they are together. */
  pinned: number
  pinnedWidth: number
  width: number
  /** Those columns that can be narrow are. */
  isNarrow: boolean
  /** The most columns that a window of this width shows beside the pinned ones. */
  mostInSight: number
}

interface LayoutTerms {
  hasCheckboxes: boolean
  /** Pixels. */
  windowWidth: number
  isWanted?: ((place: number) => boolean) | undefined
}

/** Where the shown columns stand in a window of this width. */
export function layoutOf(
  columns: readonly GridColumn[],
  arrangement: Arrangement,
  { hasCheckboxes, windowWidth, isWanted }: LayoutTerms,
): Layout {
  const shown = shownOf(columns, arrangement, isWanted)
  const [first] = shown.places
  if (shown.pinned > 0 && columns[first ?? 0]?.isRowHeader)
    shown.widths[0] = Math.min(shown.widths[0] ?? 0, Math.max(leastColumnWidth, windowWidth * narrowPinned))
  const places = Int32Array.from(hasCheckboxes ? [checkboxColumn, ...shown.places] : shown.places)
  const offsets = offsetsOf(hasCheckboxes ? [checkboxWidth, ...shown.widths] : shown.widths)
  let pinned = shown.pinned + (hasCheckboxes ? 1 : 0)
  while (pinned > 0 && (offsets[pinned] ?? 0) > windowWidth * mostPinned) pinned -= 1
  const pinnedWidth = offsets[pinned] ?? 0
  const mostInSight = mostColumnsIn(offsets, pinned, windowWidth - pinnedWidth)
  const isNarrow = arrangement.isNarrow === true
  return { places, offsets, pinned, pinnedWidth, width: offsets.at(-1) ?? 0, isNarrow, mostInSight }
}

/** What is drawn: rows, and those columns that scroll (pinned ones always are). */
export interface Drawn {
  rows: Span
  columns: Span
}

export function drawnOf(layout: Layout, rowCount: number, rowHeight: number, viewport: Viewport): Drawn {
  const { offsets, pinned, pinnedWidth, mostInSight } = layout
  return {
    rows: rowSpan(rowCount, rowHeight, viewport.top, viewport.height, rowMargin),
    columns: columnSpan(offsets, viewport.left + pinnedWidth, pinned, mostInSight, columnMargin),
  }
}

/** Neighbouring columns of one group, by position; without one they have none. */
export interface GroupRun {
  group: ColumnGroup | undefined
  start: number
  end: number
}

/**
 * The headings above the columns; none when no column has a group. Pinned columns never share one with those that scroll;
 * the checkboxes stand with the column beside them.
 */
export function groupRuns(columns: readonly GridColumn[], { places, pinned }: Layout): GroupRun[] {
  const runs: GroupRun[] = []
  if (!columns.some(({ group }) => group)) return runs
  places.forEach((place, position) => {
    const group = columns[place === checkboxColumn ? (places[position + 1] ?? checkboxColumn) : place]?.group
    const last = runs.at(-1)
    if (last && last.group?.id === group?.id && position !== pinned) last.end = position + 1
    else runs.push({ group, start: position, end: position + 1 })
  })
  return runs
}
