import { expect, test } from 'vitest'
import { defaultArrangement } from './arrangement'
import type { GridColumn } from './grid-column'
import { groupRuns, layoutOf, renderedRange } from './layout'

const north = { id: 'north', title: 'North' }
const south = { id: 'south', title: 'South' }
const columns: GridColumn[] = [
  { id: 'name', title: 'Name', width: 180, isPinned: true },
  { id: 'email', title: 'Email', width: 220, isPinned: true },
  ...Array.from({ length: 1_000 }, (_, at) => ({ id: `p${at}`, title: `P${at}`, group: at < 3 ? north : south })),
]
const wide = layoutOf(columns, defaultArrangement, { hasCheckboxes: true, windowWidth: 1_200 })

test('pinned columns stand at the start, the checkboxes before them', () => {
  expect([wide.pinned, wide.pinnedWidth, wide.width]).toEqual([3, 440, 100_440])
  expect([...wide.columnIndexes.slice(0, 4)]).toEqual([-1, 0, 1, 2])
})

test('on a small screen only as many stay as leave room for the others', () => {
  const small = layoutOf(columns, defaultArrangement, { hasCheckboxes: true, windowWidth: 360 })
  expect([small.pinned, small.pinnedWidth]).toEqual([2, 220])
})

test('what names the rows stays on the smallest screen, and leaves half of it', () => {
  const named = columns.map((column) => ({ ...column, isRowHeader: column.id === 'name' }))
  const tiny = layoutOf(named, defaultArrangement, { hasCheckboxes: true, windowWidth: 320 })
  expect([tiny.pinned, tiny.pinnedWidth]).toEqual([2, 168])
})

test('of a thousand columns only those beside the pinned ones are drawn', () => {
  const { rows, columns: rendered } = renderedRange(wide, 10_000, 40, {
    top: 4_000,
    left: 5_000,
    width: 1_200,
    height: 800,
  })
  expect(rows).toEqual({ start: 96, end: 125 })
  expect(rendered.start).toBeGreaterThan(wide.pinned)
  expect(rendered.end - rendered.start).toBe(
    layoutOf(columns, defaultArrangement, { hasCheckboxes: true, windowWidth: 1_200 }).maxVisibleColumns + 2,
  )
})

test('neighbours of one group share a heading', () => {
  expect(groupRuns(columns, wide).map(({ group, start, end }) => [group?.title, start, end])).toEqual([
    [undefined, 0, 3],
    ['North', 3, 6],
    ['South', 6, 1_003],
  ])
})
