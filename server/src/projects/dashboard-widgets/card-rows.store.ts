import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { type RawBuilder, sql } from 'kysely'
import type { ChangedRecord } from '../../people/change-sets/engine/change-kind'
import { isChangedRow, recordOfRow } from '../../people/change-sets/engine/changed-rows.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { affectedRows, anyOf, uuidOrNil } from '../../platform/rows'
import type { AppliedRow, CurrentCard, StoredWidget, WidgetRow } from './card-rows'
import { type LockedCard, renumber } from './dashboard-widgets.store'

/** The widgets of a card in order, and which of these images belong to it. */
export async function readCurrentCard(db: Database, project: string, images: readonly string[]): Promise<CurrentCard> {
  const { rows: widgets } = await sql<StoredWidget>`
    select id, version, type_name as "typeName", place as "order", size, data_ids as "dataIds", image_id as image
    from dashboard_widget where project_id = ${project} order by place`.execute(db)
  if (images.length === 0) return { widgets, images: new Set() }
  const found = await db
    .selectFrom('dashboard_image')
    .select('id')
    .where('project_id', '=', project)
    .where('id', '=', anyOf(images))
    .execute()
  return { widgets, images: new Set(found.map(({ id }) => id)) }
}

/** Inserts the plan's rows for a card. */
export const insertWidgetRows = (db: Transaction, set: string, card: LockedCard, rows: readonly WidgetRow[]) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, object, before, after, conflict, version)
    select ${set}, row.number, row.outcome,
      ${JSON.stringify({ type: dashboardWidgets.type, project: card.project, projectName: card.name })}::jsonb
        || jsonb_build_object('id', row.id),
      nullif(row.before, 'null'), nullif(row.after, 'null'), row.conflict, row.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      number integer, id text, outcome text, before jsonb, after jsonb, conflict text, version integer)`.execute(db)

/** The rows of an undone change set of a project's card, by number; undefined if there is none. */
export async function findUndoneRows(
  db: Database,
  { set, customer, project }: { set: string; customer: string; project: string },
): Promise<AppliedRow[] | undefined> {
  const { rows } = await sql<AppliedRow>`
    select row.object ->> 'id' as id, row.before, row.after from change_set as applied
    join change_set_row as row on row.change_set_id = applied.id
    where applied.id = ${uuidOrNil(set)} and applied.customer_id = ${customer} and applied.kind = 'dashboard-widgets'
      and applied.state = 'undone' and row.object ->> 'project' = ${project} order by row.number`.execute(db)
  return rows.length > 0 ? rows : undefined
}

/** The project of a change set's rows. */
export async function projectOfRows(db: Database, set: string): Promise<string | undefined> {
  const { rows } = await sql<{ project: string }>`
    select object ->> 'project' as project from change_set_row where change_set_id = ${set} order by number limit 1`.execute(
    db,
  )
  return rows[0]?.project
}

type Side = 'before' | 'after'
const hasSide = (side: Side) => sql`${sql.ref(`row.${side}`)} is not null`

/** Column values of a widget from one side of a row. */
const columnsOfSide = (side: Side) => {
  const json = sql.ref(`row.${side}`)
  return {
    place: sql`(${json} ->> 'order')::integer`,
    size: sql`${json} -> 'size'`,
    dataIds: sql`nullif(${json} -> 'dataIds', 'null')`,
    image: sql`(${json} ->> 'image')::uuid`,
  }
}

/** Whether the widget has the content of one side of a row, at any position. */
const isShowing = (side: Side): RawBuilder<unknown> => {
  const { size, dataIds, image } = columnsOfSide(side)
  return sql`(widget.size = ${size} and widget.data_ids is not distinct from ${dataIds}
    and widget.image_id is not distinct from ${image})`
}

/** Applies the rows to widgets that are unchanged since the plan. Returns how many rows were applied. */
export async function applyWidgetRows({ db, now }: Change, set: string, card: LockedCard): Promise<number> {
  const removed = await removeWidgets(db, set, { from: 'before', to: 'after', version: sql`row.version` })
  const updated = await updateWidgets(db, set, { to: 'after', condition: sql`widget.version = row.version`, now })
  return removed + updated + (await insertWidgets(db, set, card, { from: 'before', to: 'after', now }))
}

/** Whether the positions of a card are consecutive from 0. */
export async function isInOrder(db: Database, project: string): Promise<boolean> {
  const { rows } = await sql<{ isInOrder: boolean }>`
    select count(*) = count(distinct place) and coalesce(max(place) + 1, 0) = count(*) as "isInOrder"
    from dashboard_widget where project_id = ${project}`.execute(db)
  return rows[0]?.isInOrder ?? false
}

/**
 * Undoes the rows that are not marked as remaining; restored widgets come before widgets that others added since, and gaps are closed.
 * Returns how many rows were undone.
 */
export async function undoWidgetRows({ db, now }: Change, set: string, card: LockedCard): Promise<number> {
  const removed = await removeWidgets(db, set, { from: 'after', to: 'before' })
  const updated = await updateWidgets(db, set, { to: 'before', condition: sql`true`, now })
  const inserted = await insertWidgets(db, set, card, { from: 'after', to: 'before', now })
  const { rows } = await sql<{ id: string }>`
    select ${recordOfRow} as id from change_set_row as row where ${isChangedRow(set)} and ${hasSide('before')}`.execute(
    db,
  )
  await renumber(
    db,
    [card.project],
    now,
    rows.map(({ id }) => id),
  )
  return removed + updated + inserted
}

interface RowDirection {
  from: Side
  to: Side
  version?: RawBuilder<unknown>
}

const removeWidgets = async (db: Transaction, set: string, { from, to, version }: RowDirection) =>
  affectedRows(
    await sql`
      delete from dashboard_widget as widget using change_set_row as row
      where ${isChangedRow(set)} and ${hasSide(from)} and not ${hasSide(to)} and widget.id = ${recordOfRow}
        and ${version ? sql`widget.version = ${version}` : sql`true`}`.execute(db),
  )

const updateWidgets = async (
  db: Transaction,
  set: string,
  { to, condition, now }: { to: Side; condition: RawBuilder<unknown>; now: number },
) => {
  const { place, size, dataIds, image } = columnsOfSide(to)
  return affectedRows(
    await sql`
      update dashboard_widget as widget set place = ${place}, size = ${size}, data_ids = ${dataIds}, image_id = ${image},
        version = widget.version + 1, updated_at = ${instantOf(now)}
      from change_set_row as row
      where ${isChangedRow(set)} and ${hasSide('before')} and ${hasSide('after')} and widget.id = ${recordOfRow} and ${condition}`.execute(
      db,
    ),
  )
}

const insertWidgets = async (
  db: Transaction,
  set: string,
  { project, customer }: LockedCard,
  { from, to, now }: { from: Side; to: Side; now: number },
) => {
  const { place, size, dataIds, image } = columnsOfSide(to)
  return affectedRows(
    await sql`
      insert into dashboard_widget (id, customer_id, project_id, type_name, place, size, data_ids, image_id, created_at, updated_at, version)
      select ${recordOfRow}, ${customer}::uuid, ${project}::uuid, ${sql.ref(`row.${to}`)} ->> 'typeName', ${place}, ${size},
        ${dataIds}, ${image}, ${instantOf(now)}::timestamptz, ${instantOf(now)}::timestamptz, coalesce(row.version, 0) + 1
      from change_set_row as row where ${isChangedRow(set)} and ${hasSide(to)} and not ${hasSide(from)}`.execute(db),
  )
}

/**
 * Rows that cannot be undone: the added or changed widget is missing or was changed again, a moved widget was moved again, or the project
 * is deleted or belongs to another customer.
 */
export async function findTouchedWidgets(db: Database, set: string, customer: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select row.number from change_set_row as row
    left join project on project.id = (row.object ->> 'project')::uuid and project.customer_id = ${customer}
      and not project.is_inactive
    left join dashboard_widget as widget on widget.project_id = project.id and widget.id = ${recordOfRow}
    where ${isChangedRow(set)} and (
      project.id is null
      or (not ${hasSide('after')} and widget.id is not null)
      or (${hasSide('after')} and (widget.id is null or not ${isShowing('after')}))
      or (${hasSide('before')} and ${hasSide('after')} and row.before - 'order' = row.after - 'order'
        and widget.place <> ${columnsOfSide('after').place}))
    order by row.number`.execute(db)
  return rows.map(({ number }) => number)
}

/** The widgets changed by the rows, with their current versions. */
export async function findChangedWidgets(db: Database, set: string): Promise<ChangedRecord[]> {
  const { rows } = await sql<{ id: string; version: number | null }>`
    select row.object ->> 'id' as id, widget.version from change_set_row as row
    left join dashboard_widget as widget on widget.id = ${recordOfRow}
    where ${isChangedRow(set)} order by row.number`.execute(db)
  return rows.map(({ id, version }) => ({ type: dashboardWidgets.type, id, version }))
}
