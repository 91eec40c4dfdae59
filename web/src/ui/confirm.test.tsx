import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderDialogs } from '../../test/render-dialogs'
import { createQueryClient } from '../api/query-client'
import { Confirm } from './confirm'

test('a running action cannot be cancelled any more, and its dialog says so: it can be closed', async () => {
  const page = await renderDialogs(() => {
    const [isOpen, setOpen] = useState(true)
    const [isBusy, setBusy] = useState(false)
    return (
      isOpen && (
        <Confirm
          title="Remove it?"
          action="Remove"
          busy={isBusy}
          onConfirm={() => setBusy(true)}
          onCancel={() => setOpen(false)}
        />
      )
    )
  }, createQueryClient())
  expect(page.buttons()).toEqual(['Cancel', 'Remove'])
  await page.press('Remove')
  expect(page.buttons()).toEqual(['Close', 'Remove'])
  await page.press('Close')
  expect(page.title()).toBeUndefined()
})

test.each([
  ['danger', undefined],
  ['primary', 'Sign in again'],
] as const)('the action of a %s question has the focus only where it destroys nothing', async (kind, focused) => {
  const page = await renderDialogs(
    () => <Confirm title="Go on?" action="Sign in again" kind={kind} onConfirm={() => {}} onCancel={() => {}} />,
    createQueryClient(),
  )
  expect(page.buttons()).toEqual(['Cancel', 'Sign in again'])
  expect(page.initialFocus()).toBe(focused)
})

test('the words below a question are its description', async () => {
  const page = await renderDialogs(
    () => (
      <Confirm title="Remove it?" action="Remove" onConfirm={() => {}} onCancel={() => {}}>
        It cannot be restored.
      </Confirm>
    ),
    createQueryClient(),
  )
  expect(page.description()).toBe('It cannot be restored.')
})
