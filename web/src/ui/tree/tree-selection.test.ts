import { expect, test } from 'vitest'
import { rowsOf } from './tree-rows'
import { nextSelection, selectModeOf } from './tree-selection'

const rows = rowsOf(
  ['a', 'b', 'c', 'd'].map((id) => ({ id, label: id })),
  new Set(),
)
const chosen = (...args: [Parameters<typeof nextSelection>[0], number, string[], string?]) => {
  const [mode, at, before, anchor] = args
  return [...nextSelection(mode, at, rows, new Set(before), anchor)]
}

test('a row is chosen alone, beside others, or with all between it and the one before', () => {
  expect(chosen('only', 1, ['a', 'd'])).toEqual(['b'])
  expect(chosen('toggle', 1, ['a'])).toEqual(['a', 'b'])
  expect(chosen('toggle', 0, ['a', 'b'])).toEqual(['b'])
  expect(chosen('range', 3, ['a'], 'b')).toEqual(['b', 'c', 'd'])
  expect(chosen('range', 0, [], 'c')).toEqual(['a', 'b', 'c'])
})

test('a range whose beginning is not in sight is the row alone; a place without a row changes nothing', () => {
  expect(chosen('range', 2, ['a'], 'gone')).toEqual(['c'])
  expect(chosen('only', 9, ['a'])).toEqual(['a'])
})

test('the modifier keys say how a click chooses', () => {
  const keys = { shiftKey: false, ctrlKey: false, metaKey: false }
  expect(selectModeOf(keys)).toBe('only')
  expect(selectModeOf({ ...keys, metaKey: true })).toBe('toggle')
  expect(selectModeOf({ ...keys, ctrlKey: true })).toBe('toggle')
  expect(selectModeOf({ ...keys, ctrlKey: true, shiftKey: true })).toBe('range')
})
