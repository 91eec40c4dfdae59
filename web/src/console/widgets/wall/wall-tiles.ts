import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import type { WallWidget } from './wall-calls'

/** A line of a table of states: how many there are in each, and how many of them since today. */
export interface WallRow {
  id: string
  name: string
  states: readonly { total: number; today: number }[]
}

/** One tile of a wall: a widget, or a part of one that has more lines than can be read from afar. */
export interface WallTile {
  key: string
  widget: WallWidget
  /** Undefined until they were read. */
  figures: WidgetFigures | undefined
  rows: readonly WallRow[]
}

/** Most lines of a table in one tile. */
const mostRows = 2

/** The tiles of a wall, in the order of its widgets. */
export const tilesOf = (
  widgets: readonly WallWidget[],
  read: ReadonlyMap<string, WidgetFigures> | undefined,
): WallTile[] =>
  widgets.flatMap((widget) => {
    const figures = read?.get(widget.id)
    const rows = rowsOf(figures)
    const parts = Math.max(1, Math.ceil(rows.length / mostRows))
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

/** Smallest tile that can be read from afar, and the height of the line above the tiles, in CSS pixels. */
const smallest = { width: 440, height: 300, head: 80 }

/** From this size of the window on everything grows with it: a larger screen hangs further away. */
const growsFrom = { width: 1_920, height: 1_080 }

/** How much larger than at a desk a wall is drawn. */
export const scaleFor = ({ width, height }: { width: number; height: number }): number =>
  Math.max(1, Math.min(width / growsFrom.width, height / growsFrom.height))

/** How many columns and rows of tiles a screen has. */
export const gridFor = ({ width, height }: { width: number; height: number }) => ({
  columns: Math.max(1, Math.floor(width / smallest.width)),
  rows: Math.max(1, Math.floor((height - smallest.head) / smallest.height)),
})
