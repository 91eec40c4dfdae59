import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillFrom, fillTarget, parseTsv, pasteInto, toTsv } from './clipboard'
import type { Range } from './selection'

const grid = { rows: 10, columns: 10 }
const one = (row: number, column: number) => ({ top: row, left: column, bottom: row, right: column })

test('a copy is tabs and lines, each with its end', () => {
  const text = toTsv([0, 1], [0, 1], (row, column) => `${row}${column}`)
  expect(text).toBe('00\t01\n10\t11\n')
})

test('whatever is copied is pasted the same', () => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r') }))
  const blocks = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))
  fc.assert(
    fc.property(blocks, (block) => {
      const columns = [...(block[0] ?? []).keys()]
      const copied = toTsv([...block.keys()], columns, (row, column) => block[row]?.[column] ?? '')
      expect(parseTsv(copied)).toEqual(block)
    }),
  )
})

test('a column that ends in an empty cell is pasted as long as it was copied, and not repeated', () => {
  const copied = toTsv([0, 1], [0], (row) => ['Admin', ''][row] ?? '')
  expect(pasteInto({ top: 4, left: 2, bottom: 6, right: 2 }, parseTsv(copied), grid)).toEqual([
    { row: 4, column: 2, text: 'Admin' },
    { row: 5, column: 2, text: '' },
  ])
})

test('a spreadsheet ends its last line, which is no row', () => {
  expect(parseTsv('User\tAdmin\r\nUser\t\r\n')).toEqual([
    ['User', 'Admin'],
    ['User', ''],
  ])
})

test('a block is pasted from the cell where one is, within the grid', () => {
  const block = [
    ['a', 'b'],
    ['c', 'd'],
  ]
  expect(pasteInto(one(8, 9), block, grid)).toEqual([
    { row: 8, column: 9, text: 'a' },
    { row: 9, column: 9, text: 'c' },
  ])
})

test('one cell is pasted into every selected one', () => {
  expect(pasteInto({ top: 1, left: 1, bottom: 2, right: 3 }, [['User']], grid)).toHaveLength(6)
})

test('ragged rows change only the cells that they have', () => {
  expect(pasteInto(one(0, 0), [['a', 'b'], ['c']], grid)).toHaveLength(3)
})

const where = (row: number, column: number) => `${row}${column}`

test('filling repeats the first row down, or the first column to the right', () => {
  const range = { top: 0, left: 0, bottom: 2, right: 1 }
  const texts = (source: Range) => fillFrom(source, range, where).map(({ text }) => text)
  expect(texts({ ...range, bottom: 0 })).toEqual(['00', '01', '00', '01'])
  expect(texts({ ...range, right: 0 })).toEqual(['00', '10', '20'])
})

test('several cells are repeated in their turn, upwards too', () => {
  const source = { top: 4, left: 2, bottom: 5, right: 2 }
  const filled = fillFrom(source, { ...source, top: 1, bottom: 7 }, where)
  expect(filled.map(({ row, text }) => `${row}:${text}`)).toEqual(['1:52', '2:42', '3:52', '6:42', '7:52'])
})

test('a pulled fill goes along the rows or the columns, whichever way is further', () => {
  const source = { top: 4, left: 2, bottom: 5, right: 3 }
  expect(fillTarget(source, { row: 5, column: 3 })).toEqual(source)
  expect(fillTarget(source, { row: 9, column: 5 })).toEqual({ ...source, bottom: 9 })
  expect(fillTarget(source, { row: 3, column: 9 })).toEqual({ ...source, right: 9 })
  expect(fillTarget(source, { row: 1, column: 2 })).toEqual({ ...source, top: 1 })
  expect(fillTarget(source, { row: 4, column: 0 })).toEqual({ ...source, left: 0 })
})
