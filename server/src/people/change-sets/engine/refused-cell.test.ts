import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { expect, test } from 'vitest'
import { refusedCell } from './refused-cell'

const given = { user: 'mei@nordbygg.example', project: 'NB-2041', level: 'chief', accessUntil: '' }
const refused = (
  conflict: RowConflict | null,
  words: Record<string, string> = given,
  why: object | null = { line: 7 },
) => refusedCell({ conflict, why, object: { given: words } })

test.each<[RowConflict, string, string]>([
  ['unknownRole', 'level', 'chief'],
  ['unknownPerson', 'user', 'mei@nordbygg.example'],
  ['noAccount', 'user', 'mei@nordbygg.example'],
  ['ambiguousProject', 'project', 'NB-2041'],
  ['invalidDate', 'accessUntil', ''],
])('%s is about the column %s', (conflict, column, value) => {
  expect(refused(conflict)).toEqual({ column, value })
})

test('a formula is named by the cell that has it, as text; an empty cell by its column', () => {
  expect(refused('formula', { ...given, level: '=HYPERLINK("x")' })).toEqual({
    column: 'level',
    value: '=HYPERLINK("x")',
  })
  expect(refused('formula', { ...given, user: '+mei@nordbygg.example', level: '=1' })).toEqual({
    column: 'level',
    value: '=1',
  })
  expect(refused('malformedRow', { ...given, project: ' ' })).toEqual({ column: 'project', value: ' ' })
  expect(refused('duplicate', { name: 'Vest Bygg', number: '4' })).toEqual({ column: 'name', value: 'Vest Bygg' })
})

test('of a row whose own words were not kept, the person is named who is in it twice', () => {
  const row = { conflict: 'duplicate', why: { line: 7 }, object: { user: 'mei@nordbygg.example' } } as const
  expect(refusedCell(row)).toEqual({ column: 'user', value: 'mei@nordbygg.example' })
})

test('a computed cell is known to the reader of the file alone', () => {
  expect(refused('formula', { ...given, level: '20' }, { line: 7, column: 'level' })).toEqual({
    column: 'level',
    value: '20',
  })
})

test('nothing is shown of a row that is well, that came from no file, or that is bad as a whole', () => {
  expect(refused('unknownRole')).toEqual({ column: 'level', value: 'chief' })
  expect(refused(null)).toBeUndefined()
  expect(refused('unknownRole', given, null)).toBeUndefined()
  expect(refused('malformedRow', { ...given, accessUntil: '' })).toBeUndefined()
})

test('a long value is cut, and what could hide something is shown as such', () => {
  expect(refused('unknownRole', { ...given, level: 'x'.repeat(400) })?.value).toBe(`${'x'.repeat(80)}…`)
  expect(refused('unknownRole', { ...given, level: 'us\u202Eer\n' })?.value).toBe('us\uFFFDer\uFFFD')
})
