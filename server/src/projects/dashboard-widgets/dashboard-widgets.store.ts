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
import { selectFields } from '../../platform/columns'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { anyOf, assertRemoved, isUuid, uuidOrNil } from '../../platform/rows'
import { isVisibleTo, projectsWithRights } from '../projects/project-rights.store'
import { dashboardWidgetColumns } from './dashboard-widget-columns'

/** Query of `widget` and `project`: widgets on dashboards that the person may read, in projects open to their login method. */
export const widgetsWithRights = (db: Database, actor: Person) =>
  projectsWithRights(db, actor)
    .innerJoin('dashboard_widget as widget', 'widget.project_id', 'project.id')
    .where((where) => readableCustomers(where, actor, 'project.customer_id'))
    .where(isVisibleTo(actor))

const visible = (db: Database, actor: Person) =>
  widgetsWithRights(db, actor)
    .select(['widget.id', 'widget.version'])
    .select(selectFields(dashboardWidgetColumns, 'widget'))
    .select(sql<DashboardWidget['typeName']>`widget.type_name`.as('typeName'))
    .select(sql<[number, number]>`widget.size`.as('size'))
    .select(sql<string[] | null>`widget.data_ids`.as('dataIds'))
    .select(sql<DashboardWidget['config']>`jsonb_build_object('dataIds', widget.data_ids)`.as('config'))

const ordering: Ordering = {
  columns: { order: sql.ref('widget.place') },
  id: sql.ref('widget.id'),
  order: [{ field: 'order', descending: false }],
}

/** Finds a widget that the person may see. */
export const find = async (db: Database, actor: Person, id: string): Promise<DashboardWidget | undefined> =>
  isUuid(id) ? visible(db, actor).where('widget.id', '=', id).executeTakeFirst() : undefined

/** Finds the widgets with these ids that the person may see. */
export const findVisibleByIds = (db: Database, actor: Person, ids: readonly string[]): Promise<DashboardWidget[]> =>
  visible(db, actor).where('widget.id', '=', anyOf(ids)).execute()

/** Lists the widgets that the person may see, one page at a time. */
export function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof dashboardWidgets>,
): Promise<ListPage<DashboardWidget>> {
  const { customer, project } = query.filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('widget.customer_id', '=', uuidOrNil(customer))
  if (project !== undefined) select = select.where('widget.project_id', '=', uuidOrNil(project))
  return page(select, query, ordering)
}

/** The project and the customer of a widget, without any access check. */
export const findWidgetProject = async (
  db: Database,
  id: string,
): Promise<{ project: string; customer: string } | undefined> =>
  db
    .selectFrom('dashboard_widget')
    .select(['project_id as project', 'customer_id as customer'])
    .where('id', '=', uuidOrNil(id))
    .executeTakeFirst()

/** A project as the card that holds its widgets. */
export interface Card {
  project: string
  name: string
  customer: string
  /** Number of widgets. */
  count: number
}

/** A card that is locked until the transaction ends. */
export type LockedCard = Card

/** Finds the card of a project that is not deleted, open to the login method, and of a customer that the person may read. */
export async function findCard(db: Database, actor: Person, project: string): Promise<Card | undefined> {
  return projectsWithRights(db, actor)
    .where('project.id', '=', uuidOrNil(project))
    .where('project.is_inactive', '=', false)
    .where((where) => readableCustomers(where, actor, 'project.customer_id'))
    .where(isVisibleTo(actor))
    .select(['project.id as project', 'project.name', 'project.customer_id as customer'])
    .select(
      sql<number>`(select count(*)::int from dashboard_widget where dashboard_widget.project_id = project.id)`.as(
        'count',
      ),
    )
    .executeTakeFirst()
}

/** Locks a card and returns it as {@link findCard} does. */
export async function lockCard(db: Transaction, actor: Person, project: string): Promise<LockedCard | undefined> {
  await db.selectFrom('project').select('id').where('id', '=', uuidOrNil(project)).forNoKeyUpdate().execute()
  // A separate statement sees what concurrent transactions committed while the lock was awaited.
  return findCard(db, actor, project)
}

/** Whether this image was uploaded for the project. */
export async function hasImage(db: Database, project: string, image: string): Promise<boolean> {
  if (!isUuid(image)) return false
  const found = await db
    .selectFrom('dashboard_image')
    .select('id')
    .where('project_id', '=', project)
    .where('id', '=', image)
    .executeTakeFirst()
  return found !== undefined
}

/** Appends a widget to a locked card; returns its id. */
export async function add(
  { db, now }: Change<Person>,
  { project, customer, count }: LockedCard,
  { typeName, size, dataIds, image }: Draft<typeof dashboardWidgets>,
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('dashboard_widget')
    .values({
      ...{ id, project_id: project, customer_id: customer, type_name: typeName, place: count },
      // Serialized here because the driver would write an array as a PostgreSQL array.
      size: JSON.stringify(size ?? defaultWidgetSize(typeName)),
      data_ids: dataIds && JSON.stringify(dataIds),
      image_id: image,
      created_at: instantOf(now),
      updated_at: instantOf(now),
    })
    .execute()
  return id
}

/** Fields of a widget that a change may write, except its position. */
export type WidgetContentPatch = Partial<Pick<DashboardWidget, 'size' | 'dataIds' | 'image'>>

/** Changes the content of a widget and increments its version. */
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

/** Moves a widget of a locked card to another position and shifts those between by one. The moved widget's version stays the same. */
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

/** Removes a widget of a locked card and closes the gap. */
export async function remove({ db, now }: Change<Person>, { id, project, version }: DashboardWidget): Promise<void> {
  const statement = db.deleteFrom('dashboard_widget').where('id', '=', id).where('version', '=', version)
  assertRemoved(await statement.executeTakeFirstOrThrow())
  await renumber(db, [project], now)
}

/** Renumbers the positions of these locked cards from 0 without gaps, in their order; at equal positions, widgets in `first` come first. */
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
