import type { EdmType } from '@lintel/contract/exchange/feed-tables'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A part of a `$filter` as SQL: of which type it is, and whether it may be null. Literals are bound, never written. */
export interface Term {
  type: EdmType | 'Null'
  sql: RawBuilder<unknown>
  isNullable: boolean
  /** What another comparison compares instead: a comparison is false, not null, where one of its sides is null. Plain, an index finds its rows. */
  operand?: Term
}

/** How the database calls the types. */
const columnTypes = {
  String: 'text',
  Guid: 'uuid',
  Int32: 'numeric',
  Int64: 'numeric',
  Boolean: 'boolean',
  DateTimeOffset: 'timestamptz',
  Date: 'date',
} as const satisfies Record<EdmType, string>

/** A bound value as the database is to take it. */
const bound = (type: EdmType, value: string | boolean): RawBuilder<unknown> =>
  sql`${value}::${sql.raw(columnTypes[type])}`

export const literal = (type: EdmType, value: string | boolean): Term => ({
  type,
  sql: bound(type, value),
  isNullable: false,
})

export const nothing: Term = { type: 'Null', sql: sql`null`, isNullable: true }

/** The term as a condition that is true or false, never null. */
export const decided = ({ sql: term, isNullable }: Term): RawBuilder<SqlBool> =>
  isNullable ? sql<SqlBool>`coalesce(${term}, false)` : sql<SqlBool>`${term}`

const condition = (term: RawBuilder<unknown>, isNullable: boolean): Term => ({
  type: 'Boolean',
  sql: term,
  isNullable,
})

export const negated = (term: Term): Term => condition(sql`(not ${decided(term)})`, false)

export const joined = (word: 'and' | 'or', terms: readonly Term[]): Term => {
  const whole = condition(
    sql`(${sql.join(
      terms.map((term) => term.sql),
      word === 'and' ? sql` and ` : sql` or `,
    )})`,
    terms.some(({ isNullable }) => isNullable),
  )
  return terms.some(({ operand }) => operand) ? { ...whole, operand: joined(word, terms.map(operandOf)) } : whole
}

const operandOf = (term: Term): Term => term.operand ?? term

export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

const operators = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const

/** Compares two terms of types that go together. OData's null is two-valued: equal to itself, and different from everything else. */
export function compared(word: Comparison, left: Term, right: Term): Term {
  const comparison = comparedPlainly(word, operandOf(left), operandOf(right))
  return comparison.isNullable ? { ...comparison, operand: condition(decided(comparison), false) } : comparison
}

function comparedPlainly(word: Comparison, left: Term, right: Term): Term {
  const [a, b] = [comparable(left, right, word), comparable(right, left, word)]
  if (word === 'eq' || word === 'ne') {
    if (left.type === 'Null' || right.type === 'Null') {
      const tested = left.type === 'Null' ? right : left
      return condition(word === 'eq' ? sql`(${tested.sql} is null)` : sql`(${tested.sql} is not null)`, false)
    }
    if (word === 'ne') return condition(sql`(${a} is distinct from ${b})`, false)
    return left.isNullable && right.isNullable
      ? condition(sql`(${a} is not distinct from ${b})`, false)
      : condition(sql`(${a} = ${b})`, left.isNullable || right.isNullable)
  }
  if (left.type === 'Null' || right.type === 'Null') return condition(sql`false`, false)
  return condition(sql`(${a} ${sql.raw(operators[word])} ${b})`, left.isNullable || right.isNullable)
}

/** A day beside an instant is its first moment in UTC; texts are equal by their letters and ordered as lists are. */
function comparable(term: Term, beside: Term, word: Comparison): RawBuilder<unknown> {
  if (term.type === 'Date' && beside.type === 'DateTimeOffset') return sql`(${term.sql}::timestamp at time zone 'UTC')`
  if (term.type === 'String') return word === 'eq' || word === 'ne' ? byLetters(term) : sql`${term.sql} ${inWords}`
  return term.sql
}

/** The order of words that lists have. */
export const inWords: RawBuilder<unknown> = sql`collate "und-x-icu"`

const byLetters = ({ sql: term }: Term) => sql`${term} collate "C"`

const numbers: ReadonlySet<string> = new Set(['Int32', 'Int64'])
const times: ReadonlySet<string> = new Set(['DateTimeOffset', 'Date'])

/** Can terms of these types be compared with each other? */
export const goTogether = (a: Term['type'], b: Term['type']): boolean =>
  a === b || a === 'Null' || b === 'Null' || (numbers.has(a) && numbers.has(b)) || (times.has(a) && times.has(b))

/** A function: the types that its arguments may have, what it gives, and how it is written. */
interface FilterFunction {
  takes: readonly (readonly EdmType[])[]
  gives: EdmType
  write(...terms: readonly Term[]): RawBuilder<unknown>
}

const two = [['String'], ['String']] as const
const moment = [['DateTimeOffset', 'Date']] as const
const part = (name: string): FilterFunction => ({
  takes: moment,
  gives: 'Int32',
  write: (term) => sql`extract(${sql.raw(name)} from ${inUtc(term)})`,
})
const inUtc = (term: Term | undefined) => (term?.type === 'Date' ? term.sql : sql`(${term?.sql} at time zone 'UTC')`)
const text = (term: Term | undefined) => sql`(${term?.sql} collate "C")`
const ofText = (name: string, gives: EdmType = 'String'): FilterFunction => ({
  takes: [['String']],
  gives,
  write: (term) => sql`${sql.raw(name)}(${term?.sql})`,
})

/** The functions of a `$filter`. Nothing that is looked for is a pattern. */
export const filterFunctions: Readonly<Record<string, FilterFunction>> = {
  contains: { takes: two, gives: 'Boolean', write: (a, b) => sql`(strpos(${text(a)}, ${text(b)}) > 0)` },
  startswith: { takes: two, gives: 'Boolean', write: (a, b) => sql`starts_with(${text(a)}, ${text(b)})` },
  endswith: {
    takes: two,
    gives: 'Boolean',
    write: (a, b) => sql`(right(${text(a)}, length(${b?.sql})) = ${text(b)})`,
  },
  indexof: { takes: two, gives: 'Int32', write: (a, b) => sql`(strpos(${text(a)}, ${text(b)}) - 1)` },
  tolower: ofText('lower'),
  toupper: ofText('upper'),
  trim: ofText('btrim'),
  length: ofText('length', 'Int32'),
  year: part('year'),
  month: part('month'),
  day: part('day'),
  hour: part('hour'),
  minute: part('minute'),
  date: { takes: [['DateTimeOffset']], gives: 'Date', write: (term) => sql`${inUtc(term)}::date` },
}
