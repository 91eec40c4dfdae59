import { expect, test } from 'vitest'
import { type CellGround, cellAt, isSameCell, placeOf } from './cell-id'
import { checkboxColumn } from './layout'

/** A grid of these people, in this order, with these columns behind the checkboxes. */
const groundOf = (people: readonly string[], headings: readonly string[]): CellGround => ({
  rows: Uint32Array.from(people.keys()),
  columns: headings.map((id) => ({ id, title: id })),
  cells: { rowId: (row) => people[row] ?? '', rowTitle: (row) => people[row] ?? '', text: () => '' },
  layout: {
    places: Int32Array.from([checkboxColumn, ...headings.keys()]),
    offsets: new Float64Array(),
    pinned: 0,
    pinnedWidth: 0,
    width: 0,
    mostInSight: 0,
  },
})
const before = groundOf(['anna', 'mei'], ['name', 'harbour'])
const mei = { row: 'mei', column: 'harbour' }

test('a cell is still the same person’s in the same project when somebody and something now stand before it', () => {
  expect(cellAt({ row: 1, column: 2 }, before)).toEqual(mei)
  const after = groundOf(['anna', 'lena', 'mei'], ['name', 'clinic', 'harbour'])
  expect(placeOf(mei, after)).toEqual({ row: 2, column: 3 })
  expect(isSameCell(cellAt({ row: 2, column: 3 }, after), mei)).toBe(true)
  expect(isSameCell(cellAt({ row: 1, column: 3 }, after), mei)).toBe(false)
  expect(isSameCell(cellAt({ row: 2, column: 2 }, after), mei)).toBe(false)
})

test('a cell is gone with its row and with its column', () => {
  expect(placeOf(mei, groundOf(['anna', 'lena'], ['name', 'harbour']))).toBeUndefined()
  expect(placeOf(mei, groundOf(['anna', 'mei'], ['name', 'clinic']))).toBeUndefined()
})

test('no cell stands in the column of checkboxes, nor outside the rows', () => {
  expect(cellAt({ row: 1, column: 0 }, before)).toBeUndefined()
  expect(cellAt({ row: 2, column: 1 }, before)).toBeUndefined()
  expect(cellAt({ row: -1, column: 1 }, before)).toBeUndefined()
})
