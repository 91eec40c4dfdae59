import { inUtc } from '@lintel/contract/jsonapi/fields'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isUuid } from '../../platform/rows'
import type { Filter, FilterValue } from './scim-filter'
import { scimProblem } from './scim-problem'
import { booleanOf } from './scim-value'

/** A column that filters and sorting accept. */
export interface FilterColumn {
  value: RawBuilder<unknown>
  /** An `id` is compared as uuid, so that its index is used. */
  type: 'text' | 'boolean' | 'time' | 'id'
  /** Lower-case values only: compared as they are, so that the index is used. */
  isLowerCase?: true
  caseExact?: true
  /** Reduces a text of the filter to what the column holds. */
  toCompared?: (text: string) => string
  /** The column belongs to rows of another table, one per element: wraps a condition so that it holds for at least one of them. */
  existsWhere?: (condition: RawBuilder<SqlBool>) => RawBuilder<SqlBool>
}

/** Columns by lower-cased attribute path. */
export type FilterColumns = Readonly<Record<string, FilterColumn>>

/**
 * Converts a filter to a condition with bound values. As in RFC 7644, null is a value: a missing value equals nothing, and `not` negates that.
 * Throws `invalidFilter` for unknown attributes and values of another type.
 */
export const filterCondition = (filter: Filter, columns: FilterColumns): RawBuilder<SqlBool> =>
  conditionOf(filter, columns, (column) => column.existsWhere ?? identity)

/** The same for one element of a multi-valued attribute whose rows are already joined; its sub-attributes are named without the attribute. */
export const elementCondition = (filter: Filter, attribute: string, columns: FilterColumns): RawBuilder<SqlBool> =>
  conditionOf(qualifyPaths(filter, attribute), columns, () => identity)

/** Wraps the condition on a column, if it belongs to rows of another table. */
type Wrap = (column: FilterColumn) => (condition: RawBuilder<SqlBool>) => RawBuilder<SqlBool>

const identity = (condition: RawBuilder<SqlBool>) => condition

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
      return wrap(columnOf(filter.path, columns))(elementCondition(filter.of, filter.path, columns))
    default: {
      const column = columnOf(filter.path, columns)
      const isPresent = wrap(column)(sql<SqlBool>`(${column.value} is not null)`)
      if (filter.kind === 'present') return isPresent
      if (filter.value !== null) return wrap(column)(comparison(column, { ...filter, value: filter.value }))
      if (filter.operator === 'eq') return sql<SqlBool>`(not ${isPresent})`
      if (filter.operator === 'ne') return isPresent
      throw scimProblem('invalidFilter', `${filter.path} is compared with null by “eq” and “ne” alone`)
    }
  }
}

/** The column of a filter's attribute. */
function columnOf(path: string, columns: FilterColumns): FilterColumn {
  const column = Object.hasOwn(columns, path) ? columns[path] : undefined
  if (!column) throw scimProblem('invalidFilter', `${path} is no attribute that can be asked for`)
  return column
}

/** The sort expression: case-insensitive, missing values last, or first in descending order (RFC 7644, 3.4.2.3). */
export function orderExpression(path: string, isDescending: boolean, columns: FilterColumns): RawBuilder<unknown> {
  const column = columnOf(path, columns)
  if (column.existsWhere) throw scimProblem('invalidFilter', `${path} has many values: it is no order`)
  const order = isFolded(column) ? folded(column.value) : column.value
  return isDescending ? sql`${order} desc` : order
}

/** Prefixes the paths of an element filter with the attribute. */
function qualifyPaths(filter: Filter, path: string): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, of: [qualifyPaths(filter.of[0], path), qualifyPaths(filter.of[1], path)] }
    case 'not':
      return { kind: 'not', of: qualifyPaths(filter.of, path) }
    case 'element':
      throw scimProblem('invalidFilter', 'Brackets do not stand in brackets')
    default:
      return { ...filter, path: `${path}.${filter.path}` }
  }
}

const operators = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

function comparison(
  column: FilterColumn,
  { path, operator, value }: Filter & { kind: 'compare'; value: NonNullable<FilterValue> },
): RawBuilder<SqlBool> {
  if (column.type === 'id' && (operator === 'eq' || operator === 'ne') && typeof value === 'string') {
    if (!isUuid(value)) return sql<SqlBool>`${operator === 'ne'}::boolean`
    return operator === 'eq'
      ? sql<SqlBool>`(${column.value} = ${value}::uuid)`
      : sql<SqlBool>`(${column.value} <> ${value}::uuid)`
  }
  const bound = comparableValue(column, path, value)
  const isText = column.type === 'text' || column.type === 'id'
  const columnValue = comparableColumn(column)
  if (operator === 'eq') return sql<SqlBool>`(${columnValue} = ${bound})`
  if (operator === 'ne') return sql<SqlBool>`(${columnValue} is distinct from ${bound})`
  if (operator === 'co' || operator === 'sw' || operator === 'ew') {
    if (!isText) throw scimProblem('invalidFilter', `${path} is no text`)
    if (operator === 'co') return sql<SqlBool>`(strpos(${columnValue}, ${bound}) > 0)`
    if (operator === 'sw') return sql<SqlBool>`(starts_with(${columnValue}, ${bound}))`
    return sql<SqlBool>`(right(${columnValue}, length(${bound})) = ${bound})`
  }
  if (column.type === 'boolean') throw scimProblem('invalidFilter', `${path} is true or false: it has no order`)
  return sql<SqlBool>`(${columnValue} ${operators[operator]} ${bound})`
}

/** An XML Schema dateTime, or a date alone. */
const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/i

/** Whether the database lower-cases a column when it is compared: texts that ignore case and are not stored in lower case. */
const isFolded = ({ type, caseExact, isLowerCase }: FilterColumn) => type === 'text' && !caseExact && !isLowerCase

/** A column for comparison: texts are lower-cased unless case-sensitive. */
function comparableColumn(column: FilterColumn): RawBuilder<unknown> {
  if (column.type === 'id') return sql`${column.value}::text`
  return isFolded(column) ? folded(column.value) : column.value
}

/** A text in lower case. Letters such as the Greek Σ depend on the collation, which differs among columns: both sides of a comparison name it. */
const folded = (text: RawBuilder<unknown>) => sql`lower(${text} collate "und-x-icu")`

function comparableValue(column: FilterColumn, path: string, value: NonNullable<FilterValue>): RawBuilder<unknown> {
  const { type, caseExact, toCompared } = column
  const boolean = type === 'boolean' ? booleanOf(value) : undefined
  if (boolean !== undefined) return sql`${boolean}::boolean`
  if ((type === 'text' || type === 'id') && typeof value === 'string') {
    const text = toCompared ? toCompared(value) : value
    if (isFolded(column)) return folded(sql`${text}::text`)
    return sql`${caseExact ? text : text.toLowerCase()}::text`
  }
  if (type === 'time' && typeof value === 'string' && isTime.test(value)) {
    // A time without a zone is UTC, whatever the server's zone.
    const at = inUtc(/T[\d:.]+$/i.test(value) ? `${value}Z` : value)
    if (at !== undefined) return sql`${at}::timestamptz`
  }
  throw scimProblem(
    'invalidFilter',
    `${path} is compared with a ${{ text: 'text', id: 'text', boolean: 'boolean', time: 'time' }[type]}`,
  )
}
