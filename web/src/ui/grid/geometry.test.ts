import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnSpan, indexAt, maxColumnsIn, offsetsOf, renderOrder, rowSpan, scrollToShow } from './geometry'

const widths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 })

test('columns begin where those before them end', () => {
  expect([...offsetsOf([100, 40, 60])]).toEqual([0, 100, 140, 200])
  expect([...offsetsOf([])]).toEqual([0])
})

test('a position is found in the column that covers it, whatever the widths', () => {
  fc.assert(
    fc.property(widths, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (each, part) => {
      const offsets = offsetsOf(each)
      const position = part * (offsets.at(-1) ?? 0)
      const found = indexAt(offsets, position)
      expect(offsets[found]).toBeLessThanOrEqual(position)
      expect(offsets[found + 1]).toBeGreaterThan(position)
    }),
  )
})

test('what lies outside belongs to the first or last column', () => {
  const offsets = offsetsOf([10, 20])
  expect(indexAt(offsets, -5)).toBe(0)
  expect(indexAt(offsets, 500)).toBe(1)
})

test('every column in the window is drawn, wherever it stands, and always as many', () => {
  fc.assert(
    fc.property(widths, fc.nat(30_000), fc.integer({ min: 1, max: 2_000 }), (each, left, extent) => {
      const offsets = offsetsOf(each)
      const most = maxColumnsIn(offsets, 0, extent)
      const { start, end } = columnSpan(offsets, left, 0, most, 0)
      expect(end - start).toBe(most)
      const last = offsets.at(-1) ?? 0
      const from = Math.min(left, Math.max(0, last - extent))
      expect(offsets[start]).toBeLessThanOrEqual(from)
      expect(offsets[end]).toBeGreaterThanOrEqual(Math.min(last, from + extent))
    }),
  )
})

test('of a thousand columns those in the window are drawn, and the margin beside them', () => {
  const offsets = offsetsOf(Array.from({ length: 1_000 }, () => 100))
  expect(maxColumnsIn(offsets, 0, 400)).toBe(5)
  expect(columnSpan(offsets, 250, 0, 5, 0)).toEqual({ start: 2, end: 7 })
  expect(columnSpan(offsets, 250, 0, 5, 1)).toEqual({ start: 1, end: 8 })
  expect(columnSpan(offsets, 0, 0, 5, 1)).toEqual({ start: 0, end: 7 })
  expect(columnSpan(offsets, 99_900, 3, 5, 1)).toEqual({ start: 993, end: 1_000 })
  expect(columnSpan(offsetsOf([]), 0, 0, 0, 1)).toEqual({ start: 0, end: 0 })
})

test('rows are drawn from the first in sight to the last, also partly, and always as many', () => {
  expect(rowSpan(10_000, 40, 95, 200, 0)).toEqual({ start: 2, end: 8 })
  expect(rowSpan(10_000, 40, 120, 200, 0)).toEqual({ start: 3, end: 9 })
  expect(rowSpan(10_000, 40, 95, 200, 4)).toEqual({ start: 0, end: 14 })
  expect(rowSpan(3, 40, 4_000, 200, 4)).toEqual({ start: 0, end: 3 })
})

test('scrolling shows a cell by as little as can be', () => {
  expect(scrollToShow({ from: 100, to: 140 }, 0, 500)).toBe(0)
  expect(scrollToShow({ from: 480, to: 520 }, 0, 500)).toBe(20)
  expect(scrollToShow({ from: 80, to: 120 }, 100, 500)).toBe(80)
  expect(scrollToShow({ from: 700, to: 1_500 }, 0, 500)).toBe(700)
})

test('what scrolls out gives its slot to what scrolls in, and nothing is moved meanwhile', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.integer({ min: 1, max: 90 }), (start, size) => {
      const before = renderOrder({ start, end: start + size }, false)
      const after = renderOrder({ start: start + 1, end: start + 1 + size }, false)
      expect(after.map(({ slot }) => slot)).toEqual(before.map(({ slot }) => slot))
      const changed = after.filter(({ at }, index) => at !== before[index]?.at)
      expect(changed).toEqual([{ at: start + size, slot: start % size }])
    }),
  )
})

test('at rest everything stands in the order in which it is seen', () => {
  expect(renderOrder({ start: 7, end: 10 }, true).map(({ at }) => at)).toEqual([7, 8, 9])
  expect(renderOrder({ start: 7, end: 10 }, false).map(({ at }) => at)).toEqual([9, 7, 8])
})
