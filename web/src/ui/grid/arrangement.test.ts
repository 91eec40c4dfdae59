import { readSetting, settingVersion } from '@lintel/contract/settings/user-settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changeColumn,
  fittingWidth,
  groupsOf,
  moveColumn,
  naturalArrangement,
  orderOf,
  showGroup,
  shownOf,
  toggleSort,
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
  expect(shownOf(columns, naturalArrangement)).toEqual({
    places: [0, 1, 2, 3, 4, 5, 6, 7],
    widths: [180, 100, 100, 100, 100, 100, 100, 100],
    pinned: 2,
  })
})

test('any order is found again from what is kept of it', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...plain(24).keys()], { minLength: 24 }), (order) => {
      const all = plain(24)
      expect(orderOf(all, withOrder(all, naturalArrangement, order))).toEqual(order)
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
        const rest = [0, 1, 2, 4, 5, 7, 8, 9].filter((place) => !one.includes(place))
        const order = [...pins, ...one, ...rest]
        expect(orderOf(all, withOrder(all, naturalArrangement, order))).toEqual(order)
      },
    ),
  )
})

test('moving one of a thousand columns keeps at most three entries', () => {
  const all = plain(1_000)
  const moved = moveColumn(all, naturalArrangement, 700, 3)
  expect(orderOf(all, moved).slice(0, 6)).toEqual([0, 1, 2, 700, 3, 4])
  expect(moved.columns.length).toBeLessThanOrEqual(3)
})

test('a column moved there and back leaves nothing behind', () => {
  const there = moveColumn(columns, naturalArrangement, 3, 6)
  expect(orderOf(columns, there)).toEqual([0, 1, 2, 4, 5, 6, 3, 7])
  expect(moveColumn(columns, there, 3, 4)).toEqual(naturalArrangement)
})

test('a project of tomorrow stands after its natural neighbour', () => {
  const moved = moveColumn(plain(4), naturalArrangement, 3, 0)
  expect(orderOf(plain(5), moved)).toEqual([3, 4, 0, 1, 2])
})

test('a pinned column does not move among the others', () => {
  expect(moveColumn(columns, naturalArrangement, 0, 4)).toBe(naturalArrangement)
})

test('width, hiding and pinning are kept, and the place with them', () => {
  const wider = changeColumn(columns, naturalArrangement, 'c2', { width: 240 })
  const hidden = changeColumn(columns, wider, 'c3', { isVisible: false })
  const pinned = changeColumn(columns, hidden, 'c5', { isPinned: true })
  expect(shownOf(columns, pinned)).toEqual({
    places: [0, 1, 7, 2, 3, 4, 6],
    widths: [180, 100, 100, 100, 100, 240, 100],
    pinned: 3,
  })
})

test('a column that must be there cannot be hidden', () => {
  expect(shownOf(columns, changeColumn(columns, naturalArrangement, 'name', { isVisible: false })).places).toContain(0)
})

test('a column that is hidden at first is shown when somebody chooses it, and hidden again', () => {
  const some: GridColumn[] = [
    { id: 'name', title: 'Name' },
    { id: 'number', title: 'Number', isHidden: true },
  ]
  const places = (arrangement = naturalArrangement) => shownOf(some, arrangement).places
  expect(places()).toEqual([0])
  const chosen = changeColumn(some, naturalArrangement, 'number', { isVisible: true })
  expect(places(chosen)).toEqual([0, 1])
  expect(places(changeColumn(some, chosen, 'number', { isVisible: false }))).toEqual([0])
})

test('a search leaves columns out for the moment, and those that must be there too', () => {
  expect(shownOf(columns, naturalArrangement, (place) => place < 2 || place === 5).places).toEqual([0, 1, 5])
})

test('what is kept is a setting that the server takes', () => {
  const all = plain(1_000)
  const order = all.map((_, at) => 999 - at)
  const kept = toggleSort(withOrder(all, naturalArrangement, order), 'c1', false)
  expect(readSetting('users', kept)).toEqual(kept)
  expect(settingVersion('users')).toBe(1)
})

test('sorting goes up, down and away; more keys follow each other', () => {
  const up = toggleSort(naturalArrangement, 'name', false)
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
  expect([fittingWidth(3), fittingWidth(123.6), fittingWidth(9_000)]).toEqual([40, 124, 800])
})

test('a group is hidden but for what must be there, kept so, and shown again with its columns as they were', () => {
  const north = { id: 'north', title: 'North' }
  const some: GridColumn[] = [
    { id: 'name', title: 'Name', canHide: false, group: north },
    { id: 'one', title: 'One', group: north },
    { id: 'two', title: 'Two', group: { id: 'south', title: 'South' } },
  ]
  const wide = changeColumn(some, naturalArrangement, 'one', { width: 240 })
  const hidden = showGroup(wide, 'north', false)
  expect(shownOf(some, hidden).places).toEqual([0, 2])
  expect(shownOf(some, moveColumn(some, hidden, 2, 0)).places).toEqual([2, 0])
  expect(readSetting('users', hidden)).toEqual(hidden)
  expect(shownOf(some, showGroup(hidden, 'north', true)).widths).toEqual([100, 240, 100])
  expect(groupsOf(some)).toEqual([
    { ...north, hideable: 1 },
    { id: 'south', title: 'South', hideable: 1 },
  ])
})

test('columns that can be narrow are so where that is chosen, and are as wide as before afterwards', () => {
  const all = columns.map((column, at) => (at < 2 ? column : { ...column, canNarrow: true }))
  const resized = changeColumn(all, naturalArrangement, 'c1', { width: 240 })
  const narrow = { ...resized, isNarrow: true }
  expect(shownOf(all, narrow).widths).toEqual([180, 100, 44, 44, 44, 44, 44, 44])
  expect(shownOf(all, { ...narrow, isNarrow: false }).widths).toEqual([180, 100, 100, 240, 100, 100, 100, 100])
  expect(readSetting('users', narrow)).toEqual(narrow)
})

test('a column that is new stands visibly behind its natural neighbour in what was arranged before it was there', () => {
  const before = plain(6)
  const arranged = changeColumn(before, moveColumn(before, naturalArrangement, 5, 1), 'c2', {
    isVisible: false,
    width: 90,
  })
  const now: GridColumn[] = [...before.slice(0, 3), { id: 'new', title: 'New' }, ...before.slice(3)]
  const idsOf = (all: readonly GridColumn[]) => shownOf(all, arranged).places.map((place) => all[place]?.id)
  expect(idsOf(before)).toEqual(['c0', 'c5', 'c1', 'c3', 'c4'])
  expect(idsOf(now)).toEqual(['c0', 'c5', 'c1', 'new', 'c3', 'c4'])
})
