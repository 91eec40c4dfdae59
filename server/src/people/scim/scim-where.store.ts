import { inUtc } from '@lintel/contract/jsonapi/fields'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isUuid } from '../../platform/rows'
import type { Filter, FilterValue } from './scim-filter'
import { refused } from './scim-problem'

/** A column that filters and orders may name. */
export interface FilterColumn {
  value: RawBuilder<unknown>
  /** An `id` is a uuid, so that an index serves. */
  type: 'text' | 'boolean' | 'time' | 'id'
  /** Letters of one case only: compared as they are, so that an index serves. */
  isLowerCase?: true
  caseExact?: true
  /** The column is of rows beside the resource's, one for each element: the condition that it holds of one of them. */
  ofSome?: (condition: RawBuilder<SqlBool>) => RawBuilder<SqlBool>
}

/** Columns by the path of their attribute, in lower case. */
export type FilterColumns = Readonly<Record<string, FilterColumn>>

/**
 * A filter as a condition with its values bound. Null is a value like another, as in RFC 7644: what has none is not equal to anything, and
 * `not` turns that round. Throws `invalidFilter` for an attribute that is not among the columns, and for values of another type.
 */
export const whereOf = (filter: Filter, columns: FilterColumns): RawBuilder<SqlBool> =>
  conditionOf(filter, columns, (column) => column.ofSome ?? same)

/** The same about one element of the multi-valued attribute, whose columns are at hand: its parts are named without it. */
export const whereElement = (filter: Filter, attribute: string, columns: FilterColumns): RawBuilder<SqlBool> =>
  conditionOf(inElement(filter, attribute), columns, () => same)

/** Says of which rows a condition on a column is. */
type Wrap = (column: FilterColumn) => (condition: RawBuilder<SqlBool>) => RawBuilder<SqlBool>

const same = (condition: RawBuilder<SqlBool>) => condition

function conditionOf(filter: Filter, columns: FilterColumns, wrap: Wrap): RawBuilder<SqlBool> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const [left, right] = filter.of.map((one) => conditionOf(one, columns, wrap))
      return filter.kind === 'and' ? sql<SqlBool>`(${left} and ${right})` : sql<SqlBool>`(${left} or ${right})`
    }
    case 'not':
      return sql<SqlBool>`(not coalesce(${conditionOf(filter.of, columns, wrap)}, false))`
    case 'element':
      return wrap(columnOf(filter.path, columns))(whereElement(filter.of, filter.path, columns))
    default: {
      const column = columnOf(filter.path, columns)
      const isPresent = wrap(column)(sql<SqlBool>`(${column.value} is not null)`)
      if (filter.kind === 'present') return isPresent
      if (filter.value !== null) return wrap(column)(comparison(column, { ...filter, value: filter.value }))
      if (filter.by === 'eq') return sql<SqlBool>`(not ${isPresent})`
      if (filter.by === 'ne') return isPresent
      throw refused('invalidFilter', `${filter.path} is compared with null by “eq” and “ne” alone`)
    }
  }
}

/** The column that a filter names. */
function columnOf(path: string, columns: FilterColumns): FilterColumn {
  const column = Object.hasOwn(columns, path) ? columns[path] : undefined
  if (!column) throw refused('invalidFilter', `${path} is no attribute that can be asked for`)
  return column
}

/** What a list is ordered by: letters of either case alike, and what has no value last, or first where it descends (RFC 7644, 3.4.2.3). */
export function orderOf(path: string, isDescending: boolean, columns: FilterColumns): RawBuilder<unknown> {
  const { value, type, caseExact, isLowerCase, ofSome } = columnOf(path, columns)
  if (ofSome) throw refused('invalidFilter', `${path} has many values: it is no order`)
  const order = type === 'text' && !caseExact && !isLowerCase ? sql`lower(${value})` : value
  return isDescending ? sql`${order} desc` : order
}

/** What is asked of the parts of an element is asked of columns. */
function inElement(filter: Filter, path: string): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, of: [inElement(filter.of[0], path), inElement(filter.of[1], path)] }
    case 'not':
      return { kind: 'not', of: inElement(filter.of, path) }
    case 'element':
      throw refused('invalidFilter', 'Brackets do not stand in brackets')
    default:
      return { ...filter, path: `${path}.${filter.path}` }
  }
}

const operators = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

function comparison(
  column: FilterColumn,
  { path, by, value }: Filter & { kind: 'compare'; value: NonNullable<FilterValue> },
): RawBuilder<SqlBool> {
  if (column.type === 'id' && (by === 'eq' || by === 'ne') && typeof value === 'string') {
    if (!isUuid(value)) return sql<SqlBool>`${by === 'ne'}::boolean`
    return by === 'eq'
      ? sql<SqlBool>`(${column.value} = ${value}::uuid)`
      : sql<SqlBool>`(${column.value} <> ${value}::uuid)`
  }
  const wanted = boundOf(column, path, value)
  const isText = column.type === 'text' || column.type === 'id'
  const own = ownOf(column)
  if (by === 'eq') return sql<SqlBool>`(${own} = ${wanted})`
  if (by === 'ne') return sql<SqlBool>`(${own} is distinct from ${wanted})`
  if (by === 'co' || by === 'sw' || by === 'ew') {
    if (!isText) throw refused('invalidFilter', `${path} is no text`)
    if (by === 'co') return sql<SqlBool>`(strpos(${own}, ${wanted}) > 0)`
    if (by === 'sw') return sql<SqlBool>`(starts_with(${own}, ${wanted}))`
    return sql<SqlBool>`(right(${own}, length(${wanted})) = ${wanted})`
  }
  if (column.type === 'boolean') throw refused('invalidFilter', `${path} is true or false: it has no order`)
  return sql<SqlBool>`(${own} ${operators[by]} ${wanted})`
}

/** A time as XML Schema writes it, or a day alone. */
const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/i

/** A column as it is compared: texts without their case, unless it counts. */
function ownOf({ type, value, caseExact, isLowerCase }: FilterColumn): RawBuilder<unknown> {
  if (type === 'id') return sql`${value}::text`
  return type === 'text' && !caseExact && !isLowerCase ? sql`lower(${value})` : value
}

function boundOf(
  { type, caseExact }: FilterColumn,
  path: string,
  value: NonNullable<FilterValue>,
): RawBuilder<unknown> {
  if (type === 'boolean' && typeof value === 'boolean') return sql`${value}::boolean`
  if ((type === 'text' || type === 'id') && typeof value === 'string')
    return sql`${caseExact ? value : value.toLowerCase()}::text`
  if (type === 'time' && typeof value === 'string' && isTime.test(value)) {
    // A time without its zone is one of UTC, wherever this runs.
    const at = inUtc(/T[\d:.]+$/i.test(value) ? `${value}Z` : value)
    if (at !== undefined) return sql`${at}::timestamptz`
  }
  throw refused(
    'invalidFilter',
    `${path} is compared with a ${{ text: 'text', id: 'text', boolean: 'boolean', time: 'time' }[type]}`,
  )
}
