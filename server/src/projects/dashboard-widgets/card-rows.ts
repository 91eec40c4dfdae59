import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import type { ChangeDashboardCard } from '@lintel/contract/projects/dashboard-card-changes'
import { type DashboardWidget, defaultWidgetSize } from '@lintel/contract/projects/dashboard-widgets'
import { uuidv7 } from 'uuidv7'

/** The state of a widget as stored in `before` and `after` of a row. */
export type WidgetState = Pick<DashboardWidget, 'typeName' | 'order' | 'size' | 'dataIds' | 'image'>

/** A stored widget. */
export interface StoredWidget extends WidgetState {
  id: string
  version: number
}

/** A row of the plan: the change of one widget. */
export interface WidgetRow {
  number: number
  id: string
  outcome: 'change' | 'same' | 'conflict'
  before: WidgetState | null
  after: WidgetState | null
  conflict: RowConflict | null
  version: number | null
}

type Row = Omit<WidgetRow, 'number'>

/** The current card, as the plan needs it. */
export interface CurrentCard {
  widgets: readonly StoredWidget[]
  /** Ids of the requested images that were uploaded for the project. */
  images: ReadonlySet<string>
}

const stateOf = ({ id: _id, version: _version, ...widget }: StoredWidget): WidgetState => widget

/** The requested widgets of a card. */
type RequestedWidgets = NonNullable<ChangeDashboardCard['widgets']>

/** Plans the change of each widget: kept and added ones in their order, then removed ones. */
export function planWidgetRows(
  { widgets, expected }: { widgets: RequestedWidgets; expected: ChangeDashboardCard['expected'] },
  now: CurrentCard,
): WidgetRow[] {
  const stored = new Map(now.widgets.map((widget) => [widget.id, widget]))
  const outdated = expected === undefined ? new Set<string>() : findOutdated(expected, stored)
  const requestedRows = widgets.map(({ id, ...content }, order) => {
    const after = { ...content, size: content.size ?? defaultWidgetSize(content.typeName), order }
    const before = id === undefined ? undefined : stored.get(id.toLowerCase())
    if (id !== undefined && !before) return conflictRow(id, null, after, 'changedMeanwhile')
    if (before && outdated.has(before.id)) return conflictRow(before.id, stateOf(before), after, 'changedMeanwhile')
    const isImage = (before ?? after).typeName === 'image'
    if (after.image !== null && after.image !== before?.image && !(isImage && now.images.has(after.image)))
      return conflictRow(before?.id ?? uuidv7(), before ? stateOf(before) : null, after, 'unknownImage')
    return before ? changedRow(before, { ...after, typeName: before.typeName }) : addedRow(after)
  })
  const listed = new Set(requestedRows.map(({ id }) => id))
  const removals = now.widgets
    .filter(({ id }) => !listed.has(id))
    .map((widget) =>
      outdated.has(widget.id) ? conflictRow(widget.id, stateOf(widget), null, 'changedMeanwhile') : removedRow(widget),
    )
  const rows = [...requestedRows, ...removals]
  const listedIds = new Set(rows.map(({ id }) => id))
  // Expected widgets that neither exist nor are requested were removed by somebody else.
  const deletedMeanwhile = [...outdated]
    .filter((id) => !listedIds.has(id))
    .map((id) => conflictRow(id, null, null, 'changedMeanwhile'))
  return withNumbers([...rows, ...deletedMeanwhile])
}

/** An applied row of a change set. */
export type AppliedRow = Pick<WidgetRow, 'id' | 'before' | 'after'>

/** Plans the repetition of an undone change: every widget must be as it was before that change. */
export function planRedoneRows(applied: readonly AppliedRow[], { widgets, images }: CurrentCard): WidgetRow[] {
  const stored = new Map(widgets.map((widget) => [widget.id, widget]))
  const rows = applied.map(({ id, before, after }): Row => {
    const now = stored.get(id)
    if (!isSameState(now ? stateOf(now) : null, before))
      return conflictRow(id, now ? stateOf(now) : null, after, 'changedMeanwhile')
    const image = after?.image ?? null
    if (image !== null && !images.has(image)) return conflictRow(id, before, after, 'unknownImage')
    if (!now) return { ...addedRow(after as WidgetState), id }
    return after ? changedRow(now, after) : removedRow(now)
  })
  const known = new Set(applied.map(({ id }) => id))
  const addedMeanwhile = widgets.filter(({ id }) => !known.has(id))
  return withNumbers([
    ...rows,
    ...addedMeanwhile.map((widget) => conflictRow(widget.id, stateOf(widget), stateOf(widget), 'changedMeanwhile')),
  ])
}

const withNumbers = (rows: readonly Row[]): WidgetRow[] => rows.map((row, at) => ({ number: at + 1, ...row }))

const widgetFields = ['typeName', 'order', 'size', 'dataIds', 'image'] as const satisfies (keyof WidgetState)[]

/** Whether both have the same content at the same position, or both are missing. */
const isSameState = (one: WidgetState | null, other: WidgetState | null): boolean =>
  one && other
    ? widgetFields.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]))
    : one === other

/** Ids of widgets that were deleted, changed or added since the expected versions. */
function findOutdated(
  expected: readonly { id: string; version: number }[],
  stored: ReadonlyMap<string, StoredWidget>,
): Set<string> {
  const expectedVersions = new Map(expected.map(({ id, version }) => [id.toLowerCase(), version]))
  const ids = new Set([...expectedVersions.keys(), ...stored.keys()])
  return new Set([...ids].filter((id) => stored.get(id)?.version !== expectedVersions.get(id)))
}

const conflictRow = (
  id: string,
  before: WidgetState | null,
  after: WidgetState | null,
  conflict: RowConflict,
): Row => ({
  ...{ id, outcome: 'conflict', before, after, conflict, version: null },
})

const addedRow = (after: WidgetState): Row => ({
  ...{ id: uuidv7(), outcome: 'change', before: null, after, conflict: null, version: null },
})

const removedRow = (widget: StoredWidget): Row => ({
  ...{
    id: widget.id,
    outcome: 'change',
    before: stateOf(widget),
    after: null,
    conflict: null,
    version: widget.version,
  },
})

function changedRow(widget: StoredWidget, after: WidgetState): Row {
  const before = stateOf(widget)
  const { id, version } = widget
  return { id, outcome: isSameState(before, after) ? 'same' : 'change', before, after, conflict: null, version }
}
