import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { AnyResource, Draft, Entity, Patch } from '@lintel/contract/jsonapi/resource'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../platform/clock'
import type { Change } from '../platform/context'
import { constraintOf, type Database, type Transaction } from '../platform/database'
import { flat } from '../platform/flat-sql'
import { type Listed, type Ordering, page, type TotalSharing } from '../platform/paging'
import { anyOf, isUuid } from '../platform/rows'
import { projectsBeside } from '../projects/projects/project-rights.store'
import { type ContentStanding, contentLevel, isContentRead } from './content-standing.store'
import { type ContentTable, givenColumns, type NewRow } from './content-table.store'

type Db = Database | Transaction
type Row = Record<string, unknown> & { id: string; version: number }
type Placed = Row & { '~customer': string; '~level': ContentStanding['level']; '~isHibernated': boolean }

/** What somebody is in the project of a record that was found for them; no part of the record itself. */
const standings = new WeakMap<object, ContentStanding>()

/** The standing with which a record was found. */
export function standingOf(record: object): ContentStanding {
  const standing = standings.get(record)
  if (!standing) throw new Error('The record was not found for anybody')
  return standing
}

const tableOf = ({ columns }: ContentTable) => sql<Row>`${sql.table(columns.table)}`.as('content')

const selections = new WeakMap<object, AliasedRawBuilder<unknown, string>>()

/** What is selected of a type, put together once. */
function selectionOf(db: Db, resource: AnyResource, table: Pick<ContentTable, 'columns' | 'shown'>) {
  const known = selections.get(table)
  if (known) return known
  const { columns, shown = {} } = table
  const own: Record<string, RawBuilder<unknown> | undefined> = shown
  const fields = Object.keys(resource.fields.shape).map((field) => {
    const expression = own[field] ?? sql.ref(`content.${columns.fields[field] ?? 'content_hash'}`)
    return sql`${expression} as ${sql.ref(field)}`
  })
  // Kysely knows no selection of several columns in one text; it writes one like any other.
  const selection = flat(db, sql`content.id, content.version, ${sql.join(fields)}`) as unknown as AliasedRawBuilder<
    unknown,
    string
  >
  selections.set(table, selection)
  return selection
}

/** The records of a type that the person reads, beside what they are in the project. */
function visible<R extends AnyResource>(
  db: Db,
  actor: Person,
  resource: R,
  table: ContentTable<R>,
  written: (condition: RawBuilder<SqlBool>) => RawBuilder<SqlBool> = (condition) => condition,
) {
  const { isShown } = table
  const select = projectsBeside(db, actor)
    .innerJoin(tableOf(table as unknown as ContentTable), (join) => join.onRef('content.project_id', '=', 'project.id'))
    .where(written(isContentRead(actor)))
    .select(selectionOf(db, resource, table as unknown as ContentTable))
  return isShown ? select.where(written(isShown(actor))) : select
}

type Visible = ReturnType<typeof visible>

const lists = new WeakMap<Person, Map<object, { db: Db; select: Visible }>>()

/**
 * The same for lists, kept as long as what is known of the person (a second): pages that are read one after the other, and by many at
 * once, begin with the same statement. What changes with time in it is asked of the database's clock.
 */
function visibleInLists<R extends AnyResource>(db: Db, actor: Person, resource: R, table: ContentTable<R>): Visible {
  const ofPerson = lists.get(actor) ?? new Map<object, { db: Db; select: Visible }>()
  lists.set(actor, ofPerson)
  const known = ofPerson.get(table)
  if (known?.db === db) return known.select
  const select = visible(db, actor, resource, table, (condition) => flat(db, condition))
  ofPerson.set(table, { db, select })
  return select
}

/** The same, each with what the person may do with it. */
const placed = <R extends AnyResource>(db: Db, actor: Person, resource: R, table: ContentTable<R>) =>
  visible(db, actor, resource, table).select([
    'project.customer_id as ~customer',
    contentLevel(actor).as('~level'),
    'project.is_hibernated as ~isHibernated',
  ]) as unknown as SelectQueryBuilder<never, never, Placed>

/** A row as a record, its standing kept beside it. */
function recordOf<R extends AnyResource>(row: Placed): Entity<R> {
  const { '~customer': customer, '~level': level, '~isHibernated': isHibernated, ...record } = row
  standings.set(record, { project: String(record.project), customer, level, isHibernated })
  return record as unknown as Entity<R>
}

/** One record of a type, if the person reads it. */
export async function findContent<R extends AnyResource>(
  db: Db,
  actor: Person,
  resource: R,
  table: ContentTable<R>,
  id: string,
): Promise<Entity<R> | undefined> {
  if (!isUuid(id)) return undefined
  const row = await placed(db, actor, resource, table).where(sql`content.id`, '=', id).executeTakeFirst()
  return row && recordOf<R>(row)
}

/** The records of these ids that the person reads. */
export async function contentAmong<R extends AnyResource>(
  db: Db,
  actor: Person,
  resource: R,
  table: ContentTable<R>,
  ids: readonly string[],
): Promise<Entity<R>[]> {
  const rows = await placed(db, actor, resource, table).where(sql`content.id`, '=', anyOf(ids)).execute()
  return rows.map((row) => recordOf<R>(row))
}

/** The project of a record, whoever asks; undefined where there is no such record. */
export async function projectOfContent(
  db: Db,
  { columns }: Pick<ContentTable, 'columns'>,
  id: string,
): Promise<string | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<{ project_id: string }>`
    select project_id from ${sql.table(columns.table)} where id = ${id}`.execute(db)
  return rows[0]?.project_id
}

/** The records of a type in one project, a page at a time. What the person may do with one is found where it is changed. */
export async function listContent<R extends AnyResource>(
  db: Db,
  actor: Person,
  resource: R,
  table: ContentTable<R>,
  project: string,
  query: ListQuery<R> & TotalSharing,
): Promise<Listed<Entity<R>>> {
  let select = visibleInLists(db, actor, resource, table)
    .where(sql`project.id`, '=', project)
    .where(sql`content.project_id`, '=', project)
  for (const condition of table.filtered?.(query.filters) ?? []) select = select.where(condition)
  return page(
    select as unknown as SelectQueryBuilder<never, never, Entity<R> & object>,
    query,
    orderingOf(resource, table as unknown as ContentTable),
  )
}

function orderingOf(resource: AnyResource, { columns, sorted = {}, order = 'name' }: ContentTable): Ordering {
  const sorts = resource.sorts.map((field) => [field, sorted[field] ?? sql.ref(`content.${columns.fields[field]}`)])
  return {
    columns: Object.fromEntries(sorts),
    id: sql.ref('content.id'),
    order: [{ field: order, descending: false }],
  }
}

/** Writes records by the statements of one, and gives their ids in the order of the drafts. */
export async function addContent<R extends AnyResource>(
  change: Change<Person>,
  resource: R,
  table: ContentTable<R>,
  drafts: readonly { draft: Draft<R>; standing: ContentStanding }[],
): Promise<string[]> {
  const at = instantOf(change.now)
  const rows = drafts.map(
    ({ draft, standing }): NewRow<R> => ({
      draft,
      standing,
      columns: {
        ...givenColumns(resource, table.columns, draft),
        ...table.added?.(change),
        id: uuidv7(),
        customer_id: standing.customer,
        created_at: at,
        created_by: change.actor.id,
        updated_at: at,
      },
    }),
  )
  await (table.insert ?? insertRows(table as unknown as ContentTable))(change, rows)
  const ids = rows.map(({ columns }) => String(columns.id))
  await table.written?.(
    change,
    rows.map(({ draft, standing, columns }) => ({ id: String(columns.id), project: standing.project, given: draft })),
  )
  return ids
}

const insertRows =
  ({ columns: { table } }: ContentTable) =>
  async ({ db }: Change<Person>, rows: readonly NewRow[]): Promise<void> => {
    const names = sql.join(Object.keys(rows[0]?.columns ?? {}).map((column) => sql.ref(column)))
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${jsonOf(rows)}::jsonb)`.execute(db)
  }

/** New rows as the array of objects that `jsonb_to_recordset` and its like take. */
export const jsonOf = (rows: readonly Pick<NewRow, 'columns'>[]): string =>
  JSON.stringify(rows.map(({ columns }) => columns))

/** Changes a record where its version is still the one that was found. */
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
    ...givenColumns(resource, table.columns, patch as object),
    ...(await table.patched?.(change, record as object, patch)),
    updated_at: instantOf(now),
  }
  const set = sql.join(Object.keys(columns).map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`))
  const target = sql.table(table.columns.table)
  const { numAffectedRows = 0n } = await asInUse(
    sql`update ${target} as content set ${set}, version = content.version + 1
      from jsonb_populate_record(null::${target}, ${JSON.stringify(columns)}::jsonb) as given
      where content.id = ${id} and content.version = ${version}`.execute(db),
    // Its states may be those that topics are in; what a topic itself refers to is another matter.
    table.columns.table === 'workflow' ? ['topic_state_fk'] : [],
  )
  if (numAffectedRows === 0n) throw new Problem('stale', { header: 'If-Match' })
  await table.written?.(change, [{ id, project: standingOf(record as object).project, given: patch as object }])
}

/** Removes a record where its version is still the one that was found, and nothing refers to it. */
export async function removeContent<R extends AnyResource>(
  change: Change<Person>,
  table: ContentTable<R>,
  record: Entity<R>,
): Promise<void> {
  if (table.remove) return table.remove(change, record as object)
  const { id, version } = record as Row
  const { numAffectedRows = 0n } = await asInUse(
    sql`delete from ${sql.table(table.columns.table)} where id = ${id} and version = ${version}`.execute(change.db),
    undefined,
  )
  if (numAffectedRows === 0n) throw new Problem('stale', { header: 'If-Match' })
}

/** A statement that takes away what others refer to is refused as such: 409, not the 422 of a reference to nothing. */
async function asInUse<T>(statement: Promise<T>, references: readonly string[] | undefined): Promise<T> {
  return statement.catch((error: unknown) => {
    const constraint = constraintOf(error)
    const isReference = constraint?.endsWith('_fk') && (references?.includes(constraint) ?? true)
    throw isReference ? new Problem('stillInUse') : error
  })
}
