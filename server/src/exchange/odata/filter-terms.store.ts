import type { EdmType } from '@lintel/contract/exchange/feed-tables'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A typed SQL expression of a `$filter`. Literals are always bound parameters. */
export interface Term {
  type: EdmType | 'Null'
  sql: RawBuilder<unknown>
  isNullable: boolean
  /**
   * The form used as an operand of another comparison or of `not`, where a comparison with null is false, not null. A
   * function of null stays null. The plain form can use an index.
   */
  operand?: Term
}

/** PostgreSQL types of the EDM types. */
const columnTypes = {
  String: 'text',
  Guid: 'uuid',
  Int32: 'numeric',
  Int64: 'numeric',
  Boolean: 'boolean',
  DateTimeOffset: 'timestamptz',
  Date: 'date',
} as const satisfies Record<EdmType, string>

/** A bound parameter with an explicit type. */
const bound = (type: EdmType, value: string | boolean): RawBuilder<unknown> =>
  sql`${value}::${sql.raw(columnTypes[type])}`

export const literal = (type: EdmType, value: string | boolean): Term => ({
  type,
  sql: bound(type, value),
  isNullable: false,
})

export const nullTerm: Term = { type: 'Null', sql: sql`null`, isNullable: true }

/** The term as a condition that is never null. */
export const toCondition = ({ sql: term, isNullable }: Term): RawBuilder<SqlBool> =>
  isNullable ? sql<SqlBool>`coalesce(${term}, false)` : sql<SqlBool>`${term}`

const condition = (term: RawBuilder<unknown>, isNullable: boolean): Term => ({
  type: 'Boolean',
  sql: term,
  isNullable,
})

/** Negates a condition. `not` of null is null (OData 4.01, URL Conventions 5.1.1.1.9), so that `not contains(…)` omits null values too. */
export function negate(term: Term): Term {
  const { sql: negated, isNullable } = operandOf(term)
  return condition(sql`(not ${negated})`, isNullable)
}

export const combine = (operator: 'and' | 'or', terms: readonly Term[]): Term => {
  const whole = condition(
    sql`(${sql.join(
      terms.map((term) => term.sql),
      operator === 'and' ? sql` and ` : sql` or `,
    )})`,
    terms.some(({ isNullable }) => isNullable),
  )
  return terms.some(({ operand }) => operand) ? { ...whole, operand: combine(operator, terms.map(operandOf)) } : whole
}

const operandOf = (term: Term): Term => term.operand ?? term

const comparisons = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]

/** The supported operators of a `$filter`. */
export const filterOperators = [...comparisons, 'and', 'or', 'not'] as const

const operators = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const

/** Compares two terms of comparable types. In OData null equals itself and differs from every other value. */
export function compare(operator: Comparison, left: Term, right: Term): Term {
  const comparison = compareOperands(operator, operandOf(left), operandOf(right))
  return comparison.isNullable ? { ...comparison, operand: condition(toCondition(comparison), false) } : comparison
}

function compareOperands(operator: Comparison, left: Term, right: Term): Term {
  const [a, b] = [comparable(left, right, operator), comparable(right, left, operator)]
  if (operator === 'eq' || operator === 'ne') {
    if (left.type === 'Null' || right.type === 'Null') {
      const tested = left.type === 'Null' ? right : left
      return condition(operator === 'eq' ? sql`(${tested.sql} is null)` : sql`(${tested.sql} is not null)`, false)
    }
    if (operator === 'ne') return condition(sql`(${a} is distinct from ${b})`, false)
    return left.isNullable && right.isNullable
      ? condition(sql`(${a} is not distinct from ${b})`, false)
      : condition(sql`(${a} = ${b})`, left.isNullable || right.isNullable)
  }
  if (left.type === 'Null' || right.type === 'Null') return condition(sql`false`, false)
  return condition(sql`(${a} ${sql.raw(operators[operator])} ${b})`, left.isNullable || right.isNullable)
}

/** A date compared with an instant is midnight UTC; strings are equal by code point and ordered by the list collation. */
function comparable(term: Term, other: Term, operator: Comparison): RawBuilder<unknown> {
  if (term.type === 'Date' && other.type === 'DateTimeOffset') return sql`(${term.sql}::timestamp at time zone 'UTC')`
  if (term.type === 'String')
    return operator === 'eq' || operator === 'ne' ? byCodePoint(term) : sql`${term.sql} ${naturalCollation}`
  return term.sql
}

/** The collation that lists sort text by. */
export const naturalCollation: RawBuilder<unknown> = sql`collate "und-x-icu"`

const byCodePoint = ({ sql: term }: Term) => sql`${term} collate "C"`

const numbers: ReadonlySet<string> = new Set(['Int32', 'Int64'])
const times: ReadonlySet<string> = new Set(['DateTimeOffset', 'Date'])

/** Whether terms of these types can be compared. */
export const areComparable = (a: Term['type'], b: Term['type']): boolean =>
  a === b || a === 'Null' || b === 'Null' || (numbers.has(a) && numbers.has(b)) || (times.has(a) && times.has(b))

/** A filter function: accepted types per parameter, return type, and its SQL. */
interface FilterFunction {
  parameters: readonly (readonly EdmType[])[]
  returns: EdmType
  write(...terms: readonly Term[]): RawBuilder<unknown>
}

const twoStrings = [['String'], ['String']] as const
/** A part of a date or of a time; only times have hours and minutes (OData 4.01, URL Conventions 5.1.1.8). */
const timePart = (name: string, types: readonly EdmType[]): FilterFunction => ({
  parameters: [types],
  returns: 'Int32',
  write: (term) => sql`extract(${sql.raw(name)} from ${inUtc(term)})`,
})
const inUtc = (term: Term | undefined) => (term?.type === 'Date' ? term.sql : sql`(${term?.sql} at time zone 'UTC')`)
const text = (term: Term | undefined) => sql`(${term?.sql} collate "C")`
const textFunction = (name: string, returns: EdmType = 'String'): FilterFunction => ({
  parameters: [['String']],
  returns,
  write: (term) => sql`${sql.raw(name)}(${term?.sql})`,
})

/** The supported functions of a `$filter`. Search texts are never interpreted as patterns. */
export const filterFunctions: Readonly<Record<string, FilterFunction>> = {
  contains: { parameters: twoStrings, returns: 'Boolean', write: (a, b) => sql`(strpos(${text(a)}, ${text(b)}) > 0)` },
  startswith: { parameters: twoStrings, returns: 'Boolean', write: (a, b) => sql`starts_with(${text(a)}, ${text(b)})` },
  endswith: {
    parameters: twoStrings,
    returns: 'Boolean',
    write: (a, b) => sql`(right(${text(a)}, length(${b?.sql})) = ${text(b)})`,
  },
  indexof: { parameters: twoStrings, returns: 'Int32', write: (a, b) => sql`(strpos(${text(a)}, ${text(b)}) - 1)` },
  tolower: textFunction('lower'),
  toupper: textFunction('upper'),
  trim: textFunction('btrim'),
  length: textFunction('length', 'Int32'),
  year: timePart('year', ['DateTimeOffset', 'Date']),
  month: timePart('month', ['DateTimeOffset', 'Date']),
  day: timePart('day', ['DateTimeOffset', 'Date']),
  hour: timePart('hour', ['DateTimeOffset']),
  minute: timePart('minute', ['DateTimeOffset']),
  date: { parameters: [['DateTimeOffset']], returns: 'Date', write: (term) => sql`${inUtc(term)}::date` },
}
