import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { handleGroupKey } from './group-keys'
import type { GroupRun } from './layout'
import { type CellPosition, groupRow } from './selection'

const groups: GroupRun[] = [
  { group: { id: 'user', title: 'User' }, start: 0, end: 3 },
  { group: { id: 'projects', title: 'Projects' }, start: 3, end: 9 },
  { group: undefined, start: 9, end: 10 },
]

function press(key: string, column: number, more: object = {}) {
  let went: CellPosition | undefined
  let opened: string | undefined
  const event = { key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more }
  const handled = handleGroupKey(event as KeyboardEvent, {
    groups,
    active: { row: groupRow, column },
    select: ({ active }) => {
      went = active
    },
    onMenu: ({ group }) => {
      opened = group?.title
    },
  })
  return { handled, column: went?.column, opened }
}

test('left and right go from group to group, wherever in one the person is, and stop at the ends', () => {
  expect(press('ArrowRight', 1)).toMatchObject({ handled: true, column: 3 })
  expect(press('ArrowRight', 8)).toMatchObject({ handled: true, column: 9 })
  expect(press('ArrowLeft', 8)).toMatchObject({ handled: true, column: 0 })
  expect(press('ArrowLeft', 2)).toMatchObject({ handled: true, column: undefined })
  expect(press('ArrowRight', 9)).toMatchObject({ handled: true, column: undefined })
})

test('Enter, Space and what opens a column’s menu open the group’s; where there is no group there is none', () => {
  for (const [key, more] of [
    ['Enter'],
    [' '],
    ['ContextMenu'],
    ['F10', { shiftKey: true }],
    ['ArrowDown', { altKey: true }],
  ] as const)
    expect(press(key, 4, more)).toMatchObject({ handled: true, opened: 'Projects' })
  expect(press('Enter', 9).opened).toBeUndefined()
})

test('other keys are left to the grid', () => {
  expect(press('ArrowDown', 4).handled).toBe(false)
  expect(press('ArrowRight', 4, { ctrlKey: true }).handled).toBe(false)
})
