import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { AnyResource, Draft, Entity, Patch } from '@lintel/contract/jsonapi/resource'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../platform/clock'
import type { Change } from '../platform/context'
import { constraintOf, type Database } from '../platform/database'
import { flattenSql } from '../platform/flatten-sql'
import { type ListPage, type Ordering, page, type TotalSharing } from '../platform/paging'
import { anyOf, assertAffected, isUuid } from '../platform/rows'
import { projectsWithRights } from '../projects/projects/project-rights.store'
import { type ContentAccess, contentLevel, isContentReadable } from './content-access.store'
import { type ContentTable, inputColumns, type NewRow } from './content-table.store'

type Row = Record<string, unknown> & { id: string; version: number }
type AccessRow = Row & { '~customer': string; '~level': ContentAccess['level']; '~isHibernated': boolean }

/** The access with which a record was loaded, kept outside the record itself. */
const accessByRecord = new WeakMap<object, ContentAccess>()

/** The access with which a record was loaded. */
export function accessOf(record: object): ContentAccess {
  const access = accessByRecord.get(record)
  if (!access) throw new Error('The record was not found for anybody')
  return access
}

const tableOf = ({ columns }: ContentTable) => sql<Row>`${sql.table(columns.table)}`.as('content')

const selections = new WeakMap<object, AliasedRawBuilder<unknown, string>>()

/** Selected fields of a content type, built once per table definition. */
function fieldSelection(db: Database, resource: AnyResource, table: Pick<ContentTable, 'columns' | 'computedFields'>) {
  const known = selections.get(table)
  if (known) return known
  const { columns, computedFields = {} } = table
  const own: Record<string, RawBuilder<unknown> | undefined> = computedFields
  const fields = Object.keys(resource.fields.shape).map((field) => {
    const expression = own[field] ?? sql.ref(`content.${columns.fields[field] ?? 'content_hash'}`)
    return sql`${expression} as ${sql.ref(field)}`
  })
  // Kysely has no type for a selection of several columns in one expression, hence the cast.
  const selection = flattenSql(
    db,
    sql`content.id, content.version, ${sql.join(fields)}`,
  ) as unknown as AliasedRawBuilder<unknown, string>
  selections.set(table, selection)
  return selection
}

/** Records of a type that the person may read, joined with their rights in the project. */
function visible<R extends AnyResource>(
  db: Database,
  actor: Person,
  resource: R,
  table: ContentTable<R>,
  mapCondition: (condition: RawBuilder<SqlBool>) => RawBuilder<SqlBool> = (condition) => condition,
) {
  const { isVisible } = table
  const select = projectsWithRights(db, actor)
    .innerJoin(tableOf(table as unknown as ContentTable), (join) => join.onRef('content.project_id', '=', 'project.id'))
    .where(mapCondition(isContentReadable(actor)))
    .select(fieldSelection(db, resource, table as unknown as ContentTable))
  return isVisible ? select.where(mapCondition(isVisible(actor))) : select
}

type Visible = ReturnType<typeof visible>

const lists = new WeakMap<Person, Map<object, { db: Database; select: Visible }>>()

/**
 * List query, cached as long as the actor object (one second), because consecutive pages share the same statement. Time-dependent
 * conditions use the database's clock.
 */
function visibleForLists<R extends AnyResource>(
  db: Database,
  actor: Person,
  resource: R,
  table: ContentTable<R>,
): Visible {
  const ofPerson = lists.get(actor) ?? new Map<object, { db: Database; select: Visible }>()
  lists.set(actor, ofPerson)
  const known = ofPerson.get(table)
  if (known?.db === db) return known.select
  const select = visible(db, actor, resource, table, (condition) => flattenSql(db, condition))
  ofPerson.set(table, { db, select })
  return select
}

/** Visible records with the person's access to each. */
const visibleWithAccess = <R extends AnyResource>(db: Database, actor: Person, resource: R, table: ContentTable<R>) =>
  visible(db, actor, resource, table).select([
    'project.customer_id as ~customer',
    contentLevel(actor).as('~level'),
    'project.is_hibernated as ~isHibernated',
  ]) as unknown as SelectQueryBuilder<never, never, AccessRow>

/** Converts a row to a record and stores its access in {@link accessByRecord}. */
function recordOf<R extends AnyResource>(row: AccessRow): Entity<R> {
  const { '~customer': customer, '~level': level, '~isHibernated': isHibernated, ...record } = row
  accessByRecord.set(record, { project: String(record.project), customer, level, isHibernated })
  return record as unknown as Entity<R>
}

/** Finds one record of a type if the person may read it. */
export async function findContent<R extends AnyResource>(
  db: Database,
  actor: Person,
  resource: R,
  table: ContentTable<R>,
  id: string,
): Promise<Entity<R> | undefined> {
  if (!isUuid(id)) return undefined
  const row = await visibleWithAccess(db, actor, resource, table).where(sql`content.id`, '=', id).executeTakeFirst()
  return row && recordOf<R>(row)
}

/** Finds the records with these ids that the person may read. */
export async function findContentByIds<R extends AnyResource>(
  db: Database,
  actor: Person,
  resource: R,
  table: ContentTable<R>,
  ids: readonly string[],
): Promise<Entity<R>[]> {
  const rows = await visibleWithAccess(db, actor, resource, table).where(sql`content.id`, '=', anyOf(ids)).execute()
  return rows.map((row) => recordOf<R>(row))
}

/** The project of a record, without any access check; undefined if there is no such record. */
export async function projectOfContent(
  db: Database,
  { columns }: Pick<ContentTable, 'columns'>,
  id: string,
): Promise<string | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<{ project_id: string }>`
    select project_id from ${sql.table(columns.table)} where id = ${id}`.execute(db)
  return rows[0]?.project_id
}

/** Lists the records of a type in one project, one page at a time. */
export async function listContent<R extends AnyResource>(
  db: Database,
  actor: Person,
  resource: R,
  table: ContentTable<R>,
  project: string,
  query: ListQuery<R> & TotalSharing,
): Promise<ListPage<Entity<R>>> {
  let select = visibleForLists(db, actor, resource, table)
    .where(sql`project.id`, '=', project)
    .where(sql`content.project_id`, '=', project)
  for (const condition of table.filterConditions?.(query.filters) ?? []) select = select.where(condition)
  return page(
    select as unknown as SelectQueryBuilder<never, never, Entity<R> & object>,
    query,
    orderingOf(resource, table as unknown as ContentTable),
  )
}

function orderingOf(
  resource: AnyResource,
  { columns, sortExpressions = {}, defaultSort = 'name' }: ContentTable,
): Ordering {
  const sorts = resource.sorts.map((field) => [
    field,
    sortExpressions[field] ?? sql.ref(`content.${columns.fields[field]}`),
  ])
  return {
    columns: Object.fromEntries(sorts),
    id: sql.ref('content.id'),
    order: [{ field: defaultSort, descending: false }],
  }
}

/** Inserts records with a fixed number of statements; returns their ids in the order of the drafts. */
export async function addContent<R extends AnyResource>(
  change: Change<Person>,
  resource: R,
  table: ContentTable<R>,
  drafts: readonly { draft: Draft<R>; access: ContentAccess }[],
): Promise<string[]> {
  const at = instantOf(change.now)
  const rows = drafts.map(
    ({ draft, access }): NewRow<R> => ({
      draft,
      access,
      columns: {
        ...inputColumns(resource, table.columns, draft),
        ...table.insertColumns?.(change),
        id: uuidv7(),
        customer_id: access.customer,
        created_at: at,
        created_by: change.actor.id,
        updated_at: at,
      },
    }),
  )
  await (table.insert ?? insertRows(table as unknown as ContentTable))(change, rows)
  const ids = rows.map(({ columns }) => String(columns.id))
  await table.afterWrite?.(
    change,
    rows.map(({ draft, access, columns }) => ({ id: String(columns.id), project: access.project, input: draft })),
  )
  return ids
}

const insertRows =
  ({ columns: { table } }: ContentTable) =>
  async ({ db }: Change<Person>, rows: readonly NewRow[]): Promise<void> => {
    const names = sql.join(Object.keys(rows[0]?.columns ?? {}).map((column) => sql.ref(column)))
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${rowsJson(rows)}::jsonb)`.execute(db)
  }

/** New rows as a JSON array for `jsonb_to_recordset` and `jsonb_populate_recordset`. */
export const rowsJson = (rows: readonly Pick<NewRow, 'columns'>[]): string =>
  JSON.stringify(rows.map(({ columns }) => columns))

/** Updates a record; fails with `stale` if its version has changed since it was loaded. */
export async function changeContent<R extends AnyResource>(
  change: Change<Person>,
  resource: R,
  table: ContentTable<R>,
  record: Entity<R>,
  patch: Patch<R>,
): Promise<void> {
  const { db, now } = change
  const { id, version } = record as Row
  const columns = {
    ...inputColumns(resource, table.columns, patch as object),
    ...(await table.updateColumns?.(change, record as object, patch)),
    updated_at: instantOf(now),
  }
  const set = sql.join(Object.keys(columns).map((column) => sql`${sql.ref(column)} = input.${sql.ref(column)}`))
  const target = sql.table(table.columns.table)
  const updated = await translateStillInUse(
    sql`update ${target} as content set ${set}, version = content.version + 1
      from jsonb_populate_record(null::${target}, ${JSON.stringify(columns)}::jsonb) as input
      where content.id = ${id} and content.version = ${version}`.execute(db),
    // Removing workflow states that topics are in is `stillInUse`; a topic's own invalid references are not.
    table.columns.table === 'workflow' ? ['topic_state_fk'] : [],
  )
  assertAffected(updated)
  await table.afterWrite?.(change, [{ id, project: accessOf(record as object).project, input: patch as object }])
}

/** Deletes a record; fails with `stale` if its version has changed, and with `stillInUse` if other records refer to it. */
export async function removeContent<R extends AnyResource>(
  change: Change<Person>,
  table: ContentTable<R>,
  record: Entity<R>,
): Promise<void> {
  if (table.remove) return table.remove(change, record as object)
  const { id, version } = record as Row
  const removed = await translateStillInUse(
    sql`delete from ${sql.table(table.columns.table)} where id = ${id} and version = ${version}`.execute(change.db),
    undefined,
  )
  assertAffected(removed)
}

/**
 * Translates a foreign key violation caused by removing a referenced record: 409 `stillInUse` instead of the 422 of an unknown reference.
 */
async function translateStillInUse<T>(statement: Promise<T>, references: readonly string[] | undefined): Promise<T> {
  return statement.catch((error: unknown) => {
    const constraint = constraintOf(error)
    const isReference = constraint?.endsWith('_fk') && (references?.includes(constraint) ?? true)
    throw isReference ? new Problem('stillInUse') : error
  })
}
