import {
  type EdmType,
  type FeedColumn,
  type FeedTable,
  isPlain,
  plainColumns,
} from '@lintel/contract/exchange/feed-tables'
import { defaultODataPageSize, maxODataPageSize } from '@lintel/contract/exchange/odata'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database'
import { instantText } from '../../platform/sql-times'
import type { FeedRows } from './feed-rows.store'
import type { FilterColumns } from './filter.store'
import { naturalCollation } from './filter-terms.store'

/** A sort column. */
export interface TableOrder {
  column: string
  descending: boolean
}

/** A query of a table. */
export interface TableQuery {
  table: FeedTable
  rows: FeedRows
  filter: RawBuilder<SqlBool> | undefined
  /** Primary sort columns; the table's key breaks ties. */
  order: readonly TableOrder[]
  /**
   * Number of characters of all sorted texts of a row. Texts are ordered by their beginning: the position of a page's last row holds the
   * sort values, and stands in the URL of the next page.
   */
  sortedLength: number
}

/** The sort values of a row, as text. */
export type RowPosition = readonly (string | null)[]

/** The requested page, with the additional reads and audit events of the same statement. */
export interface TablePageQuery {
  columns: readonly string[]
  after: RowPosition | undefined
  limit: number
  /** Whether Int64 values are written as strings. */
  isIeee754Compatible: boolean
  /** A query of one row with `omitted` and `stopped`, the numbers of omitted projects. */
  omittedCounts?: RawBuilder<unknown> | undefined
  audit: PageAudit
}

/**
 * The audit event of a page, appended in its statement: the page fails when it cannot be stored. On the last page of a list it has the number
 * of all `rows` in `after`, which is not known before (security I6).
 */
interface PageAudit {
  /** The event from `auditRows`. */
  event: string
  /** Whether it is recorded only on the last page. */
  isClosing: boolean
  /** Number of rows of the earlier pages. */
  earlierRows: number
  /** Whether no page follows even if there are more rows. */
  isLast: boolean
}

export interface OmittedCounts {
  omitted: number
  stopped: number
}

/** Rows as comma-separated JSON, the position of the last one if more follow, and the numbers of omitted projects. */
export interface TablePage {
  records: string
  more: RowPosition | undefined
  omittedCounts: OmittedCounts
}

/** A sort key: column, SQL, and type. */
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

/** The plain columns of a table with their SQL, for filters and sorting. */
export const filterColumnsOf = (table: FeedTable): FilterColumns =>
  new Map([...plainColumns(table)].map(([name, column]) => [name, { ...column, sql: outputValue(name, column) }]))

/** SQL of a column's output value: instants in milliseconds, record fields by path. */
function outputValue(name: string, { type }: FeedColumn): RawBuilder<unknown> {
  const [column = name, part] = name.split('/')
  const value = sql.ref(`row.${column}`)
  if (part !== undefined) return sql`(${value} ->> ${sql.lit(part)})::integer`
  return type === 'DateTimeOffset' ? sql`date_trunc('milliseconds', ${value})` : value
}

/** The columns that identify a row, which are also the default order and covered by an index. */
const defaultOrder = (table: FeedTable, rows: FeedRows): string[] =>
  rows.kind === 'ofProjects' && !table.key.includes('project') ? ['project', ...table.key] : [...table.key]

function keysOf({ table, rows, order, ...query }: TableQuery): Key[] {
  const columns = plainColumns(table)
  const own = defaultOrder(table, rows)
  const isSortedText = (column: string) => columns.get(column)?.type === 'String' && !own.includes(column)
  const textCount = order.filter(({ column }) => isSortedText(column)).length
  const sortedLength = sql.lit(Math.floor(query.sortedLength / Math.max(1, textCount)))
  const rest = own.filter((name) => !order.some(({ column }) => column === name))
  return [...order, ...rest.map((column) => ({ column, descending: false }))].flatMap(
    ({ column, descending }): Key[] => {
      const found = columns.get(column)
      if (!found) return []
      // By the id of `scope`, PostgreSQL sorts project by project and stops at the end of the page.
      const value = rows.kind === 'ofProjects' && column === 'project' ? sql`scope.id` : outputValue(column, found)
      const type = found.type as EdmType
      return [
        {
          column,
          descending,
          sql: isSortedText(column) ? sql`left(${value}, ${sortedLength}) ${naturalCollation}` : value,
          type,
          isNullable: found.isNullable,
        },
      ]
    },
  )
}

/**
 * Reads a page of a table after a position, with the selected columns. In the default order the cost does not depend
 * on the depth. Everything is one statement on one connection.
 */
export async function tablePage(
  db: Database,
  query: TableQuery,
  { columns, after, limit, isIeee754Compatible, omittedCounts, audit }: TablePageQuery,
): Promise<TablePage> {
  const keys = keysOf(query)
  const selectedColumns = columns.map((name) => {
    return sql`${writtenValue(name, query.table.columns[name], isIeee754Compatible)} as ${sql.id(name)}`
  })
  const positionColumns = keys.map((_, at) => sql.id(`position ${at}`))
  const positionValues = keys.map(({ sql: value }, at) => sql`(${value})::text as ${sql.id(`position ${at}`)}`)
  // One extra row shows whether there is another page.
  const found = sql`select (select row_to_json(shown) from (select ${sql.join(selectedColumns)}) as shown)::text as record, ${sql.join(positionValues)}
    from ${source(query, keys, after, limit + 1)} order by ${orderOf(keys)} limit ${limitOf(limit + 1)}`
  // The audit chain is locked last, since other transactions wait for it.
  const { rows } = await sql<{ records: string; position: (string | null)[] | null; hasMore: boolean } & OmittedCounts>`
    select page.*, ${appended(audit)} as appended from (
      select joined.*, extras.omitted, extras.stopped from (
        select coalesce(string_agg(counted.record, ',') filter (where counted.at <= ${limit}), '') as records,
          (array_agg(json_build_array(${sql.join(positionColumns)})) filter (where counted.at = ${limit}))[1] as position,
          count(*) > ${limit} as "hasMore", least(count(*), ${limit}) as rows
        from (select found.*, row_number() over () as at from (${found}) as found) as counted
      ) as joined cross join (${omittedCounts ?? sql`select 0 as omitted, 0 as stopped`}) as extras offset 0
    ) as page`.execute(db)
  const [page] = rows
  if (!page) throw new Error(`The table of ${query.table.entity} gave no page`)
  const { records, position, hasMore, omitted, stopped } = page
  return { records, more: hasMore && position ? position : undefined, omittedCounts: { omitted, stopped } }
}

/** SQL of a column as it is written to JSON. */
function writtenValue(name: string, column: FeedColumn | undefined, isIeee754Compatible: boolean) {
  const value = sql.ref(`row.${name}`)
  if (!column || !isPlain(column)) return value
  if (column.type === 'DateTimeOffset') return instantText(value)
  return column.type === 'Int64' && isIeee754Compatible ? sql`${value}::text` : value
}

/** Appends the audit event of the row `page`. */
function appended({ event, isClosing, earlierRows, isLast }: PageAudit): RawBuilder<unknown> {
  const isEnd = sql`(not page."hasMore" or ${isLast}::boolean)`
  const rows = sql`case when ${isEnd} then to_jsonb(${earlierRows}::integer + page.rows) end`
  const append = sql`audit_append(jsonb_set_lax(${event}::jsonb, '{0,after,rows}', ${rows}, true, 'return_target'))`
  return isClosing ? sql`case when ${isEnd} then ${append} end` : append
}

/** Common page sizes plus the extra row. */
const commonLimits = new Set([100, defaultODataPageSize, maxODataPageSize].map((size) => size + 1))

/** Inlines common limits so that PostgreSQL keeps the generic plan; planning each page would take longer than reading it. */
const limitOf = (limit: number) => (commonLimits.has(limit) ? sql.lit(limit) : sql`${limit}`)

/** The number of matching rows. */
export async function tableCount(
  db: Database,
  { rows, filter }: Omit<TableQuery, 'order' | 'sortedLength'>,
): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from ${joinedRows(rows)} where ${filter ?? sql`true`}`.execute(db)
  return Number(counted[0]?.count ?? 0)
}

const joinedRows = (rows: FeedRows) =>
  rows.kind === 'ofCustomer'
    ? sql`(${rows.rows}) as row`
    : sql`(${rows.projects}) as scope cross join lateral (${rows.rows}) as row`

/** The rows after the position. In the default order each project contributes at most a page of rows. */
function source(query: TableQuery, keys: readonly Key[], after: RowPosition | undefined, limit: number) {
  const { table, rows, order } = query
  const filter = query.filter ?? sql<SqlBool>`true`
  if (rows.kind === 'ofCustomer' || order.length > 0) {
    return sql`${joinedRows(rows)} where ${filter} and ${after ? isAfterPosition(keys, after) : sql`true`}`
  }
  const [project = null, last = null] = after ?? []
  const inner = keys[1]
  if (!inner) throw new Error(`The table of ${table.entity} is sorted by its project alone`)
  const isFurther =
    inner.type === 'Guid'
      ? // No id is the nil UUID, so one comparison lets the index find the start in each project.
        sql`${inner.sql} > case when scope.id = ${project}::uuid then ${typedParameter(inner, last)} else ${nilUuid} end`
      : sql`(scope.id <> ${project}::uuid or ${inner.sql} > ${typedParameter(inner, last)})`
  const passed = after ? isFurther : sql`true`
  return sql`(
      select * from (${rows.projects}) as visible
      where ${after ? sql`visible.id >= ${project}::uuid` : sql`true`} order by visible.id
    ) as scope cross join lateral (
      select * from (${rows.rows}) as row where ${filter} and ${passed} order by row.project, ${inner.sql} limit ${limitOf(limit)}
    ) as row`
}

const nilUuid = sql`'00000000-0000-0000-0000-000000000000'::uuid`

const typedParameter = ({ type }: Pick<Key, 'type'>, value: string | null) =>
  sql`${value}::${sql.raw(databaseTypes[type])}`

const orderOf = (keys: readonly Key[]) =>
  sql.join(
    keys.map(({ sql: value, descending, isNullable }) => {
      const direction = sql`${value} ${sql.raw(descending ? 'desc' : 'asc')}`
      // Null comes before every value (OData 4.01, 11.2.6.2).
      return isNullable ? sql`${direction} ${sql.raw(descending ? 'nulls last' : 'nulls first')}` : direction
    }),
  )

/** True for rows after the position in the order of the keys. */
function isAfterPosition(keys: readonly Key[], position: RowPosition): RawBuilder<SqlBool> {
  const [first] = keys
  if (first && keys.length === 1 && !first.isNullable && !first.descending) {
    return sql<SqlBool>`${first.sql} > ${typedParameter(first, position[0] ?? null)}`
  }
  const alternatives = keys.map((key, at) => {
    const same = keys
      .slice(0, at)
      .map(
        (earlier, before) =>
          sql`${earlier.sql} is not distinct from ${typedParameter(earlier, position[before] ?? null)} and `,
      )
    return sql`(${sql.join(same, sql``)}${isKeyAfter(key, position[at] ?? null)})`
  })
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
}

function isKeyAfter(key: Key, value: string | null): RawBuilder<unknown> {
  if (value === null) return key.descending ? sql`false` : sql`${key.sql} is not null`
  const further = sql`${key.sql} ${sql.raw(key.descending ? '<' : '>')} ${typedParameter(key, value)}`
  return key.descending && key.isNullable ? sql`(${further} or ${key.sql} is null)` : further
}
