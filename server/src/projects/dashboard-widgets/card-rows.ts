import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import type { ChangeDashboardCard } from '@lintel/contract/projects/dashboard-card-changes'
import { type DashboardWidget, defaultWidgetSize } from '@lintel/contract/projects/dashboard-widgets'
import { uuidv7 } from 'uuidv7'

/** A widget as rows show it. */
export type WidgetShown = Pick<DashboardWidget, 'typeName' | 'order' | 'size' | 'dataIds' | 'image'>

/** A widget as it is stored. */
export interface StoredWidget extends WidgetShown {
  id: string
  version: number
}

/** A row of the plan: what becomes of one widget. */
export interface WidgetRow {
  number: number
  id: string
  outcome: 'change' | 'same' | 'conflict'
  before: WidgetShown | null
  after: WidgetShown | null
  conflict: RowConflict | null
  version: number | null
}

type Row = Omit<WidgetRow, 'number'>

/** What a plan about a card has to know. */
export interface CardNow {
  widgets: readonly StoredWidget[]
  /** Ids of the images among those it names that were uploaded for the project. */
  images: ReadonlySet<string>
}

const shown = ({ id: _id, version: _version, ...widget }: StoredWidget): WidgetShown => widget

/** The widgets of a card as they are to be. */
type WantedWidgets = NonNullable<ChangeDashboardCard['widgets']>

/** What becomes of each widget of a card: those that stay or come in their order, then those that go. */
export function widgetRows(
  { widgets, expected }: { widgets: WantedWidgets; expected: ChangeDashboardCard['expected'] },
  now: CardNow,
): WidgetRow[] {
  const stored = new Map(now.widgets.map((widget) => [widget.id, widget]))
  const unseen = expected === undefined ? new Set<string>() : unseenIn(expected, stored)
  const wanted = widgets.map(({ id, ...content }, order) => {
    const after = { ...content, size: content.size ?? defaultWidgetSize(content.typeName), order }
    const before = id === undefined ? undefined : stored.get(id.toLowerCase())
    if (id !== undefined && !before) return refused(id, null, after, 'changedMeanwhile')
    if (before && unseen.has(before.id)) return refused(before.id, shown(before), after, 'changedMeanwhile')
    if (after.image !== null && !now.images.has(after.image) && after.image !== before?.image)
      return refused(before?.id ?? uuidv7(), before ? shown(before) : null, after, 'unknownImage')
    return before ? changed(before, { ...after, typeName: before.typeName }) : added(after)
  })
  const listed = new Set(wanted.map(({ id }) => id))
  const gone = now.widgets
    .filter(({ id }) => !listed.has(id))
    .map((widget) =>
      unseen.has(widget.id) ? refused(widget.id, shown(widget), null, 'changedMeanwhile') : removed(widget),
    )
  const rows = [...wanted, ...gone]
  const told = new Set(rows.map(({ id }) => id))
  // Whatever was seen and is neither there nor wanted any more: somebody else removed it.
  const lost = [...unseen].filter((id) => !told.has(id)).map((id) => refused(id, null, null, 'changedMeanwhile'))
  return numbered([...rows, ...lost])
}

/** What a change set did with one widget, as its row says. */
export type RowDone = Pick<WidgetRow, 'id' | 'before' | 'after'>

/** What becomes of each widget of a card when a change that was undone is made once more: all must be as it was before it. */
export function widgetRowsAgain(done: readonly RowDone[], { widgets, images }: CardNow): WidgetRow[] {
  const stored = new Map(widgets.map((widget) => [widget.id, widget]))
  const rows = done.map(({ id, before, after }): Row => {
    const now = stored.get(id)
    if (!isAlike(now ? shown(now) : null, before))
      return refused(id, now ? shown(now) : null, after, 'changedMeanwhile')
    const image = after?.image ?? null
    if (image !== null && !images.has(image)) return refused(id, before, after, 'unknownImage')
    if (!now) return { ...added(after as WidgetShown), id }
    return after ? changed(now, after) : removed(now)
  })
  const known = new Set(done.map(({ id }) => id))
  const came = widgets.filter(({ id }) => !known.has(id))
  return numbered([
    ...rows,
    ...came.map((widget) => refused(widget.id, shown(widget), shown(widget), 'changedMeanwhile')),
  ])
}

const numbered = (rows: readonly Row[]): WidgetRow[] => rows.map((row, at) => ({ number: at + 1, ...row }))

const widgetFields = ['typeName', 'order', 'size', 'dataIds', 'image'] as const satisfies (keyof WidgetShown)[]

/** Both are there and show the same in the same place, or neither is there. */
const isAlike = (one: WidgetShown | null, other: WidgetShown | null): boolean =>
  one && other
    ? widgetFields.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]))
    : one === other

/** Ids of widgets that are not as they were seen: gone, changed or new. */
function unseenIn(
  expected: readonly { id: string; version: number }[],
  stored: ReadonlyMap<string, StoredWidget>,
): Set<string> {
  const seen = new Map(expected.map(({ id, version }) => [id.toLowerCase(), version]))
  const ids = new Set([...seen.keys(), ...stored.keys()])
  return new Set([...ids].filter((id) => stored.get(id)?.version !== seen.get(id)))
}

const refused = (id: string, before: WidgetShown | null, after: WidgetShown | null, conflict: RowConflict): Row => ({
  ...{ id, outcome: 'conflict', before, after, conflict, version: null },
})

const added = (after: WidgetShown): Row => ({
  ...{ id: uuidv7(), outcome: 'change', before: null, after, conflict: null, version: null },
})

const removed = (widget: StoredWidget): Row => ({
  ...{ id: widget.id, outcome: 'change', before: shown(widget), after: null, conflict: null, version: widget.version },
})

function changed(widget: StoredWidget, after: WidgetShown): Row {
  const before = shown(widget)
  const { id, version } = widget
  return { id, outcome: isAlike(before, after) ? 'same' : 'change', before, after, conflict: null, version }
}
