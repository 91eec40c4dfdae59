import { expect, test } from 'vitest'
import { isUndoKey } from './undo-key'

const stroke = (key: string, keys: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...keys })

test('Z with Ctrl or Command undoes, alone and with Alt it does not', () => {
  expect(isUndoKey(stroke('z', { ctrlKey: true }))).toBe(true)
  expect(isUndoKey(stroke('Z', { metaKey: true }))).toBe(true)
  expect(isUndoKey(stroke('z'))).toBe(false)
  expect(isUndoKey(stroke('y', { ctrlKey: true }))).toBe(false)
  expect(isUndoKey(stroke('z', { ctrlKey: true, altKey: true }))).toBe(false)
})
