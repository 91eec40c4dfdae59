import { customers } from '@lintel/contract/customers/customers'
import type { ProblemCode } from '@lintel/contract/problems'
import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { CallFailure } from '../failure'
import { useRecordSteps } from './use-record-steps'

const failure = (status: number, code: ProblemCode) =>
  new CallFailure(status, [{ status: String(status), code, title: code } as never], undefined)

test.each([
  [412, 'stale', 1],
  [404, 'notFound', 1],
  [409, 'stillInUse', 1],
  [500, 'internal', 2],
] as const)('after %i %s an undo was tried, and is tried again or makes way: %s', async (status, code, tries) => {
  const step = { type: customers.type, from: 1, to: 2 }
  const before = vi.fn(async () => 3)
  const refused = vi.fn(async (): Promise<undefined> => {
    throw failure(status, code)
  })
  const { change, saved, current } = await renderForm(() => ({ steps: useRecordSteps(), toasts: useVisibleToasts() }))
  // The failure is reported.
  vi.stubGlobal('fetch', neverResponds)
  await change(({ steps }) => {
    steps.announce('North is saved.', { ...step, id: 'north', undo: before })
    steps.announce('Nord is added.', { ...step, id: 'nord', undo: refused })
  })
  for (const _ of [1, 2]) {
    await change(({ steps }) => steps.undo())
    await saved()
  }
  expect(refused).toHaveBeenCalledTimes(tries)
  expect(before).toHaveBeenCalledTimes(2 - tries)
  expect(current().toasts.length).toBeGreaterThan(2)
})

test('an action that is announced outside the history is undone by its toast alone', async () => {
  const undo = vi.fn(async () => 3)
  const { change, saved, current } = await renderForm(() => ({ steps: useRecordSteps(), toasts: useVisibleToasts() }))
  vi.stubGlobal('fetch', neverResponds)
  const step = { type: customers.type, id: 'north', from: 1, to: 2, undo }
  await change(({ steps }) => steps.announce('North is saved.', step, { isInHistory: false }))
  await change(({ steps }) => steps.undo())
  await saved()
  expect(undo).not.toHaveBeenCalled()
  await change(({ toasts }) => toasts.find(({ text }) => text === 'North is saved.')?.action?.run())
  await saved()
  expect(undo).toHaveBeenCalledOnce()
  expect(current().toasts.at(-1)?.text).toBe('Undone')
})
