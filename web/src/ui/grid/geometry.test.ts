import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnSpan, indexAt, offsetsOf, rowSpan, scrollToShow, slotsFor } from './geometry'

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

test('every column in the window is drawn, and no more than the margin beside it', () => {
  const offsets = offsetsOf(Array.from({ length: 1_000 }, () => 100))
  expect(columnSpan(offsets, 250, 650, 0)).toEqual({ start: 2, end: 7 })
  expect(columnSpan(offsets, 250, 650, 1)).toEqual({ start: 1, end: 8 })
  expect(columnSpan(offsets, 0, 100, 0)).toEqual({ start: 0, end: 1 })
  expect(columnSpan(offsetsOf([]), 0, 100, 1)).toEqual({ start: 0, end: 0 })
})

test('rows are drawn from the first in sight to the last, also partly', () => {
  expect(rowSpan(10_000, 40, 95, 200, 0)).toEqual({ start: 2, end: 8 })
  expect(rowSpan(10_000, 40, 95, 200, 4)).toEqual({ start: 0, end: 12 })
  expect(rowSpan(3, 40, 4_000, 200, 4)).toEqual({ start: 3, end: 3 })
})

test('scrolling shows a cell by as little as can be', () => {
  expect(scrollToShow({ from: 100, to: 140 }, 0, 500)).toBe(0)
  expect(scrollToShow({ from: 480, to: 520 }, 0, 500)).toBe(20)
  expect(scrollToShow({ from: 80, to: 120 }, 100, 500)).toBe(80)
  expect(scrollToShow({ from: 700, to: 1_500 }, 0, 500)).toBe(700)
})

test('neighbours in one window never share a slot', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.integer({ min: 1, max: 90 }), (start, count) => {
      const span = { start, end: start + count }
      const slots = slotsFor(span)
      expect(new Set(Array.from({ length: count }, (_, at) => (start + at) % slots)).size).toBe(count)
    }),
  )
})
