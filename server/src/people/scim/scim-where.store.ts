import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Filter, FilterValue } from './scim-filter'
import { refused } from './scim-problem'

/** A column that filters and orders may name. */
export interface FilterColumn {
  value: RawBuilder<unknown>
  type: 'text' | 'boolean' | 'time'
  /** Letters of one case only: compared as they are, so that an index serves. */
  isLowerCase?: true
  caseExact?: true
}

/** Columns by the path of their attribute, in lower case. */
export type FilterColumns = Readonly<Record<string, FilterColumn>>

/**
 * A filter as a condition with its values bound. Null is a value like another, as in RFC 7644: what has none is not equal to anything, and
 * `not` turns that round. Throws `invalidFilter` for an attribute that is not among the columns, and for values of another type.
 */
export function whereOf(filter: Filter, columns: FilterColumns): RawBuilder<SqlBool> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const [left, right] = filter.of.map((one) => whereOf(one, columns))
      return filter.kind === 'and' ? sql<SqlBool>`(${left} and ${right})` : sql<SqlBool>`(${left} or ${right})`
    }
    case 'not':
      return sql<SqlBool>`(not coalesce(${whereOf(filter.of, columns)}, false))`
    case 'present':
      return sql<SqlBool>`(${columnOf(filter.path, columns).value} is not null)`
    case 'element':
      return whereOf(inElement(filter.of, filter.path), columns)
    default:
      return comparison(columnOf(filter.path, columns), filter)
  }
}

/** The column that an order names. */
export function columnOf(path: string, columns: FilterColumns): FilterColumn {
  const column = Object.hasOwn(columns, path) ? columns[path] : undefined
  if (!column) throw refused('invalidFilter', `${path} is no attribute that can be asked for`)
  return column
}

/** Each multi-valued attribute has one element here: what is asked of its parts is asked of columns. */
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

function comparison(column: FilterColumn, { path, by, value }: Filter & { kind: 'compare' }): RawBuilder<SqlBool> {
  if (value === null) {
    if (by === 'eq') return sql<SqlBool>`(${column.value} is null)`
    if (by === 'ne') return sql<SqlBool>`(${column.value} is not null)`
    throw refused('invalidFilter', `${path} is compared with null by “eq” and “ne” alone`)
  }
  const wanted = boundOf(column, path, value)
  const isText = column.type === 'text'
  const own = isText && !column.caseExact && !column.isLowerCase ? sql`lower(${column.value})` : column.value
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

function boundOf({ type, caseExact }: FilterColumn, path: string, value: FilterValue): RawBuilder<unknown> {
  if (type === 'boolean' && typeof value === 'boolean') return sql`${value}::boolean`
  if (type === 'text' && typeof value === 'string') return sql`${caseExact ? value : value.toLowerCase()}::text`
  if (type === 'time' && typeof value === 'string' && !Number.isNaN(Date.parse(value)) && /^\d{4}-/.test(value)) {
    return sql`${new Date(value).toISOString()}::timestamptz`
  }
  throw refused(
    'invalidFilter',
    `${path} is compared with a ${{ text: 'text', boolean: 'boolean', time: 'time' }[type]}`,
  )
}
