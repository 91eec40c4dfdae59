import { type FeedTable, plainColumns } from '@lintel/contract/exchange/feed-tables'
import { defaultODataPageSize, maxODataPageSize } from '@lintel/contract/exchange/odata'
import { Problem } from '@lintel/contract/problems'
import type { TableOrder } from './table-page.store'

/** The query options of a request, unparsed. */
export type ODataOptions = Readonly<Record<string, unknown>>

/** OData system query options, which may omit the `$` (OData 4.01); custom options are ignored. */
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

/** Throws 501 for an unsupported system option: ignoring it would silently give wrong results. */
export function refuseUnsupportedOptions(options: ODataOptions, known: readonly string[]): void {
  for (const option of Object.keys(options)) {
    const isSystem = /^[$@]/.test(option) || systemOptions.has(option.toLowerCase())
    if (isSystem && !known.includes(option)) {
      throw new Problem('notImplemented', { parameter: option, detail: `The option ${option} is not offered` })
    }
  }
}

const invalidParameter = (parameter: string, detail: string) => new Problem('invalidParameter', { parameter, detail })

/** The columns of `$select`; all by default. */
export function selectedColumns({ columns }: FeedTable, select: string | undefined): string[] {
  const all = Object.keys(columns)
  if (select === undefined || select.trim() === '*') return all
  const named = new Set(select.split(',').map((name) => name.trim()))
  const unknown = [...named].find((name) => !Object.hasOwn(columns, name))
  if (unknown !== undefined)
    throw invalidParameter('$select', `There is no column ${JSON.stringify(unknown.slice(0, 80))}`)
  return all.filter((name) => named.has(name))
}

const maxSortColumns = 8

/** The columns of `$orderby`. */
export function parseOrderBy(table: FeedTable, orderby: string | undefined): TableOrder[] {
  if (orderby === undefined || orderby.trim() === '') return []
  const plain = plainColumns(table)
  const order = orderby.split(',').map((part): TableOrder => {
    const [column = '', direction = 'asc', more] = part.trim().split(/\s+/)
    if (!plain.has(column))
      throw invalidParameter('$orderby', `There is no column ${JSON.stringify(column.slice(0, 80))} to sort by`)
    if ((direction !== 'asc' && direction !== 'desc') || more !== undefined) {
      throw invalidParameter('$orderby', `After a column stands asc or desc`)
    }
    return { column, descending: direction === 'desc' }
  })
  if (order.length > maxSortColumns)
    throw invalidParameter('$orderby', `At most ${maxSortColumns} columns are sorted by`)
  if (new Set(order.map(({ column }) => column)).size < order.length) {
    throw invalidParameter('$orderby', 'A column is named twice')
  }
  return order
}

/** The value of `$top`; undefined when omitted. */
export function parseTop(top: string | undefined): number | undefined {
  if (top === undefined) return undefined
  if (!/^\d{1,15}$/.test(top)) throw invalidParameter('$top', 'It is a whole number')
  return Number(top)
}

/** Whether `$count` requests the total number of rows. */
export function parseCount(count: string | undefined): boolean {
  if (count === undefined || count === 'false') return false
  if (count !== 'true') throw invalidParameter('$count', 'It is true or false')
  return true
}

/** The page size: the client's preference up to a maximum, else the default. */
export function parsePageSize(prefer: string | string[] | undefined): { size: number; isPreferred: boolean } {
  const preferred = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?/i.exec(String(prefer ?? ''))?.[1]
  const size = Number(preferred ?? 0)
  return size > 0
    ? { size: Math.min(size, maxODataPageSize), isPreferred: true }
    : { size: defaultODataPageSize, isPreferred: false }
}

/** The filter of a key predicate in parentheses: `(1)` or `(a=1,b='x')`. */
export function keyFilter({ key, columns }: FeedTable, text: string): string {
  const values = [...text.matchAll(/\s*(?:([A-Za-z]\w*)\s*=)?\s*('(?:[^']|'')*'|[\w.:+-]+)\s*(?:,|$)/gy)]
  // Clients that ignore the metadata quote every key value.
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
