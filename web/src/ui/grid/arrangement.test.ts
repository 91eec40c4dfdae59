import { readSetting, settingVersion } from '@lintel/contract/settings/user-settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Arrangement,
  canReplace,
  changeColumn,
  clampColumnWidth,
  columnOrder,
  defaultArrangement,
  groupsOf,
  maxListedColumns,
  moveColumn,
  setGroupVisible,
  toggleSort,
  visibleColumns,
  withOrder,
} from './arrangement'
import type { GridColumn } from './grid-column'

const plain = (count: number): GridColumn[] =>
  Array.from({ length: count }, (_, at) => ({ id: `c${at}`, title: `C${at}` }))
const columns: GridColumn[] = [
  { id: 'name', title: 'Name', isPinned: true, canHide: false, width: 180 },
  { id: 'email', title: 'Email', isPinned: true },
  ...plain(6),
]

test('without an arrangement columns stand naturally, at their own widths', () => {
  expect(visibleColumns(columns, defaultArrangement)).toEqual({
    columnIndexes: [0, 1, 2, 3, 4, 5, 6, 7],
    widths: [180, 100, 100, 100, 100, 100, 100, 100],
    pinned: 2,
  })
})

test('any order is found again from what is kept of it', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...plain(24).keys()], { minLength: 24 }), (order) => {
      const all = plain(24)
      expect(columnOrder(all, withOrder(all, defaultArrangement, order))).toEqual(order)
    }),
  )
})

test('pinned columns in between disturb no order', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([0, 1, 2, 4, 5, 7, 8, 9]),
      fc.shuffledSubarray([3, 6], { minLength: 2 }),
      (one, pins) => {
        const all = plain(10).map((column, at) => ({ ...column, isPinned: at === 3 || at === 6 }))
        const rest = [0, 1, 2, 4, 5, 7, 8, 9].filter((columnIndex) => !one.includes(columnIndex))
        const order = [...pins, ...one, ...rest]
        expect(columnOrder(all, withOrder(all, defaultArrangement, order))).toEqual(order)
      },
    ),
  )
})

test('moving one of a thousand columns keeps at most three entries', () => {
  const all = plain(1_000)
  const moved = moveColumn(all, defaultArrangement, 700, 3)
  expect(columnOrder(all, moved).slice(0, 6)).toEqual([0, 1, 2, 700, 3, 4])
  expect(moved.columns.length).toBeLessThanOrEqual(3)
})

test('a column moved there and back leaves nothing behind', () => {
  const there = moveColumn(columns, defaultArrangement, 3, 6)
  expect(columnOrder(columns, there)).toEqual([0, 1, 2, 4, 5, 6, 3, 7])
  expect(moveColumn(columns, there, 3, 4)).toEqual(defaultArrangement)
})

test('a project of tomorrow stands after its natural neighbour', () => {
  const moved = moveColumn(plain(4), defaultArrangement, 3, 0)
  expect(columnOrder(plain(5), moved)).toEqual([3, 4, 0, 1, 2])
})

test('a pinned column does not move among the others', () => {
  expect(moveColumn(columns, defaultArrangement, 0, 4)).toBe(defaultArrangement)
})

test('width, hiding and pinning are kept, and the place with them', () => {
  const wider = changeColumn(columns, defaultArrangement, 'c2', { width: 240 })
  const hidden = changeColumn(columns, wider, 'c3', { isVisible: false })
  const pinned = changeColumn(columns, hidden, 'c5', { isPinned: true })
  expect(visibleColumns(columns, pinned)).toEqual({
    columnIndexes: [0, 1, 7, 2, 3, 4, 6],
    widths: [180, 100, 100, 100, 100, 240, 100],
    pinned: 3,
  })
})

test('a column that must be there cannot be hidden', () => {
  expect(
    visibleColumns(columns, changeColumn(columns, defaultArrangement, 'name', { isVisible: false })).columnIndexes,
  ).toContain(0)
})

test('a column that is hidden at first is shown when somebody chooses it, and hidden again', () => {
  const some: GridColumn[] = [
    { id: 'name', title: 'Name' },
    { id: 'number', title: 'Number', isHidden: true },
  ]
  const columnIndexes = (arrangement = defaultArrangement) => visibleColumns(some, arrangement).columnIndexes
  expect(columnIndexes()).toEqual([0])
  const chosen = changeColumn(some, defaultArrangement, 'number', { isVisible: true })
  expect(columnIndexes(chosen)).toEqual([0, 1])
  expect(columnIndexes(changeColumn(some, chosen, 'number', { isVisible: false }))).toEqual([0])
})

test('a search leaves columns out for the moment, and those that must be there too', () => {
  expect(
    visibleColumns(columns, defaultArrangement, (columnIndex) => columnIndex < 2 || columnIndex === 5).columnIndexes,
  ).toEqual([0, 1, 5])
})

test('what is kept is a setting that the server takes', () => {
  const all = plain(1_000)
  const hide = (before: Arrangement, id: string) => changeColumn(all, before, id, { isVisible: false })
  const full = { columns: all.slice(-maxListedColumns).map(({ id }) => ({ id, isVisible: false })) }
  expect(hide(full, 'c999')).toEqual(full)
  expect(canReplace(defaultArrangement, full)).toBe(true)
  const kept = toggleSort(full, 'c1', false)
  expect(readSetting('users', kept)).toEqual(kept)
  expect(settingVersion('users')).toBe(1)

  // A column more, before the listed ones or in another order, would take the place of one of them.
  expect(canReplace(full, hide(full, 'c0'))).toBe(false)
  const reversed = all.map((_, at) => 999 - at)
  expect(canReplace(defaultArrangement, withOrder(all, defaultArrangement, reversed))).toBe(false)
  expect(canReplace(full, changeColumn(all, full, 'c999', { isVisible: true }))).toBe(true)
})

test('sorting goes up, down and away; more keys follow each other', () => {
  const up = toggleSort(defaultArrangement, 'name', false)
  const both = toggleSort(up, 'email', true)
  expect(both.sort).toEqual([
    { id: 'name', ascending: true },
    { id: 'email', ascending: true },
  ])
  expect(toggleSort(both, 'name', true).sort).toEqual([
    { id: 'name', ascending: false },
    { id: 'email', ascending: true },
  ])
  expect(toggleSort(toggleSort(up, 'name', false), 'name', false).sort).toEqual([])
})

test('widths are whole pixels within their bounds', () => {
  expect([clampColumnWidth(3), clampColumnWidth(123.6), clampColumnWidth(9_000)]).toEqual([40, 124, 800])
})

test('a group is hidden but for what must be there, kept so, and shown again with its columns as they were', () => {
  const north = { id: 'north', title: 'North' }
  const some: GridColumn[] = [
    { id: 'name', title: 'Name', canHide: false, group: north },
    { id: 'one', title: 'One', group: north },
    { id: 'two', title: 'Two', group: { id: 'south', title: 'South' } },
  ]
  const wide = changeColumn(some, defaultArrangement, 'one', { width: 240 })
  const hidden = setGroupVisible(wide, 'north', false)
  expect(visibleColumns(some, hidden).columnIndexes).toEqual([0, 2])
  expect(visibleColumns(some, moveColumn(some, hidden, 2, 0)).columnIndexes).toEqual([2, 0])
  expect(readSetting('users', hidden)).toEqual(hidden)
  expect(visibleColumns(some, setGroupVisible(hidden, 'north', true)).widths).toEqual([100, 240, 100])
  expect(groupsOf(some)).toEqual([
    { ...north, hideable: 1 },
    { id: 'south', title: 'South', hideable: 1 },
  ])
})

test('columns that can be narrow are so where that is chosen, and are as wide as before afterwards', () => {
  const all = columns.map((column, at) => (at < 2 ? column : { ...column, canNarrow: true }))
  const resized = changeColumn(all, defaultArrangement, 'c1', { width: 240 })
  const narrow = { ...resized, isNarrow: true }
  expect(visibleColumns(all, narrow).widths).toEqual([180, 100, 44, 44, 44, 44, 44, 44])
  expect(visibleColumns(all, { ...narrow, isNarrow: false }).widths).toEqual([180, 100, 100, 240, 100, 100, 100, 100])
  expect(readSetting('users', narrow)).toEqual(narrow)
})

test('a column that is new stands visibly behind its natural neighbour in what was arranged before it was there', () => {
  const before = plain(6)
  const arranged = changeColumn(before, moveColumn(before, defaultArrangement, 5, 1), 'c2', {
    isVisible: false,
    width: 90,
  })
  const now: GridColumn[] = [...before.slice(0, 3), { id: 'new', title: 'New' }, ...before.slice(3)]
  const idsOf = (all: readonly GridColumn[]) =>
    visibleColumns(all, arranged).columnIndexes.map((columnIndex) => all[columnIndex]?.id)
  expect(idsOf(before)).toEqual(['c0', 'c5', 'c1', 'c3', 'c4'])
  expect(idsOf(now)).toEqual(['c0', 'c5', 'c1', 'new', 'c3', 'c4'])
})
