import { type FeedTable, plainColumns } from '@lintel/contract/exchange/feed-tables'
import { largestODataPage, usualODataPage } from '@lintel/contract/exchange/odata'
import { Problem } from '@lintel/contract/problems'
import type { TableOrder } from './table-page.store'

/** The options of a request, as they are written. */
export type ODataOptions = Readonly<Record<string, unknown>>

/** Options of OData's own, which may be written without their `$` (OData 4.01); others belong to nobody and change nothing. */
const systemOptions: ReadonlySet<string> = new Set(
  ['apply', 'compute', 'count', 'deltatoken', 'expand', 'filter', 'format', 'id', 'index', 'levels', 'orderby'].concat([
    'schemaversion',
    'search',
    'select',
    'skip',
    'skiptoken',
    'top',
  ]),
)

/** Throws 501 for an option that an address does not know: what would silently change nothing gives wrong reports. */
export function refuseOtherOptions(options: ODataOptions, known: readonly string[]): void {
  for (const option of Object.keys(options)) {
    const isSystem = /^[$@]/.test(option) || systemOptions.has(option.toLowerCase())
    if (isSystem && !known.includes(option)) {
      throw new Problem('notImplemented', { parameter: option, detail: `The option ${option} is not offered` })
    }
  }
}

const wrong = (parameter: string, detail: string) => new Problem('invalidParameter', { parameter, detail })

/** The columns of `$select`, all where it is left out. */
export function selectedColumns({ columns }: FeedTable, select: string | undefined): string[] {
  const all = Object.keys(columns)
  if (select === undefined || select.trim() === '*') return all
  const named = new Set(select.split(',').map((name) => name.trim()))
  const unknown = [...named].find((name) => !Object.hasOwn(columns, name))
  if (unknown !== undefined) throw wrong('$select', `There is no column ${JSON.stringify(unknown.slice(0, 80))}`)
  return all.filter((name) => named.has(name))
}

const mostOrders = 8

/** The columns of `$orderby`. */
export function orderOf(table: FeedTable, orderby: string | undefined): TableOrder[] {
  if (orderby === undefined || orderby.trim() === '') return []
  const plain = plainColumns(table)
  const order = orderby.split(',').map((part): TableOrder => {
    const [column = '', direction = 'asc', more] = part.trim().split(/\s+/)
    if (!plain.has(column))
      throw wrong('$orderby', `There is no column ${JSON.stringify(column.slice(0, 80))} to sort by`)
    if ((direction !== 'asc' && direction !== 'desc') || more !== undefined) {
      throw wrong('$orderby', `After a column stands asc or desc`)
    }
    return { column, descending: direction === 'desc' }
  })
  if (order.length > mostOrders) throw wrong('$orderby', `At most ${mostOrders} columns are sorted by`)
  if (new Set(order.map(({ column }) => column)).size < order.length) {
    throw wrong('$orderby', 'A column is named twice')
  }
  return order
}

/** The number of `$top`; undefined where it is left out. */
export function topOf(top: string | undefined): number | undefined {
  if (top === undefined) return undefined
  if (!/^\d{1,15}$/.test(top)) throw wrong('$top', 'It is a whole number')
  return Number(top)
}

/** Whether `$count` asks for the number of rows beside them. */
export function wantsCount(count: string | undefined): boolean {
  if (count === undefined || count === 'false') return false
  if (count !== 'true') throw wrong('$count', 'It is true or false')
  return true
}

/** How many rows a page has: as many as the client prefers, up to a limit. */
export function pageSizeOf(prefer: string | string[] | undefined): { size: number; isPreferred: boolean } {
  const preferred = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?/i.exec(String(prefer ?? ''))?.[1]
  const size = Number(preferred ?? 0)
  return size > 0
    ? { size: Math.min(size, largestODataPage), isPreferred: true }
    : { size: usualODataPage, isPreferred: false }
}

/** The value of each column of a table's key, as it stands in parentheses behind the table's name: `(1)` or `(a=1,b='x')`. */
export function keyFilter({ key, columns }: FeedTable, text: string): string {
  const values = [...text.matchAll(/\s*(?:([A-Za-z]\w*)\s*=)?\s*('(?:[^']|'')*'|[\w.:+-]+)\s*(?:,|$)/gy)]
  // Clients that have not read the types write every key as a text.
  const literalOf = (column: string, value = '') =>
    columns[column]?.type === 'Guid' ? value.replace(/^'([\da-f-]{36})'$/i, '$1') : value
  const named = values.map(
    ([, name = key.length === 1 ? (key[0] ?? '') : '', value]) => `${name} eq ${literalOf(name, value)}`,
  )
  const isWhole = values.reduce((length, [match]) => length + match.length, 0) === text.length
  const isKey = key.every((column) => named.some((condition) => condition.startsWith(`${column} eq `)))
  if (!isWhole || named.length !== key.length || !isKey) throw new Problem('notFound')
  return named.join(' and ')
}
