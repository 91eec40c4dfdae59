import { type RefObject, useState } from 'react'
import { isNarrow } from './arrangement'
import type { GridProps } from './grid-props'
import { groupRuns, layoutOf, renderedRange } from './layout'
import type { Bounds } from './selection'
import { useViewport } from './use-viewport'

/** Height of rotated headings, in pixels. */
const rotatedHeight = 148
/** Width of the window assumed before the first measurement, in pixels. */
const unmeasuredWidth = 1_280

interface LayoutOptions extends Pick<GridProps, 'columns' | 'rows' | 'arrangement' | 'selected' | 'isIncluded'> {
  scroller: RefObject<HTMLDivElement | null>
  /** Heights in pixels: of a row, and of a heading that is not rotated. */
  rowHeight: number
  headerHeight: number
  hasTotals: boolean
}

/** The layout of the grid's columns, the heights of its sticky parts, and what of it is rendered at the current scroll position. */
export function useGridLayout(options: LayoutOptions) {
  const { scroller, columns, rows, arrangement, rowHeight, headerHeight, selected, isIncluded } = options
  const [windowWidth, setWindowWidth] = useState(unmeasuredWidth)
  const layout = layoutOf(columns, arrangement, { hasCheckboxes: selected !== undefined, windowWidth, isIncluded })
  const groups = groupRuns(columns, layout)
  const headings = groups.length > 0 ? 2 : 1
  const headingsHeight = columns.some((column) => isNarrow(column, arrangement)) ? rotatedHeight : headerHeight
  const headHeight = headingsHeight + (groups.length > 0 ? headerHeight : 0)
  const stickyHeight = headHeight + (options.hasTotals ? rowHeight : 0)
  const { viewport, isScrollIdle, onScroll, scrollTo, clampTo } = useViewport(scroller, stickyHeight, (view) =>
    renderedRange(layout, rows.length, rowHeight, view),
  )
  if (viewport.width !== windowWidth) setWindowWidth(viewport.width)
  clampTo({ width: layout.width, height: rows.length * rowHeight })
  const page = Math.max(1, Math.floor(viewport.height / rowHeight) - 1)
  const bounds: Bounds = { rows: rows.length, headings, columns: layout.columnIndexes.length, page }
  return {
    layout,
    groups,
    /** Size of the grid, for moving in it. */
    bounds,
    /** Heights in pixels: of the headings, of all header rows, and of header and totals together. */
    headingsHeight,
    headHeight,
    stickyHeight,
    viewport,
    rendered: renderedRange(layout, rows.length, rowHeight, viewport),
    isScrollIdle,
    onScroll,
    scrollTo,
  }
}
