import { beforeEach, expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { type OpenChangeSet, useChangeSetScreen } from './use-change-set-screen'

beforeEach(() => void vi.stubGlobal('fetch', async () => new Response()))

/** Presses a key on a screen that works with change sets; `place` tells what the focused element is. */
async function pressOn(key: string, place: 'page' | 'field' | 'dialog') {
  const { current, change } = await renderForm(() => useChangeSetScreen<OpenChangeSet>('nord', () => undefined))
  Object.assign(document, {
    querySelector: () => (place === 'dialog' ? {} : null),
    closest: () => (place === 'field' ? {} : null),
  })
  await change(() => document.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key })))
  return current().open
}

test('a full stop opens the recent changes of a screen', async () => {
  expect(await pressOn('.', 'page')).toEqual({ at: 'recent' })
})

test('another key does not', async () => {
  expect(await pressOn(',', 'page')).toBeUndefined()
})

test.each(['field', 'dialog'] as const)('in a %s it is a full stop', async (place) => {
  expect(await pressOn('.', place)).toBeUndefined()
})
