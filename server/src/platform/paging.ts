import { defaultPageSize, type ListQuery, type Sort } from '@lintel/contract/jsonapi/query'
import { largestPageSize } from '@lintel/contract/jsonapi/resource'
import { Problem } from '@lintel/contract/problems'
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import pg from 'pg'

/** One page of a list. `total` counts the whole list; cursors are null at its ends. */
export interface Listed<T> {
  records: T[]
  total: number
  next: string | null
  previous: string | null
}

/**
 * How a list can be ordered: for each sort field the SQL it stands for (never null: wrap it in coalesce), and the id
 * that makes every order total. `order` is used when the query names none. A field that is null in a record takes the
 * place of what its coalesce says: an empty text, or what `empty` has for it (`-infinity`).
 */
export interface Ordering {
  columns: Record<string, RawBuilder<unknown>>
  empty?: Record<string, string | number>
  /** Of fields that are ordered by something else than they say: the name under which the select carries what they are ordered by. */
  carried?: Record<string, string>
  /** Of an id made of several columns: each of them, under the name that the select carries it by. */
  id: RawBuilder<unknown> | Readonly<Record<string, RawBuilder<unknown>>>
  order: readonly Sort[]
}

/** Rows that an export reads by one statement. */
export const exportPageSize = 1_000

/**
 * Sizes of pages that screens, most clients and exports ask for. They stand in the statement itself: a planner that does not
 * know how few rows are wanted plans each page anew, which takes as long as a third of fetching it. Other sizes are
 * parameters, so that there are never more than a few statements for the database to keep.
 */
const usualSizes: ReadonlySet<number> = new Set([defaultPageSize, 100, largestPageSize, exportPageSize])

/**
 * How a total is found once for many who ask for the same list: `serve` adds it to the query of each list. `list` is the statement that
 * counts it, with its parameters: whoever asks by other rights asks another statement.
 */
export interface TotalSharing {
  share?: (list: string, count: () => Promise<number>) => Promise<number>
}

// Kysely's builder is generic over tables that paging has no interest in.
// biome-ignore lint/suspicious/noExplicitAny: any select can be paged
type Select<Row> = SelectQueryBuilder<any, any, Row>

/** A plainer select with as many rows as the list, and one with those that are not in the list after all. */
export interface CountedBy {
  all: Select<unknown>
  without?: Select<unknown>
}

interface Key {
  field: string
  /** Under which name a record has what it is ordered by. */
  carried: string
  column: RawBuilder<unknown>
  descending: boolean
  empty: string | number
}

interface Cursor {
  /** The order it belongs to, so that it is not used with another. */
  order: string
  values: unknown[]
  total: number
}

/**
 * Runs a select as one keyset page. The select must carry `id` and every sort field under its wire name. The list is
 * counted once, on its first page; later pages carry the count in their cursor, so that a page costs the same
 * anywhere in a list of any length. The last parameter is what is counted, where that is not the list itself; a function makes it
 * for the pages that count. Throws 400
 * `invalidCursor`.
 */
export async function page<Row extends object>(
  select: Select<Row>,
  { sort, page, share = (_list, count) => count() }: Pick<ListQuery, 'sort' | 'page'> & TotalSharing,
  ordering: Ordering,
  counted: CountedBy | (() => CountedBy) = { all: select },
): Promise<Listed<Row>> {
  const { keys, cursor, backwards, beyond, order, limit } = stepOf({ sort, page }, ordering)
  const rows = await (beyond ? select.where(beyond) : select)
    .orderBy(order)
    .limit(limit)
    .execute()
    .catch((error: unknown) => {
      throw cursor && isUnfitValue(error) ? new Problem('invalidCursor') : error
    })
  const more = rows.length > page.size
  const records = rows.slice(0, page.size)
  if (backwards) records.reverse()
  const total =
    cursor?.total ?? (more ? await totalOf(typeof counted === 'function' ? counted() : counted, share) : records.length)
  const at = (record: Row | undefined) => (record ? writeCursor(keys, record, total) : null)
  return {
    records,
    total,
    next: (backwards ? cursor : more) ? at(records.at(-1)) : null,
    previous: (backwards ? more : cursor) ? at(records[0]) : null,
  }
}

/** The part of a list that a query asks for. */
export interface PageStep {
  keys: readonly Key[]
  cursor: Cursor | undefined
  /** It goes towards the beginning of the list. */
  backwards: boolean
  /** True beyond the cursor; undefined on a first page. */
  beyond: Expression<SqlBool> | undefined
  order: RawBuilder<unknown>
  /** One row more than is shown. */
  limit: number | RawBuilder<number>
}

/**
 * The part that a query asks for in this ordering. Parts of the list's statement that are cut to it by themselves keep a page from
 * looking at the whole list. Throws 400 `invalidCursor`.
 */
export function stepOf(
  { sort, page: { size, after, before } }: Pick<ListQuery, 'sort' | 'page'>,
  ordering: Ordering,
): PageStep {
  const keys = keysOf(sort.length > 0 ? sort : ordering.order, ordering)
  const cursor = readCursor(after ?? before, keys)
  const backwards = before !== undefined
  const directed = backwards ? keys.map((key) => ({ ...key, descending: !key.descending })) : keys
  const order = directed.map(({ column, descending }) => sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`)
  return {
    keys,
    cursor,
    backwards,
    beyond: cursor && beyond(directed, cursor.values),
    order: sql.join(order),
    limit: usualSizes.has(size) ? sql.lit(size + 1) : size + 1,
  }
}

function keysOf(sort: readonly Sort[], { columns, empty = {}, carried = {}, id }: Ordering): Key[] {
  const parts: Readonly<Record<string, RawBuilder<unknown>>> = isColumn(id) ? { id } : id
  const keys = sort.flatMap(({ field, descending }): Key[] => {
    const column = parts[field] ?? columns[field]
    return column ? [{ field, carried: carried[field] ?? field, column, descending, empty: empty[field] ?? '' }] : []
  })
  const descending = keys.at(-1)?.descending ?? false
  const missing = Object.entries(parts).filter(([part]) => !keys.some(({ field }) => field === part))
  return [...keys, ...missing.map(([field, column]) => ({ field, carried: field, column, descending, empty: '' }))]
}

const isColumn = (id: Ordering['id']): id is RawBuilder<unknown> => 'isRawBuilder' in id

/** A value of the cursor cannot be of its column's type (bad text, number or time out of range, encoding). */
const isUnfitValue = (error: unknown) =>
  error instanceof pg.DatabaseError && /^22(P02|003|007|008|021)$/.test(error.code ?? '')

/** Rows after the cursor: one row comparison where all keys go one way (an index can serve it), else spelled out. */
function beyond(keys: readonly Key[], values: readonly unknown[]): Expression<SqlBool> {
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
 * What many share is counted once for all of them; what is left out of it for one is counted in the same statement, or in one of its
 * own where the shared total is known already. It is one statement at most.
 */
async function totalOf({ all, without }: CountedBy, share: NonNullable<TotalSharing['share']>): Promise<number> {
  const whole = countOf(all)
  const { sql: statement, parameters } = whole.compile()
  let leftOut = without ? undefined : 0
  const total = await share(JSON.stringify([statement, parameters]), async () => {
    if (!without) return Number((await whole.executeTakeFirstOrThrow()).total)
    const both = await whole.select(sql<number>`(${countOf(without)})`.as('leftOut')).executeTakeFirstOrThrow()
    leftOut = Number(both.leftOut)
    return Number(both.total)
  })
  if (without) leftOut ??= Number((await countOf(without).executeTakeFirstOrThrow()).total)
  return total - (leftOut ?? 0)
}

const orderOf = (keys: readonly Key[]) => keys.map(({ field, descending }) => (descending ? `-${field}` : field)).join()

const writeCursor = (keys: readonly Key[], record: object, total: number): string => {
  const values = keys.map(({ carried, empty }) => (record as Record<string, unknown>)[carried] ?? empty)
  return Buffer.from(JSON.stringify({ order: orderOf(keys), values, total } satisfies Cursor)).toString('base64url')
}

function readCursor(text: string | undefined, keys: readonly Key[]): Cursor | undefined {
  if (text === undefined) return undefined
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor
    const simple = cursor.values.every(
      (value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
    )
    if (
      cursor.order === orderOf(keys) &&
      cursor.values.length === keys.length &&
      simple &&
      Number.isSafeInteger(cursor.total) &&
      cursor.total >= 0
    ) {
      return cursor
    }
  } catch {
    // Not ours, whatever it is: the same answer as for a cursor of another order.
  }
  throw new Problem('invalidCursor')
}
