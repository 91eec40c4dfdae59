import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Draft } from '@lintel/contract/jsonapi/resource'
import type { Person } from '@lintel/contract/people/permissions'
import {
  type DashboardWidget,
  type dashboardWidgets,
  defaultWidgetSize,
} from '@lintel/contract/projects/dashboard-widgets'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { readableCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import { selected } from '../../platform/columns'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, page } from '../../platform/paging'
import { anyOf, isUuid, mustHaveRemoved, uuidOrNil } from '../../platform/rows'
import { isSeen, projectsBeside } from '../projects/project-rights.store'
import { dashboardWidgetColumns } from './dashboard-widget-columns'

type Db = Database | Transaction

/** Beside `widget` and `project`: widgets on dashboards that the person reads, of projects that their login method opens. */
export const widgetsBeside = (db: Db, actor: Person) =>
  projectsBeside(db, actor)
    .innerJoin('dashboard_widget as widget', 'widget.project_id', 'project.id')
    .where((where) => readableCustomers(where, actor, 'project.customer_id'))
    .where(isSeen(actor))

const visible = (db: Db, actor: Person) =>
  widgetsBeside(db, actor)
    .select(['widget.id', 'widget.version'])
    .select(selected(dashboardWidgetColumns, 'widget'))
    .select(sql<DashboardWidget['typeName']>`widget.type_name`.as('typeName'))
    .select(sql<[number, number]>`widget.size`.as('size'))
    .select(sql<string[] | null>`widget.data_ids`.as('dataIds'))
    .select(sql<DashboardWidget['config']>`jsonb_build_object('dataIds', widget.data_ids)`.as('config'))

const ordering: Ordering = {
  columns: { order: sql.ref('widget.place') },
  id: sql.ref('widget.id'),
  order: [{ field: 'order', descending: false }],
}

/** A widget that the person may see. */
export const find = async (db: Db, actor: Person, id: string): Promise<DashboardWidget | undefined> =>
  isUuid(id) ? visible(db, actor).where('widget.id', '=', id).executeTakeFirst() : undefined

/** Those of these widgets that the person may see. */
export const amongVisible = (db: Db, actor: Person, ids: readonly string[]): Promise<DashboardWidget[]> =>
  visible(db, actor).where('widget.id', '=', anyOf(ids)).execute()

/** The widgets that the person may see, a page at a time. */
export function listVisible(
  db: Db,
  actor: Person,
  query: ListQuery<typeof dashboardWidgets>,
): Promise<Listed<DashboardWidget>> {
  const { customer, project } = query.filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('widget.customer_id', '=', uuidOrNil(customer))
  if (project !== undefined) select = select.where('widget.project_id', '=', uuidOrNil(project))
  return page(select, query, ordering)
}

/** The project and the customer of a widget, whoever asks. */
export const placeOfWidget = async (db: Db, id: string): Promise<{ project: string; customer: string } | undefined> =>
  db
    .selectFrom('dashboard_widget')
    .select(['project_id as project', 'customer_id as customer'])
    .where('id', '=', uuidOrNil(id))
    .executeTakeFirst()

/** A project whose card may have widgets. */
export interface Card {
  project: string
  name: string
  customer: string
  /** How many widgets it has. */
  count: number
}

/** The same while it is changed by nobody else, until the transaction ends. */
export type HeldCard = Card

/** The card of a project that is not deleted, of a customer that the person reads, and that their login method opens. */
export async function findCard(db: Db, actor: Person, project: string): Promise<Card | undefined> {
  return projectsBeside(db, actor)
    .where('project.id', '=', uuidOrNil(project))
    .where('project.is_inactive', '=', false)
    .where((where) => readableCustomers(where, actor, 'project.customer_id'))
    .where(isSeen(actor))
    .select(['project.id as project', 'project.name', 'project.customer_id as customer'])
    .select(
      sql<number>`(select count(*)::int from dashboard_widget where dashboard_widget.project_id = project.id)`.as(
        'count',
      ),
    )
    .executeTakeFirst()
}

/** Holds a card as {@link findCard} gives it. */
export async function holdCard(db: Transaction, actor: Person, project: string): Promise<HeldCard | undefined> {
  await db.selectFrom('project').select('id').where('id', '=', uuidOrNil(project)).forNoKeyUpdate().execute()
  // A statement of its own: it sees what was written by whom was waited for.
  return findCard(db, actor, project)
}

/** Whether the project has such an uploaded image. */
export async function hasImage(db: Db, project: string, image: string): Promise<boolean> {
  if (!isUuid(image)) return false
  const found = await db
    .selectFrom('dashboard_image')
    .select('id')
    .where('project_id', '=', project)
    .where('id', '=', image)
    .executeTakeFirst()
  return found !== undefined
}

/** Adds a widget in the last place of a held card, and gives its id. */
export async function add(
  { db, now }: Change<Person>,
  { project, customer, count }: HeldCard,
  { typeName, size, dataIds, image }: Draft<typeof dashboardWidgets>,
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('dashboard_widget')
    .values({
      ...{ id, project_id: project, customer_id: customer, type_name: typeName, place: count },
      // The database's JSON: a driver would write a list as an array.
      size: JSON.stringify(size ?? defaultWidgetSize(typeName)),
      data_ids: dataIds && JSON.stringify(dataIds),
      image_id: image,
      created_at: instantOf(now),
      updated_at: instantOf(now),
    })
    .execute()
  return id
}

/** What a change of one widget writes beside its place. */
export type WidgetContentPatch = Partial<Pick<DashboardWidget, 'size' | 'dataIds' | 'image'>>

/** Changes what a widget shows, and counts the change. */
export async function change(
  { db, now }: Change<Person>,
  id: string,
  { size, dataIds, image }: WidgetContentPatch,
): Promise<void> {
  await db
    .updateTable('dashboard_widget')
    .set({
      ...(size !== undefined && { size: JSON.stringify(size) }),
      ...(dataIds !== undefined && { data_ids: dataIds && JSON.stringify(dataIds) }),
      ...(image !== undefined && { image_id: image }),
      updated_at: instantOf(now),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

/** Puts a widget of a held card in another place: those between move by one. The widget itself counts no change by this. */
export async function move(
  { db, now }: Change<Person>,
  { id, project, order }: DashboardWidget,
  to: number,
): Promise<void> {
  await sql`
    update dashboard_widget set
      place = case when id = ${id} then ${to}::integer else place + ${order < to ? -1 : 1}::integer end,
      version = version + case when id = ${id} then 0 else 1 end, updated_at = ${instantOf(now)}
    where project_id = ${project} and place between ${Math.min(order, to)}::integer and ${Math.max(order, to)}::integer`.execute(
    db,
  )
}

/** Removes a widget of a held card and closes the gap. */
export async function remove({ db, now }: Change<Person>, { id, project, version }: DashboardWidget): Promise<void> {
  const statement = db.deleteFrom('dashboard_widget').where('id', '=', id).where('version', '=', version)
  mustHaveRemoved(await statement.executeTakeFirstOrThrow())
  await renumber(db, [project], now)
}

/** Numbers the places of each of these held cards from 0 without gaps, in their order; `first` go before others of the same place. */
export async function renumber(
  db: Transaction,
  projects: readonly string[],
  now: number,
  first: readonly string[] = [],
): Promise<void> {
  await sql`
    update dashboard_widget as widget set place = numbered.place, version = widget.version + 1, updated_at = ${instantOf(now)}
    from (
      select id, (row_number() over (partition by project_id order by place, (id = ${anyOf(first)}) desc, id) - 1)::integer as place
      from dashboard_widget where project_id = ${anyOf(projects)}
    ) as numbered
    where widget.id = numbered.id and widget.place <> numbered.place`.execute(db)
}
