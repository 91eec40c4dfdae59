import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { type RawBuilder, sql } from 'kysely'
import type { ChangedRecord } from '../../people/change-sets/engine/change-kind'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { anyOf, uuidOrNil } from '../../platform/rows'
import type { CardNow, RowDone, StoredWidget, WidgetRow } from './card-rows'
import { type HeldCard, renumber } from './dashboard-widgets.store'

type Db = Database | Transaction

/** The widgets of a card in their order, and which of these images it has. */
export async function cardNow(db: Db, project: string, images: readonly string[]): Promise<CardNow> {
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

/** Writes the rows of a plan about a card. */
export const insertWidgetRows = (db: Transaction, set: string, card: HeldCard, rows: readonly WidgetRow[]) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, object, before, after, conflict, version)
    select ${set}, row.number, row.outcome,
      ${JSON.stringify({ type: dashboardWidgets.type, project: card.project, projectName: card.name })}::jsonb
        || jsonb_build_object('id', row.id),
      nullif(row.before, 'null'), nullif(row.after, 'null'), row.conflict, row.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      number integer, id text, outcome text, before jsonb, after jsonb, conflict text, version integer)`.execute(db)

/** What a change of a project's card did with each widget, in the order of its rows, once it was undone. Undefined where there is none. */
export async function undoneRows(
  db: Db,
  { set, customer, project }: { set: string; customer: string; project: string },
): Promise<RowDone[] | undefined> {
  const { rows } = await sql<RowDone>`
    select row.object ->> 'id' as id, row.before, row.after from change_set as made
    join change_set_row as row on row.change_set_id = made.id
    where made.id = ${uuidOrNil(set)} and made.customer_id = ${customer} and made.kind = 'dashboard-widgets'
      and made.state = 'undone' and row.object ->> 'project' = ${project} order by row.number`.execute(db)
  return rows.length > 0 ? rows : undefined
}

/** The project that the rows of a change set are about. */
export async function projectOfRows(db: Db, set: string): Promise<string | undefined> {
  const { rows } = await sql<{ project: string }>`
    select object ->> 'project' as project from change_set_row where change_set_id = ${set} order by number limit 1`.execute(
    db,
  )
  return rows[0]?.project
}

const changes = (set: string) => sql`row.change_set_id = ${set} and row.outcome = 'change' and not row.remains`
const widgetOfRow = sql`(row.object ->> 'id')::uuid`
type Side = 'before' | 'after'
const has = (side: Side) => sql`${sql.ref(`row.${side}`)} is not null`

/** What is written of a widget besides its identity, from one side of a row. */
const contentOf = (side: Side) => {
  const json = sql.ref(`row.${side}`)
  return {
    place: sql`(${json} ->> 'order')::integer`,
    size: sql`${json} -> 'size'`,
    dataIds: sql`nullif(${json} -> 'dataIds', 'null')`,
    image: sql`(${json} ->> 'image')::uuid`,
  }
}

/** The widget shows what one side of a row says, wherever it stands. */
const shows = (side: Side): RawBuilder<unknown> => {
  const { size, dataIds, image } = contentOf(side)
  return sql`(widget.size = ${size} and widget.data_ids is not distinct from ${dataIds}
    and widget.image_id is not distinct from ${image})`
}

const affected = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint }): number => Number(numAffectedRows)

/** Does what the rows say where the widgets are as they were planned. Gives how many rows were done. */
export async function applyWidgetRows({ db, now }: Change, set: string, card: HeldCard): Promise<number> {
  const removed = await removeWidgets(db, set, { from: 'before', to: 'after', version: sql`row.version` })
  const updated = await updateWidgets(db, set, { to: 'after', only: sql`widget.version = row.version`, now })
  return removed + updated + (await insertWidgets(db, set, card, { from: 'before', to: 'after', now }))
}

/** The places of a card count from 0 without gaps. */
export async function isInOrder(db: Db, project: string): Promise<boolean> {
  const { rows } = await sql<{ isInOrder: boolean }>`
    select count(*) = count(distinct place) and coalesce(max(place) + 1, 0) = count(*) as "isInOrder"
    from dashboard_widget where project_id = ${project}`.execute(db)
  return rows[0]?.isInOrder ?? false
}

/** Puts back what does not remain, before whatever others added since, and closes gaps. Gives how many rows were put back. */
export async function undoWidgetRows({ db, now }: Change, set: string, card: HeldCard): Promise<number> {
  const removed = await removeWidgets(db, set, { from: 'after', to: 'before' })
  const updated = await updateWidgets(db, set, { to: 'before', only: sql`true`, now })
  const inserted = await insertWidgets(db, set, card, { from: 'after', to: 'before', now })
  const { rows } = await sql<{ id: string }>`
    select ${widgetOfRow} as id from change_set_row as row where ${changes(set)} and ${has('before')}`.execute(db)
  await renumber(
    db,
    [card.project],
    now,
    rows.map(({ id }) => id),
  )
  return removed + updated + inserted
}

interface Going {
  from: Side
  to: Side
  version?: RawBuilder<unknown>
}

const removeWidgets = async (db: Transaction, set: string, { from, to, version }: Going) =>
  affected(
    await sql`
      delete from dashboard_widget as widget using change_set_row as row
      where ${changes(set)} and ${has(from)} and not ${has(to)} and widget.id = ${widgetOfRow}
        and ${version ? sql`widget.version = ${version}` : sql`true`}`.execute(db),
  )

const updateWidgets = async (
  db: Transaction,
  set: string,
  { to, only, now }: { to: Side; only: RawBuilder<unknown>; now: number },
) => {
  const { place, size, dataIds, image } = contentOf(to)
  return affected(
    await sql`
      update dashboard_widget as widget set place = ${place}, size = ${size}, data_ids = ${dataIds}, image_id = ${image},
        version = widget.version + 1, updated_at = ${instantOf(now)}
      from change_set_row as row
      where ${changes(set)} and ${has('before')} and ${has('after')} and widget.id = ${widgetOfRow} and ${only}`.execute(
      db,
    ),
  )
}

const insertWidgets = async (
  db: Transaction,
  set: string,
  { project, customer }: HeldCard,
  { from, to, now }: { from: Side; to: Side; now: number },
) => {
  const { place, size, dataIds, image } = contentOf(to)
  return affected(
    await sql`
      insert into dashboard_widget (id, customer_id, project_id, type_name, place, size, data_ids, image_id, created_at, updated_at, version)
      select ${widgetOfRow}, ${customer}::uuid, ${project}::uuid, ${sql.ref(`row.${to}`)} ->> 'typeName', ${place}, ${size},
        ${dataIds}, ${image}, ${instantOf(now)}::timestamptz, ${instantOf(now)}::timestamptz, coalesce(row.version, 0) + 1
      from change_set_row as row where ${changes(set)} and ${has(to)} and not ${has(from)}`.execute(db),
  )
}

/**
 * Rows that cannot be put back: the widget that was added or changed is gone or shows something else by now, one that was only
 * moved was moved again, or the project is deleted or another customer's.
 */
export async function touchedWidgets(db: Db, set: string, customer: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select row.number from change_set_row as row
    left join project on project.id = (row.object ->> 'project')::uuid and project.customer_id = ${customer}
      and not project.is_inactive
    left join dashboard_widget as widget on widget.project_id = project.id and widget.id = ${widgetOfRow}
    where ${changes(set)} and (
      project.id is null
      or (not ${has('after')} and widget.id is not null)
      or (${has('after')} and (widget.id is null or not ${shows('after')}))
      or (${has('before')} and ${has('after')} and row.before - 'order' = row.after - 'order'
        and widget.place <> ${contentOf('after').place}))
    order by row.number`.execute(db)
  return rows.map(({ number }) => number)
}

/** The widgets that the rows changed, as they are now. */
export async function changedWidgets(db: Db, set: string): Promise<ChangedRecord[]> {
  const { rows } = await sql<{ id: string; version: number | null }>`
    select row.object ->> 'id' as id, widget.version from change_set_row as row
    left join dashboard_widget as widget on widget.id = ${widgetOfRow}
    where ${changes(set)} order by row.number`.execute(db)
  return rows.map(({ id, version }) => ({ type: dashboardWidgets.type, id, version }))
}
