import type { KeyboardEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { handleUndoKey } from './undo-keys'

test('Ctrl-Z undoes, Ctrl-Shift-Z does again, and with Alt it is another key', () => {
  const [undo, redo] = [vi.fn(), vi.fn()]
  const press = (keys: object) => handleUndoKey({ key: 'z', ctrlKey: true, ...keys } as KeyboardEvent, { undo, redo })
  expect(press({ altKey: true })).toBe(false)
  expect([undo, redo].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  expect(press({})).toBe(true)
  expect(press({ shiftKey: true })).toBe(true)
  expect([undo, redo].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})
