import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAt, type Ground, placeOf } from './cell-id'
import { hold, isSelected, remaining, standing } from './held-selection'
import { checkboxColumn } from './layout'
import { groupRow, headerRow, type Selection, selectionAt } from './selection'

/** A grid of these people, in this order, with these columns behind the checkboxes. */
const groundOf = (people: readonly string[], headings: readonly string[] = ['name', 'harbour', 'clinic']): Ground => ({
  rows: Uint32Array.from(people.keys()),
  columns: headings.map((id) => ({ id, title: id })),
  cells: { rowId: (row) => people[row] ?? '' },
  places: Int32Array.from([checkboxColumn, ...headings.keys()]),
})

const corners = (top: number, left: number, bottom: number, right: number): Selection => ({
  active: { row: top, column: left },
  anchor: { row: top, column: left },
  end: { row: bottom, column: right },
})

/** Holds it in one grid and looks where it is in another. */
function carried(selection: Selection, before: Ground, after: Ground) {
  const held = hold(selection, before)
  const kept = held && remaining(held, after)
  return kept && standing(kept, after)
}

/** The people who are selected, by name. */
const named = (people: readonly string[], rows: readonly number[] | undefined) => rows?.map((row) => people[row])

test('the cursor stays with its person and project when others come to stand before them', () => {
  const after = groundOf(['anna', 'lena', 'mei'], ['name', 'fornebu', 'harbour'])
  const place = carried(selectionAt({ row: 1, column: 2 }), groundOf(['anna', 'mei']), after)
  expect(place?.active).toEqual({ row: 2, column: 3 })
})

test('a range is the people who were highlighted, after sorting too, with others between them', () => {
  const before = ['dahl', 'eriksson', 'hedlund', 'moreau', 'olsen']
  const after = ['moreau', 'dahl', 'eriksson', 'olsen', 'hedlund']
  const place = carried(corners(1, 2, 3, 2), groundOf(before), groundOf(after))
  expect(named(after, place?.rows)).toEqual(['moreau', 'eriksson', 'hedlund'])
  expect(place).toMatchObject({ range: undefined, left: 0 })
  expect([0, 1, 2, 3, 4].map((row) => place && isSelected(place, { row, column: 2 }))).toEqual([
    ...[true, false, true, false, true],
  ])
})

test('a range is the columns that were highlighted, after one of them was moved too', () => {
  const place = carried(
    corners(0, 2, 1, 3),
    groundOf(['anna', 'mei'], ['name', 'harbour', 'clinic', 'tower']),
    groundOf(['anna', 'mei'], ['clinic', 'name', 'tower', 'harbour']),
  )
  expect(place?.columns).toEqual([1, 4])
})

test('what is not shown any more leaves a range, does not come back, and it is told how many cells left', () => {
  const all = groundOf(['anna', 'lena', 'mei'])
  const held = hold(corners(0, 2, 2, 3), all)
  const fewer = held && remaining(held, groundOf(['anna', 'mei'], ['name', 'harbour']))
  expect(fewer && standing(fewer, groundOf(['anna', 'mei'], ['name', 'harbour'])).left).toBe(4)
  const again = fewer && remaining(fewer, all)
  expect(again && named(['anna', 'lena', 'mei'], standing(again, all).rows)).toEqual(['anna', 'mei'])
  expect(again && standing(again, all).columns).toEqual([2])
})

test('a cursor whose row or column has gone is nowhere; of a range the first that remains has it', () => {
  const before = groundOf(['anna', 'lena', 'mei'])
  expect(carried(selectionAt({ row: 1, column: 2 }), before, groundOf(['anna', 'mei']))).toBeUndefined()
  expect(carried(selectionAt({ row: 1, column: 2 }), before, groundOf(['anna', 'lena'], ['name']))).toBeUndefined()
  const range = carried(corners(1, 2, 2, 2), before, groundOf(['anna', 'mei']))
  expect(range).toMatchObject({ active: { row: 1, column: 2 }, rows: [1], left: 1 })
})

test('a heading is where it is, whatever happens to the rows; the one beside it takes its place when it is hidden', () => {
  const before = groundOf(['anna', 'mei'])
  expect(carried(selectionAt({ row: headerRow, column: 2 }), before, groundOf([]))?.active.row).toBe(headerRow)
  expect(carried(selectionAt({ row: groupRow, column: 2 }), before, groundOf([]))?.rows).toEqual([])
  const hidden = carried(selectionAt({ row: headerRow, column: 2 }), before, groundOf(['anna'], ['name', 'clinic']))
  expect(hidden?.active).toEqual({ row: headerRow, column: 2 })
})

test('nothing can be held outside the grid', () => {
  expect(hold(selectionAt({ row: 2, column: 1 }), groundOf(['anna', 'mei']))).toBeUndefined()
  expect(hold(selectionAt({ row: 0, column: 9 }), groundOf(['anna', 'mei']))).toBeUndefined()
  expect(cellAt({ row: -3, column: 0 }, groundOf(['anna']))).toBeUndefined()
})

const ids = fc.uniqueArray(fc.stringMatching(/^[a-f]{1,2}$/), { minLength: 1, maxLength: 12 })

test('whatever is added, removed and sorted: what is selected was selected, and is where it says', () => {
  fc.assert(
    fc.property(ids, ids, fc.nat(), fc.nat(), (before, after, one, other) => {
      const [from, to] = [groundOf(before), groundOf(after)]
      const rows = [one % before.length, other % before.length]
      const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
      const chosen = before.slice(top, bottom + 1)
      const place = carried(corners(top, 2, bottom, 3), from, to)
      const still = after.filter((id) => chosen.includes(id))
      expect(named(after, place?.rows) ?? []).toEqual(still)
      if (!place) return
      expect(still).toContain(after[place.active.row])
      expect(place.left).toBe((chosen.length - still.length) * 2)
    }),
  )
})

test('the place of a cell is the cell of the place', () => {
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat(3), fc.nat(20), (people, at, column, near) => {
      const ground = groundOf(people)
      const place = { row: at % people.length, column }
      const cell = cellAt(place, ground)
      expect(cell && placeOf(cell, ground, { row: near, column: near })).toEqual(place)
    }),
  )
})
