import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import type { WallWidget } from './wall-calls'

/** A row of a table of states: the number of items in each, and how many of them since today. */
export interface WallRow {
  id: string
  name: string
  states: readonly { total: number; today: number }[]
}

/** One tile of a wall: a widget, or a part of one with more rows than are readable from a distance. */
export interface WallTile {
  key: string
  widget: WallWidget
  /** Undefined until loaded. */
  figures: WidgetFigures | undefined
  rows: readonly WallRow[]
}

/** Maximum number of table rows in a tile. */
const maxRows = 2

/** The tiles of a wall, in the order of its widgets. */
export const tilesOf = (
  widgets: readonly WallWidget[],
  read: ReadonlyMap<string, WidgetFigures> | undefined,
): WallTile[] =>
  widgets.flatMap((widget) => {
    const figures = read?.get(widget.id)
    const rows = rowsOf(figures)
    const parts = Math.max(1, Math.ceil(rows.length / maxRows))
    const each = Math.ceil(rows.length / parts)
    return Array.from({ length: parts }, (_, part) => ({
      key: `${widget.id} ${part}`,
      widget,
      figures,
      rows: rows.slice(part * each, (part + 1) * each),
    }))
  })

function rowsOf(figures: WidgetFigures | undefined): WallRow[] {
  const checklists = figures?.checklists?.map((one) => ({
    id: one.id,
    name: one.name,
    states: [
      { total: one.notStarted, today: one.notStartedToday },
      { total: one.inProgress, today: one.inProgressToday },
      { total: one.done, today: one.doneToday },
    ],
  }))
  const workflows = figures?.workflows?.map((one) => ({
    id: one.id,
    name: one.workflowName,
    states: [
      { total: one.totalOpen, today: one.openedToday },
      { total: one.totalDone, today: one.doneToday },
      { total: one.totalClosed, today: one.closedToday },
    ],
  }))
  return [...(checklists ?? []), ...(workflows ?? [])]
}

/** Smallest tile that is readable from a distance, and height of the header, in CSS pixels. */
const minTile = { width: 440, height: 300, head: 80 }

/** Window size above which everything is scaled up: larger screens are seen from further away. */
const baseSize = { width: 1_920, height: 1_080 }

/** Scale of a wall relative to a desktop screen. */
export const scaleFor = ({ width, height }: { width: number; height: number }): number =>
  Math.max(1, Math.min(width / baseSize.width, height / baseSize.height))

/** Number of columns and rows of tiles on a screen. */
export const gridFor = ({ width, height }: { width: number; height: number }) => ({
  columns: Math.max(1, Math.floor(width / minTile.width)),
  rows: Math.max(1, Math.floor((height - minTile.head) / minTile.height)),
})
