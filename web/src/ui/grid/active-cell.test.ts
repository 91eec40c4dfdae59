import { expect, test } from 'vitest'
import { fullNameOf, isRendered } from './active-cell'
import { checkboxColumn, type Layout } from './layout'
import { groupRow, headerRow } from './selection'

const rendered = { rows: { start: 10, end: 20 }, columns: { start: 3, end: 6 } }

test('a cell is rendered where its row and its column are; pinned columns always are', () => {
  expect(isRendered({ row: 10, column: 3 }, rendered, 2)).toBe(true)
  expect(isRendered({ row: 19, column: 5 }, rendered, 2)).toBe(true)
  expect(isRendered({ row: 20, column: 5 }, rendered, 2)).toBe(false)
  expect(isRendered({ row: 19, column: 6 }, rendered, 2)).toBe(false)
  expect(isRendered({ row: 19, column: 1 }, rendered, 2)).toBe(true)
  expect(isRendered({ row: 9, column: 1 }, rendered, 2)).toBe(false)
})

test('a heading is rendered without rows, and a cell of a pinned column without others', () => {
  expect(isRendered({ row: headerRow, column: 4 }, { ...rendered, rows: { start: 0, end: 0 } }, 2)).toBe(true)
  expect(isRendered({ row: 12, column: 1 }, { ...rendered, columns: { start: 2, end: 2 } }, 2)).toBe(true)
  expect(isRendered({ row: headerRow, column: 7 }, rendered, 2)).toBe(false)
  expect(isRendered({ row: groupRow, column: 7 }, rendered, 2)).toBe(true)
})

test('the full name of a column lies to the left where there is no room to the right', () => {
  const layout = {
    columnIndexes: Int32Array.of(checkboxColumn, 0, 1, 2),
    offsets: Float64Array.of(0, 40, 240, 340, 440),
    pinned: 2,
  } as unknown as Layout
  const view = { top: 0, left: 100, width: 600, height: 400 }
  expect(fullNameOf({ row: 3, column: 2 }, layout, view)).toEqual({ at: 2, isBefore: false })
  expect(fullNameOf({ row: 3, column: 3 }, layout, { ...view, left: 0 })).toEqual({ at: 3, isBefore: true })
  expect(fullNameOf({ row: 3, column: 1 }, layout, { ...view, width: 300 })).toEqual({ at: 1, isBefore: true })
  expect(fullNameOf({ row: 3, column: 0 }, layout, view)).toBeUndefined()
  expect(fullNameOf({ row: groupRow, column: 2 }, layout, view)).toBeUndefined()
  expect(fullNameOf(undefined, layout, view)).toBeUndefined()
})
