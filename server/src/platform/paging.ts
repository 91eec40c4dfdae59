import { defaultPageSize, type ListQuery, type Sort } from '@lintel/contract/jsonapi/query'
import { defaultMaxPageSize } from '@lintel/contract/jsonapi/resource'
import { Problem } from '@lintel/contract/problems'
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import pg from 'pg'

/** A page of a list. `total` counts the whole list; cursors are null at its ends. */
export interface ListPage<T> {
  records: T[]
  total: number
  next: string | null
  previous: string | null
}

/**
 * The possible orders of a list: the SQL expression of each sort field (never null; use coalesce), and the id that
 * makes every order total. `order` is the default. A null field of a record stands for its coalesce value in a cursor:
 * an empty text, or its value in `empty` (`-infinity`).
 */
export interface Ordering {
  columns: Record<string, RawBuilder<unknown>>
  empty?: Record<string, string | number>
  /** For fields with another sort key: the name under which the select returns that. */
  sortKey?: Record<string, string>
  /** For a composite id: each column by its name in the select. */
  id: RawBuilder<unknown> | Readonly<Record<string, RawBuilder<unknown>>>
  order: readonly Sort[]
}

/** Rows per statement of an export. */
export const exportPageSize = 1_000

/**
 * Usual page sizes, which are literals in the statement: with a parameter, the planner replans each page, which takes a
 * third as long as fetching it. Other sizes are parameters, to limit the number of prepared statements.
 */
const commonSizes: ReadonlySet<number> = new Set([defaultPageSize, 100, defaultMaxPageSize, exportPageSize])

/**
 * Shares a total among requests for the same list; `serve` adds it to each list query. `list` identifies the count by
 * its statement and parameters, so other access rights are another list.
 */
export interface TotalSharing {
  share?: (list: string, count: () => Promise<number>) => Promise<number>
}

// Kysely's builder is generic over tables that paging has no interest in.
// biome-ignore lint/suspicious/noExplicitAny: any select can be paged
type Select<Row> = SelectQueryBuilder<any, any, Row>

/** A simpler select with the row count of the list, and one of the rows to subtract from it. */
export interface CountQuery {
  all: Select<unknown>
  without?: Select<unknown>
}

interface Key {
  field: string
  /** The name of the sort key in the record. */
  sortKey: string
  column: RawBuilder<unknown>
  descending: boolean
  empty: string | number
}

interface Cursor {
  /** The order of the list: a cursor is invalid with another one. */
  order: string
  values: unknown[]
  total: number
}

/**
 * Runs a select as a keyset page. The select must contain `id` and every sort field under its wire name. The list is
 * counted only on its first page and the total stored in the cursors, so that all pages cost the same. `counted` is a
 * cheaper select to count, or a function that makes it when needed. Throws 400 `invalidCursor`.
 */
export async function page<Row extends object>(
  select: Select<Row>,
  { sort, page, share = (_list, count) => count() }: Pick<ListQuery, 'sort' | 'page'> & TotalSharing,
  ordering: Ordering,
  counted: CountQuery | (() => CountQuery) = { all: select },
): Promise<ListPage<Row>> {
  const { keys, cursor, backwards, afterCursor, order, limit } = pageQueryOf({ sort, page }, ordering)
  const rows = await (afterCursor ? select.where(afterCursor) : select)
    .orderBy(order)
    .limit(limit)
    .execute()
    .catch((error: unknown) => {
      throw cursor && isInvalidValue(error) ? new Problem('invalidCursor') : error
    })
  const more = rows.length > page.size
  const records = rows.slice(0, page.size)
  if (backwards) records.reverse()
  const total =
    cursor?.total ?? (more ? await totalOf(typeof counted === 'function' ? counted() : counted, share) : records.length)
  const cursorOf = (record: Row | undefined) => (record ? writeCursor(keys, record, total) : null)
  return {
    records,
    total,
    next: (backwards ? cursor : more) ? cursorOf(records.at(-1)) : null,
    previous: (backwards ? more : cursor) ? cursorOf(records[0]) : null,
  }
}

/** The keyset condition, order and limit of a page. */
export interface PageQuery {
  keys: readonly Key[]
  cursor: Cursor | undefined
  /** The page before the cursor. */
  backwards: boolean
  /** The condition for rows after the cursor; undefined on the first page. */
  afterCursor: Expression<SqlBool> | undefined
  order: RawBuilder<unknown>
  /** One row more than the page size, to detect a further page. */
  limit: number | RawBuilder<number>
}

/**
 * The page that a query requests in this ordering. Fragments of a statement can use it to restrict themselves to the
 * page. Throws 400 `invalidCursor`.
 */
export function pageQueryOf(
  { sort, page: { size, after, before } }: Pick<ListQuery, 'sort' | 'page'>,
  ordering: Ordering,
): PageQuery {
  const keys = keysOf(sort.length > 0 ? sort : ordering.order, ordering)
  const cursor = readCursor(after ?? before, keys)
  const backwards = before !== undefined
  const directed = backwards ? keys.map((key) => ({ ...key, descending: !key.descending })) : keys
  const order = directed.map(({ column, descending }) => sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`)
  return {
    keys,
    cursor,
    backwards,
    afterCursor: cursor && afterCursor(directed, cursor.values),
    order: sql.join(order),
    limit: commonSizes.has(size) ? sql.lit(size + 1) : size + 1,
  }
}

function keysOf(sort: readonly Sort[], { columns, empty = {}, sortKey = {}, id }: Ordering): Key[] {
  const parts: Readonly<Record<string, RawBuilder<unknown>>> = isColumn(id) ? { id } : id
  const keys = sort.flatMap(({ field, descending }): Key[] => {
    const column = parts[field] ?? columns[field]
    return column ? [{ field, sortKey: sortKey[field] ?? field, column, descending, empty: empty[field] ?? '' }] : []
  })
  const descending = keys.at(-1)?.descending ?? false
  const missing = Object.entries(parts).filter(([part]) => !keys.some(({ field }) => field === part))
  return [...keys, ...missing.map(([field, column]) => ({ field, sortKey: field, column, descending, empty: '' }))]
}

const isColumn = (id: Ordering['id']): id is RawBuilder<unknown> => 'isRawBuilder' in id

/** A cursor value is invalid for the type of its column (format, range, encoding). */
const isInvalidValue = (error: unknown) =>
  error instanceof pg.DatabaseError && /^22(P02|003|007|008|021)$/.test(error.code ?? '')

/**
 * The condition for rows after the cursor: a row comparison if all keys have one direction (it can use an index), else
 * spelled out.
 */
function afterCursor(keys: readonly Key[], values: readonly unknown[]): Expression<SqlBool> {
  if (keys.every(({ descending }) => descending === keys[0]?.descending)) {
    const columns = sql.join(keys.map(({ column }) => column))
    const operator = sql.raw(keys[0]?.descending ? '<' : '>')
    return sql<SqlBool>`(${columns}) ${operator} (${sql.join([...values])})`
  }
  const alternatives = keys.map(({ column, descending }, at) => {
    const equal = keys.slice(0, at).map((key, earlier) => sql`${key.column} = ${values[earlier]} and `)
    return sql`(${sql.join(equal, sql``)}${column} ${sql.raw(descending ? '<' : '>')} ${values[at]})`
  })
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
}

const countOf = (select: Select<unknown>) =>
  select.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'))

/**
 * Counts the shared list and subtracts the rows of `without`, in at most one statement: together, or only `without` if
 * the shared total is cached.
 */
async function totalOf({ all, without }: CountQuery, share: NonNullable<TotalSharing['share']>): Promise<number> {
  const countAll = countOf(all)
  const { sql: statement, parameters } = countAll.compile()
  let excluded = without ? undefined : 0
  const total = await share(JSON.stringify([statement, parameters]), async () => {
    if (!without) return Number((await countAll.executeTakeFirstOrThrow()).total)
    const both = await countAll.select(sql<number>`(${countOf(without)})`.as('excluded')).executeTakeFirstOrThrow()
    excluded = Number(both.excluded)
    return Number(both.total)
  })
  if (without) excluded ??= Number((await countOf(without).executeTakeFirstOrThrow()).total)
  return total - (excluded ?? 0)
}

const orderOf = (keys: readonly Key[]) => keys.map(({ field, descending }) => (descending ? `-${field}` : field)).join()

const writeCursor = (keys: readonly Key[], record: object, total: number): string => {
  const values = keys.map(({ sortKey, empty }) => (record as Record<string, unknown>)[sortKey] ?? empty)
  return Buffer.from(JSON.stringify({ order: orderOf(keys), values, total } satisfies Cursor)).toString('base64url')
}

function readCursor(text: string | undefined, keys: readonly Key[]): Cursor | undefined {
  if (text === undefined) return undefined
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor
    const arePrimitive = cursor.values.every(
      (value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
    )
    if (
      cursor.order === orderOf(keys) &&
      cursor.values.length === keys.length &&
      arePrimitive &&
      Number.isSafeInteger(cursor.total) &&
      cursor.total >= 0
    ) {
      return cursor
    }
  } catch {
    // Not a cursor of ours: the same failure as for a cursor of another order.
  }
  throw new Problem('invalidCursor')
}
