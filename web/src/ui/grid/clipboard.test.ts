import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillOver, parseTsv, pasteInto, toTsv } from './clipboard'

const grid = { rows: 10, columns: 10 }
const one = (row: number, column: number) => ({ top: row, left: column, bottom: row, right: column })

test('a copy is tabs and lines', () => {
  const text = toTsv({ top: 0, left: 0, bottom: 1, right: 1 }, (row, column) => `${row}${column}`)
  expect(text).toBe('00\t01\n10\t11')
})

test('whatever is copied is pasted the same', () => {
  const rows = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(rows, (block) => {
      const range = { top: 0, left: 0, bottom: block.length - 1, right: 1 }
      const copied = toTsv(range, (row, column) => block[row]?.[column] ?? '')
      expect(parseTsv(copied)).toEqual(block)
    }),
  )
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

test('filling repeats the first row down, or the first column to the right', () => {
  const text = (row: number, column: number) => `${row}${column}`
  const range = { top: 0, left: 0, bottom: 2, right: 1 }
  expect(fillOver(range, 'down', text).map((change) => change.text)).toEqual(['00', '01', '00', '01'])
  expect(fillOver(range, 'right', text).map((change) => change.text)).toEqual(['00', '10', '20'])
})
