import { feedTables } from '@lintel/contract/exchange/feed-tables'
import { Problem, type ProblemObject } from '@lintel/contract/problems'
import { expect, test } from 'vitest'
import { openDatabase } from '../../platform/database'
import { readFilter } from './filter.store'
import { filterColumnsOf } from './table-page.store'

const columns = filterColumnsOf(feedTables.topics)

function refused(filter: string): ProblemObject | undefined {
  try {
    readFilter(filter, columns)
  } catch (error) {
    if (error instanceof Problem) return error.objects[0]
    throw error
  }
  return undefined
}

test.each([
  ['', 'Unexpected end at character 1'],
  ['number', 'Int32 is no condition'],
  ['number eq', 'Unexpected end at character 10'],
  ['number eq 1 2', 'Unexpected "2" at character 13'],
  ['number eq 1)', 'Unexpected ")" at character 12'],
  ['(number eq 1', 'Unexpected end'],
  ["number eq '1'", 'Int32 and String cannot be compared at character 8'],
  ['title eq 1', 'String and Int64 cannot be compared'],
  ['title eq it', 'There is no column "it"'],
  ["title eq 'open", 'Nothing that is known begins with'],
  ['secret eq 1', 'There is no column "secret"'],
  ['constructor eq 1', 'There is no column "constructor"'],
  ['labels eq null', 'There is no column "labels" to compare'],
  ['not title eq 1', 'String is no condition'],
  ['number eq 1 AND isDeleted', 'Unexpected "AND"'],
  ['number = 1', 'Nothing that is known begins with "= 1"'],
  ['number eq 1; drop table topic', 'Nothing that is known begins with ";'],
  ['number eq 1 -- all', 'Nothing that is known begins with "-- all"'],
  ['number eq 1e9', 'Nothing that is known begins with "1e9"'],
  ['number eq 99999999999999999999', 'Nothing that is known begins with'],
  ['createdAt gt 2026-02-30T00:00:00Z', 'There is no 2026-02-30T00:00:00Z at character 14'],
  ['dueDate eq 2026-13-01', 'There is no 2026-13-01'],
  ['dueDate eq 0000-01-01', 'There is no 0000-01-01'],
  ['createdAt gt 0000-01-01T00:00:00Z', 'There is no 0000-01-01T00:00:00Z'],
  ['createdAt gt 0001-01-01T00:00:00+01:00', 'There is no 0001-01-01T00:00:00+01:00'],
  ['createdAt lt 9999-12-31T23:59:59-05:00', 'There is no 9999-12-31T23:59:59-05:00'],
  ['createdAt lt 2026-01-01T24:00:00Z', 'There is no 2026-01-01T24:00:00Z'],
  ['createdAt lt 2026-01-01T00:00:00.1234567890123Z', 'DateTimeOffset and Int64 cannot be compared'],
  ['contains(title)', 'Unexpected ")"'],
  ["contains(title,'a','b')", 'Unexpected ","'],
  ['contains(number,1)', 'contains takes String, not Int32'],
  ['contains(title,null)', 'contains takes String, not Null'],
  ["toString(title) eq 'a'", 'There is no function "toString"'],
  ["contains(title,'a') gt 1", 'Boolean and Int64 cannot be compared'],
])('what cannot be read is refused where it stands: %s', (filter, detail) => {
  expect(refused(filter)).toMatchObject({ code: 'invalidParameter', source: { parameter: '$filter' } })
  expect(refused(filter)?.detail).toContain(detail)
})

test.each([
  ['number add 1 eq 2', 'The operator add is not offered'],
  ['number in (1,2)', 'The operator in is not offered'],
  ["substring(title,1) eq 'a'", 'The function substring is not offered'],
  ["labels/any(label:label eq 'a')", 'The function any is not offered'],
  ['createdAt lt now()', 'The function now is not offered'],
])('what OData has and this has not is named: %s', (filter, detail) => {
  expect(refused(filter)).toMatchObject({ code: 'notImplemented', detail })
})

test('a comparison is told apart from null only where another one compares it: elsewhere an index finds its rows', () => {
  // No query is executed: only SQL is compiled.
  const db = openDatabase({ url: 'postgres://127.0.0.1' })
  const written = (filter: string) => readFilter(filter, columns).compile(db).sql
  expect(written("title eq 'x' and (dueDate gt 2026-10-01 or isDeleted)").match(/coalesce/g)).toHaveLength(1)
  expect(written("title eq 'x'")).not.toContain('coalesce')
  expect(written('(dueDate gt 2026-10-01) eq false')).toMatch(/^\(coalesce\(.*, false\) = \$2::boolean\)$/)
})

const endless = [
  ['100 kB of text', `title eq '${'a'.repeat(100_000)}'`],
  ['100 kB of parentheses', '('.repeat(100_000)],
  ['a thousand parentheses', `${'('.repeat(1_000)}isDeleted${')'.repeat(1_000)}`],
  ['a thousand times not', `${'not '.repeat(990)}isDeleted`],
  ['a thousand functions', `${'tolower('.repeat(400)}title${')'.repeat(400)} eq 'a'`],
  ['as many quotes', "'".repeat(3_999)],
] as const

test.each(endless)('H4: %s are refused in a blink', (_, filter) => {
  expect(refused(filter)?.code).toBe('invalidParameter')
})

test('forty levels and many conditions in a row are read', () => {
  expect(refused(`${'('.repeat(39)}isDeleted${')'.repeat(39)}`)).toBeUndefined()
  expect(refused(Array.from({ length: 200 }, (_, at) => `number eq ${at}`).join(' or '))).toBeUndefined()
})
