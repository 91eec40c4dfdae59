import { expect, test } from 'vitest'
import { cellsIn, moveBy, rangeOf, selectionAt, within } from './selection'

const bounds = { rows: 100, headings: 1, columns: 10, page: 20 }
const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
})
const from = (row: number, column: number) => selectionAt({ row, column })
const to = (key: string, more: object = {}, start = from(50, 5)) => moveBy(press(key, more), start, bounds)?.active

test('arrows move by a cell, with Ctrl to the edge', () => {
  expect(to('ArrowDown')).toEqual({ row: 51, column: 5 })
  expect(to('ArrowLeft')).toEqual({ row: 50, column: 4 })
  expect(to('ArrowDown', { ctrlKey: true })).toEqual({ row: 99, column: 5 })
  expect(to('ArrowRight', { metaKey: true })).toEqual({ row: 50, column: 9 })
})

test('Home and End go along the row, with Ctrl to the corners', () => {
  expect(to('Home')).toEqual({ row: 50, column: 0 })
  expect(to('End')).toEqual({ row: 50, column: 9 })
  expect(to('Home', { ctrlKey: true })).toEqual({ row: 0, column: 0 })
  expect(to('End', { ctrlKey: true })).toEqual({ row: 99, column: 9 })
})

test('Page goes as far as the window, and stops at the ends', () => {
  expect(to('PageDown')).toEqual({ row: 70, column: 5 })
  expect(to('PageUp', {}, from(7, 5))).toEqual({ row: 0, column: 5 })
})

test('above the first row is the header, and nothing above it', () => {
  expect(to('ArrowUp', {}, from(0, 2))).toEqual({ row: -1, column: 2 })
  expect(to('ArrowUp', {}, from(-1, 2))).toEqual({ row: -1, column: 2 })
  expect(to('ArrowUp', { ctrlKey: true }, from(9, 2))).toEqual({ row: 0, column: 2 })
})

test('above the header are the groups, where there are any', () => {
  const grouped = { ...bounds, headings: 2 }
  const up = (row: number, more: object = {}) => moveBy(press('ArrowUp', more), from(row, 2), grouped)?.active.row
  expect([up(0), up(-1), up(-2)]).toEqual([-1, -2, -2])
  expect(moveBy(press('ArrowDown'), from(-2, 2), grouped)?.active.row).toBe(-1)
  expect(moveBy(press('ArrowUp', { shiftKey: true }), from(0, 2), grouped)?.end.row).toBe(0)
})

test('Shift extends the range from where it began, never into the header', () => {
  const first = moveBy(press('ArrowDown', { shiftKey: true }), from(0, 2), bounds)
  const second = first && moveBy(press('ArrowRight', { shiftKey: true }), first, bounds)
  expect(second && rangeOf(second)).toEqual({ top: 0, left: 2, bottom: 1, right: 3 })
  expect(moveBy(press('ArrowUp', { shiftKey: true }), from(0, 2), bounds)?.end).toEqual({ row: 0, column: 2 })
})

test('Ctrl-A takes every cell', () => {
  const all = moveBy(press('a', { ctrlKey: true }), from(3, 3), bounds)
  expect(all && cellsIn(rangeOf(all))).toBe(1_000)
})

test('other keys lead nowhere', () => {
  expect(to('x')).toBeUndefined()
  expect(to('ArrowDown', { altKey: true })).toBeUndefined()
})

test('the active cell stays at its anchor while the range is extended, and Ctrl-A leaves it where it is', () => {
  const extended = moveBy(press('ArrowDown', { shiftKey: true }), from(50, 5), bounds)
  expect(extended).toMatchObject({ active: { row: 50, column: 5 }, end: { row: 51, column: 5 } })
  const additionalItems = extended && moveBy(press('ArrowDown', { shiftKey: true }), extended, bounds)
  expect(additionalItems && rangeOf(additionalItems)).toEqual({ top: 50, left: 5, bottom: 52, right: 5 })
  expect(additionalItems && moveBy(press('ArrowDown'), additionalItems, bounds)?.active).toEqual({ row: 51, column: 5 })
  expect(moveBy(press('a', { ctrlKey: true }), from(50, 5), bounds)?.active).toEqual({ row: 50, column: 5 })
})

test('a place stays inside a grid that has become smaller', () => {
  const position = { row: 80, column: 9 }
  expect(within(position, { ...bounds, rows: 3, columns: 2 })).toEqual({ row: 2, column: 1 })
  expect(within(position, { ...bounds, rows: 0, columns: 2 }).row).toBe(-1)
})
