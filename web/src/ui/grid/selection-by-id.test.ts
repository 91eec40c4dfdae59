import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAt, type GridContext, positionOf } from './cell-id'
import { checkboxColumn } from './layout'
import { groupRow, headerRow, type Selection, selectionAt } from './selection'
import { isSelected, pruneSelection, resolveSelection, toSelectionById } from './selection-by-id'

/** A grid with these people as rows, and these columns after the checkboxes. */
const contextOf = (
  people: readonly string[],
  headings: readonly string[] = ['name', 'harbour', 'clinic'],
): GridContext => ({
  rows: Uint32Array.from(people.keys()),
  columns: headings.map((id) => ({ id, title: id })),
  cells: { rowId: (row) => people[row] ?? '' },
  columnIndexes: Int32Array.from([checkboxColumn, ...headings.keys()]),
})

const corners = (top: number, left: number, bottom: number, right: number): Selection => ({
  active: { row: top, column: left },
  anchor: { row: top, column: left },
  end: { row: bottom, column: right },
})

/** Stores a selection in one grid and resolves it in another. */
function resolveIn(selection: Selection, before: GridContext, after: GridContext) {
  const stored = toSelectionById(selection, before)
  const pruned = stored && pruneSelection(stored, after)
  return pruned && resolveSelection(pruned, after)
}

/** Names of the selected people. */
const named = (people: readonly string[], rows: readonly number[] | undefined) => rows?.map((row) => people[row])

test('the cursor stays with its person and project when others come to stand before them', () => {
  const after = contextOf(['anna', 'lena', 'mei'], ['name', 'fornebu', 'harbour'])
  const resolved = resolveIn(selectionAt({ row: 1, column: 2 }), contextOf(['anna', 'mei']), after)
  expect(resolved?.active).toEqual({ row: 2, column: 3 })
})

test('a range is the people who were highlighted, after sorting too, with others between them', () => {
  const before = ['dahl', 'eriksson', 'hedlund', 'moreau', 'olsen']
  const after = ['moreau', 'dahl', 'eriksson', 'olsen', 'hedlund']
  const resolved = resolveIn(corners(1, 2, 3, 2), contextOf(before), contextOf(after))
  expect(named(after, resolved?.rows)).toEqual(['moreau', 'eriksson', 'hedlund'])
  expect(resolved).toMatchObject({ range: undefined, hiddenCount: 0 })
  expect([0, 1, 2, 3, 4].map((row) => resolved && isSelected(resolved, { row, column: 2 }))).toEqual([
    ...[true, false, true, false, true],
  ])
})

test('a range is the columns that were highlighted, after one of them was moved too', () => {
  const resolved = resolveIn(
    corners(0, 2, 1, 3),
    contextOf(['anna', 'mei'], ['name', 'harbour', 'clinic', 'tower']),
    contextOf(['anna', 'mei'], ['clinic', 'name', 'tower', 'harbour']),
  )
  expect(resolved?.columns).toEqual([1, 4])
})

test('what is not shown any more leaves a range, does not come back, and it is told how many cells left', () => {
  const all = contextOf(['anna', 'lena', 'mei'])
  const stored = toSelectionById(corners(0, 2, 2, 3), all)
  const fewer = stored && pruneSelection(stored, contextOf(['anna', 'mei'], ['name', 'harbour']))
  expect(fewer && resolveSelection(fewer, contextOf(['anna', 'mei'], ['name', 'harbour'])).hiddenCount).toBe(4)
  const again = fewer && pruneSelection(fewer, all)
  expect(again && named(['anna', 'lena', 'mei'], resolveSelection(again, all).rows)).toEqual(['anna', 'mei'])
  expect(again && resolveSelection(again, all).columns).toEqual([2])
})

test('a cursor whose row or column has gone is nowhere; of a range the first that remains has it', () => {
  const before = contextOf(['anna', 'lena', 'mei'])
  expect(resolveIn(selectionAt({ row: 1, column: 2 }), before, contextOf(['anna', 'mei']))).toBeUndefined()
  expect(resolveIn(selectionAt({ row: 1, column: 2 }), before, contextOf(['anna', 'lena'], ['name']))).toBeUndefined()
  const range = resolveIn(corners(1, 2, 2, 2), before, contextOf(['anna', 'mei']))
  expect(range).toMatchObject({ active: { row: 1, column: 2 }, rows: [1], hiddenCount: 1 })
})

test('a heading is where it is, whatever happens to the rows; the one beside it takes its place when it is hidden', () => {
  const before = contextOf(['anna', 'mei'])
  expect(resolveIn(selectionAt({ row: headerRow, column: 2 }), before, contextOf([]))?.active.row).toBe(headerRow)
  expect(resolveIn(selectionAt({ row: groupRow, column: 2 }), before, contextOf([]))?.rows).toEqual([])
  const hidden = resolveIn(selectionAt({ row: headerRow, column: 2 }), before, contextOf(['anna'], ['name', 'clinic']))
  expect(hidden?.active).toEqual({ row: headerRow, column: 2 })
})

test('nothing can be held outside the grid', () => {
  expect(toSelectionById(selectionAt({ row: 2, column: 1 }), contextOf(['anna', 'mei']))).toBeUndefined()
  expect(toSelectionById(selectionAt({ row: 0, column: 9 }), contextOf(['anna', 'mei']))).toBeUndefined()
  expect(cellAt({ row: -3, column: 0 }, contextOf(['anna']))).toBeUndefined()
})

const ids = fc.uniqueArray(fc.stringMatching(/^[a-f]{1,2}$/), { minLength: 1, maxLength: 12 })

test('whatever is added, removed and sorted: what is selected was selected, and is where it says', () => {
  fc.assert(
    fc.property(ids, ids, fc.nat(), fc.nat(), (before, after, one, other) => {
      const [from, to] = [contextOf(before), contextOf(after)]
      const rows = [one % before.length, other % before.length]
      const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
      const chosen = before.slice(top, bottom + 1)
      const resolved = resolveIn(corners(top, 2, bottom, 3), from, to)
      const still = after.filter((id) => chosen.includes(id))
      expect(named(after, resolved?.rows) ?? []).toEqual(still)
      if (!resolved) return
      expect(still).toContain(after[resolved.active.row])
      expect(resolved.hiddenCount).toBe((chosen.length - still.length) * 2)
    }),
  )
})

test('the place of a cell is the cell of the place', () => {
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat(3), fc.nat(20), (people, at, column, near) => {
      const context = contextOf(people)
      const resolved = { row: at % people.length, column }
      const cell = cellAt(resolved, context)
      expect(cell && positionOf(cell, context, { row: near, column: near })).toEqual(resolved)
    }),
  )
})
