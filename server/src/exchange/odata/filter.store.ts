import { type FeedColumn, isPlain } from '@lintel/contract/exchange/feed-tables'
import { maxFilterLength } from '@lintel/contract/exchange/odata'
import { day, inUtc } from '@lintel/contract/jsonapi/fields'
import { Problem } from '@lintel/contract/problems'
import type { RawBuilder, SqlBool } from 'kysely'
import {
  areComparable,
  type Comparison,
  combine,
  compare,
  filterFunctions,
  literal,
  negate,
  nullTerm,
  type Term,
  toCondition,
} from './filter-terms.store'
import { type FilterToken, filterProblem, filterTokens } from './filter-tokens'

/** Filterable columns by client-facing name, with their SQL. */
export type FilterColumns = ReadonlyMap<string, FeedColumn & { sql: RawBuilder<unknown> }>

/** Maximum nesting depth of parentheses, functions and `not`. */
const maxDepth = 40

/** Parses a `$filter` into a type-checked condition with bound literals. Throws 400 for an invalid filter and 501 for unsupported OData features. */
export const readFilter = (text: string, columns: FilterColumns): RawBuilder<SqlBool> =>
  new FilterParser(text, columns).read()

const notSupported = (what: string) =>
  new Problem('notImplemented', { parameter: '$filter', detail: `${what} is not offered` })

/** OData operators that are not supported. */
const unsupportedOperators: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'divby', 'mod', 'has', 'in'])
const unsupportedFunctions: ReadonlySet<string> = new Set([
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

class FilterParser {
  readonly #columns: FilterColumns
  readonly #tokens: Iterator<FilterToken, void>
  #next: FilterToken
  #depth = 0

  constructor(text: string, columns: FilterColumns) {
    if (text.length > maxFilterLength) throw filterProblem(`A filter has at most ${maxFilterLength} characters`)
    this.#columns = columns
    this.#tokens = filterTokens(text)
    this.#next = this.#nextToken()
  }

  read(): RawBuilder<SqlBool> {
    const whole = this.#disjunction()
    if (this.#next.kind !== 'end') throw this.#unexpected()
    return toCondition(assertCondition(whole, 0))
  }

  #nextToken(): FilterToken {
    return this.#tokens.next().value ?? { kind: 'end', text: 'the end', at: 0 }
  }

  #advance(): FilterToken {
    const token = this.#next
    this.#next = this.#nextToken()
    return token
  }

  #isWord = (...words: readonly string[]) => this.#next.kind === 'word' && words.includes(this.#next.text)

  #unexpected(): Problem {
    const { kind, text, at } = this.#next
    if (kind === 'word' && unsupportedOperators.has(text)) return notSupported(`The operator ${text}`)
    return filterProblem(`Unexpected ${kind === 'end' ? 'end' : JSON.stringify(text.slice(0, 40))}`, at)
  }

  #expect(kind: FilterToken['kind']): void {
    if (this.#next.kind !== kind) throw this.#unexpected()
    this.#advance()
  }

  #disjunction = (): Term => this.#logicalChain('or', () => this.#logicalChain('and', () => this.#equality()))

  #logicalChain(word: 'and' | 'or', read: () => Term): Term {
    const { at } = this.#next
    const terms = [read()]
    while (this.#isWord(word)) {
      this.#advance()
      terms.push(read())
    }
    const [first] = terms
    if (first && terms.length === 1) return first
    return combine(
      word,
      terms.map((term) => assertCondition(term, at)),
    )
  }

  #equality = (): Term => this.#comparisons(['eq', 'ne'], () => this.#relation())

  #relation = (): Term => this.#comparisons(['gt', 'ge', 'lt', 'le'], () => this.#unary())

  #comparisons(words: readonly Comparison[], read: () => Term): Term {
    let left = read()
    while (this.#isWord(...words)) {
      const { text, at } = this.#advance()
      const right = read()
      if (!areComparable(left.type, right.type)) {
        throw filterProblem(`${left.type} and ${right.type} cannot be compared`, at)
      }
      left = compare(text as Comparison, left, right)
    }
    return left
  }

  /** `not` has a higher precedence than comparisons. */
  #unary(): Term {
    this.#depth += 1
    if (this.#depth > maxDepth) throw filterProblem(`A filter is at most ${maxDepth} levels deep`, this.#next.at)
    const term = this.#isWord('not') ? this.#negation() : this.#operand()
    this.#depth -= 1
    return term
  }

  #negation(): Term {
    const { at } = this.#advance()
    return negate(assertCondition(this.#unary(), at))
  }

  #operand(): Term {
    const { kind, text, at } = this.#next
    if (kind === '(') return this.#inParentheses()
    if (kind === 'word') return this.#word()
    if (kind === ')' || kind === ',' || kind === 'end') throw this.#unexpected()
    this.#advance()
    if (kind === 'string') return literal('String', text.slice(1, -1).replaceAll("''", "'"))
    if (kind === 'guid') return literal('Guid', text)
    if (kind === 'number') return literal('Int64', text)
    const instant = parseInstant(text)
    if (instant === undefined) throw filterProblem(`There is no ${text}`, at)
    return literal(kind === 'date' ? 'Date' : 'DateTimeOffset', instant)
  }

  #inParentheses(): Term {
    this.#advance()
    const inner = this.#disjunction()
    this.#expect(')')
    return inner
  }

  #word(): Term {
    const { text, at } = this.#advance()
    if (this.#next.kind === '(') return this.#call(text, at)
    if (text === 'true' || text === 'false') return literal('Boolean', text)
    if (text === 'null') return nullTerm
    const column = this.#columns.get(text)
    if (!column) throw filterProblem(`There is no column ${JSON.stringify(text.slice(0, 80))} to compare`, at)
    return { type: plainType(column), sql: column.sql, isNullable: column.isNullable }
  }

  #call(name: string, at: number): Term {
    const filterFunction = Object.hasOwn(filterFunctions, name) ? filterFunctions[name] : undefined
    const last = name.slice(name.lastIndexOf('/') + 1)
    if (!filterFunction && unsupportedFunctions.has(last)) throw notSupported(`The function ${last}`)
    if (!filterFunction) throw filterProblem(`There is no function ${JSON.stringify(name.slice(0, 40))}`, at)
    this.#advance()
    const terms = filterFunction.parameters.map((types, index) => {
      if (index > 0) this.#expect(',')
      const term = this.#disjunction()
      if (term.type === 'Null' || !types.includes(term.type)) {
        throw filterProblem(`${name} takes ${types.join(' or ')}, not ${term.type}`, at)
      }
      return term
    })
    this.#expect(')')
    return {
      type: filterFunction.returns,
      sql: filterFunction.write(...terms),
      isNullable: terms.some(({ isNullable }) => isNullable),
    }
  }
}

function assertCondition(term: Term, at: number): Term {
  if (term.type !== 'Boolean')
    throw filterProblem(`${term.type} is no condition; what \`not\` denies stands in parentheses`, at)
  return term
}

function plainType(column: FeedColumn): Exclude<Term['type'], 'Null'> {
  if (!isPlain(column)) throw new Error('Only plain columns are compared')
  return column.type as Exclude<Term['type'], 'Null'>
}

/** A date unchanged, an instant in UTC; undefined when invalid. Hour 24 is rejected. */
function parseInstant(text: string): string | undefined {
  if (text.length === 10) return day.safeParse(text).data
  return /T24/i.test(text) ? undefined : inUtc(text)
}
