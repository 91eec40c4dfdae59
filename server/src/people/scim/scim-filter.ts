import { refused } from './scim-problem'

/** How values are compared (RFC 7644, 3.4.2.2). */
export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

/** What an attribute is compared with. */
export type FilterValue = string | number | boolean | null

/** A filter as it was read. `path` is an attribute in lower case: `username`, `name.familyname`, `emails.value`. */
export type Filter =
  | { kind: 'and' | 'or'; of: readonly [Filter, Filter] }
  | { kind: 'not'; of: Filter }
  | { kind: 'present'; path: string }
  | { kind: 'compare'; path: string; by: Comparison; value: FilterValue }
  /** One element of a multi-valued attribute meets all of `of`, whose paths are those of its parts. */
  | { kind: 'element'; path: string; of: Filter }

/** Longest filter, in characters, and how deep parentheses, `not` and brackets may nest (security I). */
const longest = 4_000
const deepest = 20
/** Most comparisons in one filter. */
const mostComparisons = 100

const comparisons: readonly string[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']

/** Begins an attribute that is written with the URN of its schema. */
const schemaUrn = /^urn:ietf:params:scim:schemas:(?:core|extension:enterprise):2\.0:(?:user|group):/

type Token = { kind: 'word' | 'string' | 'mark'; text: string }

/** A word, a string with JSON's escapes, or a bracket; none of them can match in two ways. */
const tokens = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s"()[\]]+))/uy

/**
 * Reads a filter with the precedence of the RFC: `not` before `and` before `or`. What is no filter, is longer than four thousand characters,
 * nests deeper than twenty levels or compares more than a hundred times is refused with `invalidFilter`.
 */
export function readFilter(text: string): Filter {
  const reader = new FilterReader(tokensOf(text))
  const filter = reader.readOr(0)
  reader.expectEnd()
  return filter
}

/** Attributes are written in any case, and with or without the URN of their schema. */
export const attributePath = (text: string): string => text.toLowerCase().replace(schemaUrn, '')

function tokensOf(text: string): Token[] {
  if (text.length > longest) throw refused('invalidFilter', `The filter is longer than ${longest} characters`)
  const found: Token[] = []
  tokens.lastIndex = 0
  while (text.slice(tokens.lastIndex).trim() !== '') {
    const at = tokens.lastIndex
    const match = tokens.exec(text)
    if (!match) throw refused('invalidFilter', `The filter cannot be read from character ${at + 1} on`)
    const [, string, mark, word] = match
    if (string !== undefined) found.push({ kind: 'string', text: string })
    else if (mark !== undefined) found.push({ kind: 'mark', text: mark })
    else if (word !== undefined) found.push({ kind: 'word', text: word })
  }
  return found
}

class FilterReader {
  readonly #tokens: readonly Token[]
  #at = 0
  #comparisons = 0

  constructor(read: readonly Token[]) {
    this.#tokens = read
  }

  readOr(depth: number): Filter {
    let left = this.#readAnd(depth)
    while (this.#takes('word', 'or')) left = { kind: 'or', of: [left, this.#readAnd(depth)] }
    return left
  }

  expectEnd(): void {
    const next = this.#tokens[this.#at]
    if (next) throw refused('invalidFilter', `“${next.text}” stands where the filter should end`)
  }

  #readAnd(depth: number): Filter {
    let left = this.#readOne(depth)
    while (this.#takes('word', 'and')) left = { kind: 'and', of: [left, this.#readOne(depth)] }
    return left
  }

  #readOne(depth: number): Filter {
    if (depth > deepest) throw refused('invalidFilter', `The filter nests deeper than ${deepest} levels`)
    if (this.#takes('word', 'not')) {
      this.#expect('(')
      return { kind: 'not', of: this.#readGroup(depth) }
    }
    if (this.#takes('mark', '(')) return this.#readGroup(depth)
    return this.#readComparison(depth)
  }

  #readGroup(depth: number): Filter {
    const inner = this.readOr(depth + 1)
    this.#expect(')')
    return inner
  }

  #readComparison(depth: number): Filter {
    this.#comparisons += 1
    if (this.#comparisons > mostComparisons) {
      throw refused('invalidFilter', `The filter compares more than ${mostComparisons} times`)
    }
    const path = attributePath(this.#word('an attribute'))
    if (!/^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/.test(path)) throw refused('invalidFilter', `“${path}” is no attribute`)
    if (!this.#takes('mark', '[')) return this.#readOperator(path)
    const of = this.readOr(depth + 1)
    this.#expect(']')
    // Entra ID asks for a part of the element behind the bracket: `emails[type eq "work"].value eq "…"`.
    const next = this.#tokens[this.#at]
    if (next?.kind !== 'word' || !/^\.[a-z$][\w$-]*$/i.test(next.text)) return { kind: 'element', path, of }
    this.#at += 1
    return {
      kind: 'element',
      path,
      of: { kind: 'and', of: [of, this.#readOperator(next.text.slice(1).toLowerCase())] },
    }
  }

  /** What is said of an attribute: that it is present, or how it compares. */
  #readOperator(path: string): Filter {
    const by = this.#word('a comparison').toLowerCase()
    if (by === 'pr') return { kind: 'present', path }
    if (!isComparison(by)) throw refused('invalidFilter', `“${by}” is no comparison`)
    return { kind: 'compare', path, by, value: this.#value() }
  }

  #value(): FilterValue {
    const token = this.#tokens[this.#at]
    if (!token || token.kind === 'mark') throw refused('invalidFilter', 'A comparison has no value')
    this.#at += 1
    try {
      const value: unknown = JSON.parse(token.kind === 'string' ? token.text : token.text.toLowerCase())
      // No text that is stored holds NUL, and the database takes none.
      const isKept = typeof value !== 'string' || !value.includes('\0')
      if (isKept && (value === null || ['string', 'number', 'boolean'].includes(typeof value)))
        return value as FilterValue
    } catch {
      // Told like any other value that is none.
    }
    throw refused('invalidFilter', `“${token.text}” is no value: texts stand in quotation marks`)
  }

  #takes(kind: Token['kind'], text: string): boolean {
    const next = this.#tokens[this.#at]
    if (next?.kind !== kind || next.text.toLowerCase() !== text) return false
    this.#at += 1
    return true
  }

  #expect(mark: string): void {
    if (!this.#takes('mark', mark)) throw refused('invalidFilter', `The filter lacks a “${mark}”`)
  }

  #word(what: string): string {
    const next = this.#tokens[this.#at]
    if (next?.kind !== 'word') throw refused('invalidFilter', `The filter lacks ${what}`)
    this.#at += 1
    return next.text
  }
}

const isComparison = (text: string): text is Comparison => comparisons.includes(text)
