import { scimProblem } from './scim-problem'

/** Comparison operators (RFC 7644, 3.4.2.2). */
export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

/** The value of a comparison. */
export type FilterValue = string | number | boolean | null

/** A parsed filter. `path` is a lower-cased attribute: `username`, `name.familyname`, `emails.value`. */
export type Filter =
  | { kind: 'and' | 'or'; of: readonly [Filter, Filter] }
  | { kind: 'not'; of: Filter }
  | { kind: 'present'; path: string }
  | { kind: 'compare'; path: string; operator: Comparison; value: FilterValue }
  /** A single element of a multi-valued attribute matches all of `of`, whose paths are sub-attributes. */
  | { kind: 'element'; path: string; of: Filter }

/** Maximum filter length in characters, and maximum nesting of parentheses, `not` and brackets (security I). */
const maxFilterLength = 4_000
const maxDepth = 20
/** Maximum comparisons in one filter. */
const maxComparisons = 100

const comparisons: readonly string[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']

/** The schema URN that an attribute may be prefixed with. */
const schemaUrn = /^urn:ietf:params:scim:schemas:(?:core|extension:enterprise):2\.0:(?:user|group):/

type Token = { kind: 'word' | 'string' | 'mark'; text: string }

/** A word, a string with JSON escapes, or a bracket. The alternatives do not overlap, so matching never backtracks. */
const tokens = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s"()[\]]+))/uy

/**
 * Parses a filter with the precedence of the RFC: `not` before `and` before `or`. Throws `invalidFilter` for invalid syntax, more than 4,000
 * characters, more than 20 levels or more than 100 comparisons.
 */
export function parseFilter(text: string): Filter {
  const parser = new FilterParser(tokensOf(text))
  const filter = parser.parseOr(0)
  parser.expectEnd()
  return filter
}

/** Normalizes an attribute path: case-insensitive, with or without the schema URN. */
export const attributePath = (text: string): string => text.toLowerCase().replace(schemaUrn, '')

function tokensOf(text: string): Token[] {
  if (text.length > maxFilterLength)
    throw scimProblem('invalidFilter', `The filter is longer than ${maxFilterLength} characters`)
  const found: Token[] = []
  tokens.lastIndex = 0
  while (text.slice(tokens.lastIndex).trim() !== '') {
    const at = tokens.lastIndex
    const match = tokens.exec(text)
    if (!match) throw scimProblem('invalidFilter', `The filter cannot be read from character ${at + 1} on`)
    const [, string, mark, word] = match
    if (string !== undefined) found.push({ kind: 'string', text: string })
    else if (mark !== undefined) found.push({ kind: 'mark', text: mark })
    else if (word !== undefined) found.push({ kind: 'word', text: word })
  }
  return found
}

class FilterParser {
  readonly #tokens: readonly Token[]
  #position = 0
  #comparisons = 0

  constructor(tokenList: readonly Token[]) {
    this.#tokens = tokenList
  }

  parseOr(depth: number): Filter {
    let left = this.#parseAnd(depth)
    while (this.#accept('word', 'or')) left = { kind: 'or', of: [left, this.#parseAnd(depth)] }
    return left
  }

  expectEnd(): void {
    const next = this.#tokens[this.#position]
    if (next) throw scimProblem('invalidFilter', `“${next.text}” stands where the filter should end`)
  }

  #parseAnd(depth: number): Filter {
    let left = this.#parseTerm(depth)
    while (this.#accept('word', 'and')) left = { kind: 'and', of: [left, this.#parseTerm(depth)] }
    return left
  }

  #parseTerm(depth: number): Filter {
    if (depth > maxDepth) throw scimProblem('invalidFilter', `The filter nests deeper than ${maxDepth} levels`)
    if (this.#accept('word', 'not')) {
      this.#expect('(')
      return { kind: 'not', of: this.#parseGroup(depth) }
    }
    if (this.#accept('mark', '(')) return this.#parseGroup(depth)
    return this.#parseComparison(depth)
  }

  #parseGroup(depth: number): Filter {
    const inner = this.parseOr(depth + 1)
    this.#expect(')')
    return inner
  }

  #parseComparison(depth: number): Filter {
    this.#comparisons += 1
    if (this.#comparisons > maxComparisons) {
      throw scimProblem('invalidFilter', `The filter compares more than ${maxComparisons} times`)
    }
    const path = attributePath(this.#expectWord('an attribute'))
    if (!/^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/.test(path))
      throw scimProblem('invalidFilter', `“${path}” is no attribute`)
    if (!this.#accept('mark', '[')) return this.#parseOperator(path)
    const of = this.parseOr(depth + 1)
    this.#expect(']')
    // Entra ID adds a sub-attribute after the bracket: `emails[type eq "work"].value eq "…"`.
    const next = this.#tokens[this.#position]
    if (next?.kind !== 'word' || !/^\.[a-z$][\w$-]*$/i.test(next.text)) return { kind: 'element', path, of }
    this.#position += 1
    return {
      kind: 'element',
      path,
      of: { kind: 'and', of: [of, this.#parseOperator(next.text.slice(1).toLowerCase())] },
    }
  }

  /** Parses `pr` or a comparison. */
  #parseOperator(path: string): Filter {
    const operator = this.#expectWord('a comparison').toLowerCase()
    if (operator === 'pr') return { kind: 'present', path }
    if (!isComparison(operator)) throw scimProblem('invalidFilter', `“${operator}” is no comparison`)
    return { kind: 'compare', path, operator, value: this.#parseValue() }
  }

  #parseValue(): FilterValue {
    const token = this.#tokens[this.#position]
    if (!token || token.kind === 'mark') throw scimProblem('invalidFilter', 'A comparison has no value')
    this.#position += 1
    try {
      const value: unknown = JSON.parse(token.kind === 'string' ? token.text : token.text.toLowerCase())
      // PostgreSQL does not accept NUL in text, so no stored value contains it.
      const isStorable = typeof value !== 'string' || !value.includes('\0')
      if (isStorable && (value === null || ['string', 'number', 'boolean'].includes(typeof value)))
        return value as FilterValue
    } catch {
      // Reported below, like any other invalid value.
    }
    throw scimProblem('invalidFilter', `“${token.text}” is no value: texts stand in quotation marks`)
  }

  #accept(kind: Token['kind'], text: string): boolean {
    const next = this.#tokens[this.#position]
    if (next?.kind !== kind || next.text.toLowerCase() !== text) return false
    this.#position += 1
    return true
  }

  #expect(mark: string): void {
    if (!this.#accept('mark', mark)) throw scimProblem('invalidFilter', `The filter lacks a “${mark}”`)
  }

  #expectWord(what: string): string {
    const next = this.#tokens[this.#position]
    if (next?.kind !== 'word') throw scimProblem('invalidFilter', `The filter lacks ${what}`)
    this.#position += 1
    return next.text
  }
}

const isComparison = (text: string): text is Comparison => comparisons.includes(text)
