import {
  type EdmType,
  type FeedColumn,
  type FeedTable,
  isPlain,
  plainColumns,
} from '@lintel/contract/exchange/feed-tables'
import { largestODataPage, usualODataPage } from '@lintel/contract/exchange/odata'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database'
import type { FeedRows } from './feed-rows.store'
import type { FilterColumns } from './filter.store'
import { inWords } from './filter-terms.store'

/** A column by which rows are sorted. */
export interface TableOrder {
  column: string
  descending: boolean
}

/** What of a table is asked for. */
export interface TableAsked {
  table: FeedTable
  rows: FeedRows
  filter: RawBuilder<SqlBool> | undefined
  /** By what the rows are sorted first; their key decides where that leaves it open. */
  order: readonly TableOrder[]
}

/** The texts of the columns by which the last row of the page before was sorted. */
export type TablePlace = readonly (string | null)[]

/** Which rows are asked for, and what is read and told by the same statement. */
export interface TablePageAsked {
  columns: readonly string[]
  after: TablePlace | undefined
  limit: number
  /** How many projects are left out, as one row of `omitted` and `stopped`. */
  leftOut?: RawBuilder<unknown> | undefined
  /** Audit events, as `auditRows` makes them: they are kept when the page has come, and no page comes without them. */
  events?: string | undefined
}

export interface LeftOut {
  omitted: number
  stopped: number
}

/** Rows as JSON behind one another, the place of the last one where more follow, and how many projects are left out. */
export interface TablePage {
  records: string
  more: TablePlace | undefined
  leftOut: LeftOut
}

/** The key of the order: a column, where the database finds it, and its type. */
interface Key extends TableOrder {
  sql: RawBuilder<unknown>
  type: EdmType
  isNullable: boolean
}

const databaseTypes = {
  String: 'text',
  Guid: 'uuid',
  Int32: 'integer',
  Int64: 'bigint',
  Boolean: 'boolean',
  DateTimeOffset: 'timestamptz',
  Date: 'date',
} as const satisfies Record<EdmType, string>

/** The plain columns of a table, as filters and orders find them in `row`. */
export const filterColumnsOf = (table: FeedTable): FilterColumns =>
  new Map([...plainColumns(table)].map(([name, column]) => [name, { ...column, sql: shownValue(name, column) }]))

/** A column as it is shown: instants to the millisecond, numbers of a record by their name in it. */
function shownValue(name: string, { type }: FeedColumn): RawBuilder<unknown> {
  const [column = name, part] = name.split('/')
  const value = sql.ref(`row.${column}`)
  if (part !== undefined) return sql`(${value} ->> ${sql.lit(part)})::integer`
  return type === 'DateTimeOffset' ? sql`date_trunc('milliseconds', ${value})` : value
}

/** The columns by which the rows of this table are told apart and, where nothing else is asked, sorted: an index has them. */
const ownOrder = (table: FeedTable, rows: FeedRows): string[] =>
  rows.kind === 'ofProjects' && !table.key.includes('project') ? ['project', ...table.key] : [...table.key]

function keysOf({ table, rows, order }: TableAsked): Key[] {
  const columns = plainColumns(table)
  const own = ownOrder(table, rows)
  const rest = own.filter((name) => !order.some(({ column }) => column === name))
  return [...order, ...rest.map((column) => ({ column, descending: false }))].flatMap(
    ({ column, descending }): Key[] => {
      const found = columns.get(column)
      if (!found) return []
      const value = shownValue(column, found)
      const isWords = found.type === 'String' && !own.includes(column)
      const type = found.type as EdmType
      return [
        { column, descending, sql: isWords ? sql`${value} ${inWords}` : value, type, isNullable: found.isNullable },
      ]
    },
  )
}

/**
 * Some rows of a table after a place, of which as many columns as are named. A page of the table's own order costs the same at any depth.
 * All of it is one statement, on one connection.
 */
export async function tablePage(
  db: Database,
  asked: TableAsked,
  { columns, after, limit, leftOut, events }: TablePageAsked,
): Promise<TablePage> {
  const keys = keysOf(asked)
  const shown = columns.map((name) => {
    const column = asked.table.columns[name]
    const value = sql.ref(`row.${name}`)
    const isInstant = column && isPlain(column) && column.type === 'DateTimeOffset'
    return sql`${isInstant ? inUtc(value) : value} as ${sql.id(name)}`
  })
  const places = keys.map((_, at) => sql.id(`place ${at}`))
  const placed = keys.map(({ sql: value }, at) => sql`(${value})::text as ${sql.id(`place ${at}`)}`)
  // One row more than the page has says whether there is another page.
  const found = sql`select (select row_to_json(shown) from (select ${sql.join(shown)}) as shown)::text as record, ${sql.join(placed)}
    from ${source(asked, keys, after, limit + 1)} order by ${orderOf(keys)} limit ${limitOf(limit + 1)}`
  // The chain of the audit log is locked when all else is read: not before, as others wait for it.
  const { rows } = await sql<{ records: string; place: (string | null)[] | null; hasMore: boolean } & LeftOut>`
    select page.*, ${events === undefined ? sql`null` : sql`audit_append(${events}::jsonb)`} as told from (
      select joined.*, beside.omitted, beside.stopped from (
        select coalesce(string_agg(counted.record, ',') filter (where counted.at <= ${limit}), '') as records,
          (array_agg(json_build_array(${sql.join(places)})) filter (where counted.at = ${limit}))[1] as place,
          count(*) > ${limit} as "hasMore"
        from (select found.*, row_number() over () as at from (${found}) as found) as counted
      ) as joined cross join (${leftOut ?? sql`select 0 as omitted, 0 as stopped`}) as beside offset 0
    ) as page`.execute(db)
  const [page] = rows
  if (!page) throw new Error(`The table of ${asked.table.entity} gave no page`)
  const { records, place, hasMore, omitted, stopped } = page
  return { records, more: hasMore && place ? place : undefined, leftOut: { omitted, stopped } }
}

/** Pages of the sizes that nearly all clients read, with the row that says whether there is another. */
const usualLimits = new Set([100, usualODataPage, largestODataPage].map((size) => size + 1))

/**
 * Written into the statement where the size is a usual one: the database then keeps its plan, and would else make it anew for every
 * page, which takes longer than the page.
 */
const limitOf = (limit: number) => (usualLimits.has(limit) ? sql.lit(limit) : sql`${limit}`)

const inUtc = (value: RawBuilder<unknown>) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** How many rows there are. */
export async function tableCount(db: Database, { rows, filter }: Omit<TableAsked, 'order'>): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from ${joined(rows)} where ${filter ?? sql`true`}`.execute(db)
  return Number(counted[0]?.count ?? 0)
}

const joined = (rows: FeedRows) =>
  rows.kind === 'ofCustomer'
    ? sql`(${rows.rows}) as row`
    : sql`(${rows.projects}) as place cross join lateral (${rows.rows}) as row`

/** The rows beyond the place. In their own order, no more of each project are looked at than the page has. */
function source(asked: TableAsked, keys: readonly Key[], after: TablePlace | undefined, limit: number) {
  const { table, rows, order } = asked
  const filter = asked.filter ?? sql<SqlBool>`true`
  if (rows.kind === 'ofCustomer' || order.length > 0) {
    return sql`${joined(rows)} where ${filter} and ${after ? beyond(keys, after) : sql`true`}`
  }
  const [project = null, last = null] = after ?? []
  const inner = keys[1]
  if (!inner) throw new Error(`The table of ${table.entity} is sorted by its project alone`)
  const isFurther =
    inner.type === 'Guid'
      ? // No id is nothing but noughts: so the index finds where each project goes on.
        sql`${inner.sql} > case when place.id = ${project}::uuid then ${boundTo(inner, last)} else ${idOfNothing} end`
      : sql`(place.id <> ${project}::uuid or ${inner.sql} > ${boundTo(inner, last)})`
  const passed = after ? isFurther : sql`true`
  return sql`(
      select * from (${rows.projects}) as sighted
      where ${after ? sql`sighted.id >= ${project}::uuid` : sql`true`} order by sighted.id
    ) as place cross join lateral (
      select * from (${rows.rows}) as row where ${filter} and ${passed} order by row.project, ${inner.sql} limit ${limitOf(limit)}
    ) as row`
}

const idOfNothing = sql`'00000000-0000-0000-0000-000000000000'::uuid`

const boundTo = ({ type }: Pick<Key, 'type'>, value: string | null) => sql`${value}::${sql.raw(databaseTypes[type])}`

const orderOf = (keys: readonly Key[]) =>
  sql.join(
    keys.map(({ sql: value, descending, isNullable }) => {
      const direction = sql`${value} ${sql.raw(descending ? 'desc' : 'asc')}`
      // Null comes before every value (OData 4.01, 11.2.6.2).
      return isNullable ? sql`${direction} ${sql.raw(descending ? 'nulls last' : 'nulls first')}` : direction
    }),
  )

/** Rows that come after a place, in the order of the keys. */
function beyond(keys: readonly Key[], place: TablePlace): RawBuilder<SqlBool> {
  const [first] = keys
  if (first && keys.length === 1 && !first.isNullable && !first.descending) {
    return sql<SqlBool>`${first.sql} > ${boundTo(first, place[0] ?? null)}`
  }
  const alternatives = keys.map((key, at) => {
    const same = keys
      .slice(0, at)
      .map(
        (earlier, before) => sql`${earlier.sql} is not distinct from ${boundTo(earlier, place[before] ?? null)} and `,
      )
    return sql`(${sql.join(same, sql``)}${later(key, place[at] ?? null)})`
  })
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
}

function later(key: Key, value: string | null): RawBuilder<unknown> {
  if (value === null) return key.descending ? sql`false` : sql`${key.sql} is not null`
  const further = sql`${key.sql} ${sql.raw(key.descending ? '<' : '>')} ${boundTo(key, value)}`
  return key.descending && key.isNullable ? sql`(${further} or ${key.sql} is null)` : further
}
