import { Problem } from '@lintel/contract/problems'

/** A token of a `$filter` with its offset. */
export interface FilterToken {
  kind: 'string' | 'dateTime' | 'date' | 'guid' | 'number' | 'word' | '(' | ')' | ',' | 'end'
  text: string
  at: number
}

const kinds = [
  ['string', /'(?:[^']|'')*'/y],
  ['dateTime', /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?(?:Z|[+-]\d{2}:\d{2})(?![\w.])/iy],
  ['guid', /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/iy],
  ['date', /\d{4}-\d{2}-\d{2}(?![\w-])/y],
  ['number', /-?\d{1,18}(?:\.\d{1,12})?(?![\w.])/y],
  ['word', /[A-Za-z_]\w*(?:\/[A-Za-z_]\w*)*/y],
  ['(', /\(/y],
  [')', /\)/y],
  [',', /,/y],
] as const
const space = /[ \t]*/y

/** The 400 problem of an invalid `$filter`; `at` is the offset from 0. */
export const filterProblem = (detail: string, at?: number): Problem =>
  new Problem('invalidParameter', {
    parameter: '$filter',
    detail: at === undefined ? detail : `${detail} at character ${at + 1}`,
  })

/** Tokenizes a `$filter` in a single pass. Throws 400 for an unknown token. */
export function* filterTokens(text: string): Generator<FilterToken, void> {
  let at = endOf(space, text, 0)
  while (at < text.length) {
    const token = tokenAt(text, at)
    yield token
    at = endOf(space, text, at + token.text.length)
  }
  yield { kind: 'end', text: 'the end', at }
}

function tokenAt(text: string, at: number): FilterToken {
  for (const [kind, pattern] of kinds) {
    const end = endOf(pattern, text, at)
    if (end > at) return { kind, text: text.slice(at, end), at }
  }
  throw filterProblem(`Nothing that is known begins with ${JSON.stringify(text.slice(at, at + 10))}`, at)
}

/** The end of a match at `at`; `at` itself when there is none. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
