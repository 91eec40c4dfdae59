import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { useGridKeys } from './use-grid-keys'

test('letters and digits begin to edit a cell, shortcuts of the page do not', () => {
  const typed: (string | undefined)[] = []
  const active = { row: 0, column: 0 }
  const press = useGridKeys({
    ...{ selection: { active, end: active }, bounds: { rows: 9, headings: 1, columns: 9, page: 5 }, last: active },
    edit: (_position: object, letter?: string) => typed.push(letter),
  } as unknown as Parameters<typeof useGridKeys>[0])
  const keys = ['w', '1', '?', '/', '.'].map((key) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key })
    press(event as unknown as KeyboardEvent)
    return [key, event.defaultPrevented]
  })
  expect(typed).toEqual(['w', '1'])
  expect(Object.fromEntries(keys)).toEqual({ w: true, 1: true, '?': false, '/': false, '.': false })
})
