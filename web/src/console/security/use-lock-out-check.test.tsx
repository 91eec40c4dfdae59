import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { useDraft } from '../../api/form/use-draft'
import { policyValues } from './policy-values'
import { useLockOutCheck } from './use-lock-out-check'

const stored = { version: 1, values: policyValues({}) }

/** Renders a changed policy whose check is pending until it is answered. */
async function checkedPolicy() {
  const save = vi.fn()
  const checked: { body: unknown; answer(): void }[] = []
  const form = await renderForm(() => {
    const draft = useDraft(stored)
    const [isLeaving, setLeaving] = useState(false)
    return { draft, setLeaving, lockOut: useLockOutCheck({ customer: 'north', draft, isLeaving, save }) }
  })
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    await new Promise<void>((resolve) => checked.push({ body: JSON.parse(String(body)), answer: resolve }))
    return Response.json({ locksOutMaker: false })
  })
  await form.change(({ draft }) => draft.set('longestSessionHours', '8'))
  await form.change(async ({ lockOut }) => {
    lockOut.check()
    await expect.poll(() => checked.length).toBe(1)
  })
  return { ...form, save, checked }
}

test('a policy that locks nobody out is saved when that is known, with what was chosen meanwhile', async () => {
  const { current: rendered, change, saved, save, checked } = await checkedPolicy()
  expect(rendered().lockOut.isChecking).toBe(true)
  await change(({ draft }) => draft.set('longestSessionHours', '12'))
  await change(async () => {
    checked[0]?.answer()
    await expect.poll(() => checked.length).toBe(2)
  })
  expect(save).not.toHaveBeenCalled()
  checked[1]?.answer()
  await saved()
  expect(save).toHaveBeenCalledOnce()
  expect(checked).toMatchObject([{ body: { longestSessionHours: 8 } }, { body: { longestSessionHours: 12 } }])
})

test('whoever leaves while it is asked whom a policy locks out saves nothing', async () => {
  const { navigateAway, saved, save, checked } = await checkedPolicy()
  navigateAway()
  checked[0]?.answer()
  await saved()
  expect(save).not.toHaveBeenCalled()
})

test('nothing is saved behind the question whether to leave', async () => {
  const { current: rendered, change, saved, save, checked } = await checkedPolicy()
  await change(({ setLeaving }) => setLeaving(true))
  checked[0]?.answer()
  await saved()
  expect(save).not.toHaveBeenCalled()
  expect(rendered().lockOut.isChecking).toBe(false)
})

test('whoever takes back what they chose while it is asked saves nothing, whatever they choose then', async () => {
  const { change, saved, save, checked } = await checkedPolicy()
  await change(({ draft, lockOut }) => {
    lockOut.close()
    draft.restart(stored)
  })
  await change(({ draft }) => draft.set('longestSessionHours', '24'))
  checked[0]?.answer()
  await saved()
  expect(save).not.toHaveBeenCalled()
  expect(checked.length).toBe(1)
})
