import { type FeedColumn, isPlain } from '@lintel/contract/exchange/feed-tables'
import { longestFilter } from '@lintel/contract/exchange/odata'
import { day, inUtc } from '@lintel/contract/jsonapi/fields'
import { Problem } from '@lintel/contract/problems'
import type { RawBuilder, SqlBool } from 'kysely'
import {
  type Comparison,
  compared,
  decided,
  filterFunctions,
  goTogether,
  joined,
  literal,
  negated,
  nothing,
  type Term,
} from './filter-terms.store'
import { type FilterToken, filterProblem, filterTokens } from './filter-tokens'

/** The columns that may be compared, by the names that clients use, and how the database finds each. */
export type FilterColumns = ReadonlyMap<string, FeedColumn & { sql: RawBuilder<unknown> }>

/** How deep parentheses, functions and `not` may stand in each other. */
const deepest = 40

/** A `$filter` as a condition: typed, checked against the columns and bound while it is read. Throws 400, or 501 for what OData has and this has not. */
export const readFilter = (text: string, columns: FilterColumns): RawBuilder<SqlBool> =>
  new FilterReader(text, columns).read()

const notOffered = (what: string) =>
  new Problem('notImplemented', { parameter: '$filter', detail: `${what} is not offered` })

/** Operators of OData that are not offered here. */
const otherOperators: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'divby', 'mod', 'has', 'in'])
const otherFunctions: ReadonlySet<string> = new Set([
  ...[
    'cast',
    'isof',
    'concat',
    'substring',
    'matchesPattern',
    'hassubset',
    'hassubsequence',
    'second',
    'fractionalseconds',
  ],
  ...[
    'time',
    'totaloffsetminutes',
    'totalseconds',
    'now',
    'maxdatetime',
    'mindatetime',
    'round',
    'floor',
    'ceiling',
    'case',
  ],
  ...['geo.distance', 'geo.intersects', 'geo.length', 'any', 'all'],
])

class FilterReader {
  readonly #columns: FilterColumns
  readonly #tokens: Iterator<FilterToken, void>
  #next: FilterToken
  #depth = 0

  constructor(text: string, columns: FilterColumns) {
    if (text.length > longestFilter) throw filterProblem(`A filter has at most ${longestFilter} characters`)
    this.#columns = columns
    this.#tokens = filterTokens(text)
    this.#next = this.#following()
  }

  read(): RawBuilder<SqlBool> {
    const whole = this.#either()
    if (this.#next.kind !== 'end') throw this.#unexpected()
    return decided(mustBeCondition(whole, 0))
  }

  #following(): FilterToken {
    return this.#tokens.next().value ?? { kind: 'end', text: 'the end', at: 0 }
  }

  #take(): FilterToken {
    const taken = this.#next
    this.#next = this.#following()
    return taken
  }

  #isWord = (...words: readonly string[]) => this.#next.kind === 'word' && words.includes(this.#next.text)

  #unexpected(): Problem {
    const { kind, text, at } = this.#next
    if (kind === 'word' && otherOperators.has(text)) return notOffered(`The operator ${text}`)
    return filterProblem(`Unexpected ${kind === 'end' ? 'end' : JSON.stringify(text.slice(0, 40))}`, at)
  }

  #expect(kind: FilterToken['kind']): void {
    if (this.#next.kind !== kind) throw this.#unexpected()
    this.#take()
  }

  #either = (): Term => this.#row('or', () => this.#row('and', () => this.#equality()))

  #row(word: 'and' | 'or', read: () => Term): Term {
    const { at } = this.#next
    const terms = [read()]
    while (this.#isWord(word)) {
      this.#take()
      terms.push(read())
    }
    const [first] = terms
    if (first && terms.length === 1) return first
    return joined(
      word,
      terms.map((term) => mustBeCondition(term, at)),
    )
  }

  #equality = (): Term => this.#comparisons(['eq', 'ne'], () => this.#relation())

  #relation = (): Term => this.#comparisons(['gt', 'ge', 'lt', 'le'], () => this.#one())

  #comparisons(words: readonly Comparison[], read: () => Term): Term {
    let left = read()
    while (this.#isWord(...words)) {
      const { text, at } = this.#take()
      const right = read()
      if (!goTogether(left.type, right.type)) {
        throw filterProblem(`${left.type} and ${right.type} cannot be compared`, at)
      }
      left = compared(text as Comparison, left, right)
    }
    return left
  }

  /** `not` binds closer than every comparison. */
  #one(): Term {
    this.#depth += 1
    if (this.#depth > deepest) throw filterProblem(`A filter is at most ${deepest} levels deep`, this.#next.at)
    const term = this.#isWord('not') ? this.#negation() : this.#operand()
    this.#depth -= 1
    return term
  }

  #negation(): Term {
    const { at } = this.#take()
    return negated(mustBeCondition(this.#one(), at))
  }

  #operand(): Term {
    const { kind, text, at } = this.#next
    if (kind === '(') return this.#inParentheses()
    if (kind === 'word') return this.#word()
    if (kind === ')' || kind === ',' || kind === 'end') throw this.#unexpected()
    this.#take()
    if (kind === 'string') return literal('String', text.slice(1, -1).replaceAll("''", "'"))
    if (kind === 'guid') return literal('Guid', text)
    if (kind === 'number') return literal('Int64', text)
    const moment = momentOf(text)
    if (moment === undefined) throw filterProblem(`There is no ${text}`, at)
    return literal(kind === 'date' ? 'Date' : 'DateTimeOffset', moment)
  }

  #inParentheses(): Term {
    this.#take()
    const inner = this.#either()
    this.#expect(')')
    return inner
  }

  #word(): Term {
    const { text, at } = this.#take()
    if (this.#next.kind === '(') return this.#call(text, at)
    if (text === 'true' || text === 'false') return literal('Boolean', text)
    if (text === 'null') return nothing
    const column = this.#columns.get(text)
    if (!column) throw filterProblem(`There is no column ${JSON.stringify(text.slice(0, 80))} to compare`, at)
    return { type: plainType(column), sql: column.sql, isNullable: column.isNullable }
  }

  #call(name: string, at: number): Term {
    const called = Object.hasOwn(filterFunctions, name) ? filterFunctions[name] : undefined
    const last = name.slice(name.lastIndexOf('/') + 1)
    if (!called && otherFunctions.has(last)) throw notOffered(`The function ${last}`)
    if (!called) throw filterProblem(`There is no function ${JSON.stringify(name.slice(0, 40))}`, at)
    this.#take()
    const terms = called.takes.map((types, place) => {
      if (place > 0) this.#expect(',')
      const term = this.#either()
      if (term.type === 'Null' || !types.includes(term.type)) {
        throw filterProblem(`${name} takes ${types.join(' or ')}, not ${term.type}`, at)
      }
      return term
    })
    this.#expect(')')
    return { type: called.gives, sql: called.write(...terms), isNullable: terms.some(({ isNullable }) => isNullable) }
  }
}

function mustBeCondition(term: Term, at: number): Term {
  if (term.type !== 'Boolean')
    throw filterProblem(`${term.type} is no condition; what \`not\` denies stands in parentheses`, at)
  return term
}

function plainType(column: FeedColumn): Exclude<Term['type'], 'Null'> {
  if (!isPlain(column)) throw new Error('Only plain columns are compared')
  return column.type as Exclude<Term['type'], 'Null'>
}

/** A day as it is, an instant in UTC; undefined where there is no such day or time. A day ends before its hour 24. */
function momentOf(text: string): string | undefined {
  if (text.length === 10) return day.safeParse(text).data
  return /T24/i.test(text) ? undefined : inUtc(text)
}
