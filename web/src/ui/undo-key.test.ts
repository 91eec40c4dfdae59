import { QueryClient } from '@tanstack/react-query'
import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { renderHook } from '../../test/render-hook'
import { useGridKeys } from './grid/use-grid-keys'
import { handleUndoKey, type UndoHandlers } from './undo-key'
import { usePageShortcuts } from './use-page-shortcuts'
import { useUndoKeys } from './use-undo-keys'

const strokes: Readonly<Record<string, Partial<KeyboardEvent>>> = {
  'Ctrl-Z': { key: 'z', ctrlKey: true },
  'Cmd-Z': { key: 'z', metaKey: true },
  'Ctrl-Shift-Z': { key: 'Z', ctrlKey: true, shiftKey: true },
  'Cmd-Shift-Z': { key: 'Z', metaKey: true, shiftKey: true },
  'Ctrl-Y': { key: 'y', ctrlKey: true },
  Z: { key: 'z' },
  'Ctrl-A': { key: 'a', ctrlKey: true },
  'AltGr-Z': { key: 'z', ctrlKey: true, altKey: true },
  'AltGr-Shift-Z': { key: 'Z', ctrlKey: true, altKey: true, shiftKey: true },
  'AltGr-Y': { key: 'y', ctrlKey: true, altKey: true },
}
const undone = ['undo: Ctrl-Z', 'undo: Cmd-Z']
const redone = ['redo: Ctrl-Shift-Z', 'redo: Cmd-Shift-Z', 'redo: Ctrl-Y']

/** What the strokes do where `press` delivers them. A stroke that does something has no other effect. */
function doneBy(press: (event: KeyboardEvent) => void, done: string[]) {
  return Object.entries(strokes).flatMap(([name, keys]) => {
    const event = new Event('keydown', { cancelable: true })
    press(
      Object.assign(event, { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }, keys) as KeyboardEvent,
    )
    expect([name, event.defaultPrevented]).toEqual([name, done.length > 0])
    return done.splice(0).map((step) => `${step}: ${name}`)
  })
}

/** Handlers that note what they do. */
function steps() {
  const done: string[] = []
  return { done, undo: () => void done.push('undo'), redo: () => void done.push('redo') }
}

/** Runs a hook on a page without dialogs, and presses keys beside its fields. */
async function pressOnPage(useKeys: () => void) {
  const isReady = renderHook(new QueryClient(), () => {
    useKeys()
    return true
  })
  Object.assign(document, { querySelector: () => null, closest: () => null })
  await vi.waitUntil(isReady)
  return (event: KeyboardEvent) => document.dispatchEvent(event)
}

test('the same keys undo and redo in a grid, in a tree and beside them, and AltGr is none of them', async () => {
  const { done, undo, redo } = steps()
  const inTree = (event: KeyboardEvent) => handleUndoKey(event, { undo, redo }) && event.preventDefault()
  expect(doneBy(inTree, done)).toEqual([...undone, ...redone])
  const inGrid = useGridKeys({
    ...{ selection: undefined, bounds: { rows: 0, headings: 1, columns: 0, page: 0 }, last: { row: 0, column: 0 } },
    ...{ onUndo: undo, onRedo: redo },
  } as unknown as Parameters<typeof useGridKeys>[0])
  expect(doneBy((event) => inGrid(event as unknown as ReactKeyboardEvent), done)).toEqual([...undone, ...redone])
  const onPage = await pressOnPage(() => useUndoKeys({ undo, redo }))
  expect(doneBy(onPage, done)).toEqual([...undone, ...redone])
})

test('a grid that undoes nothing leaves the keys to its page', () => {
  const { done, undo } = steps()
  const press = (handlers: Partial<UndoHandlers>) => (event: KeyboardEvent) =>
    handleUndoKey(event, handlers) && event.preventDefault()
  expect(doneBy(press({}), done)).toEqual([])
  expect(doneBy(press({ undo }), done)).toEqual(undone)
})

test('a shortcut of the page is its key alone', async () => {
  const { done } = steps()
  const onPage = await pressOnPage(() => usePageShortcuts({ z: () => void done.push('shortcut') }))
  expect(doneBy(onPage, done)).toEqual(['shortcut: Z'])
})
