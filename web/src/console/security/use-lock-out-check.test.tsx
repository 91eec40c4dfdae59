import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { drawForm } from '../../api/form/draw-form'
import { useDraft } from '../../api/form/use-draft'
import { policyValues } from './policy-values'
import { useLockOutCheck } from './use-lock-out-check'

const stored = { version: 1, values: policyValues({}) }

/** A policy in which something is chosen and whose check is under way, until it is answered. */
async function checkedPolicy() {
  const save = vi.fn()
  const asked: { body: unknown; answer(): void }[] = []
  const form = await drawForm(() => {
    const draft = useDraft(stored)
    const [isLeaving, setLeaving] = useState(false)
    return { draft, setLeaving, lockOut: useLockOutCheck({ customer: 'north', draft, isLeaving, save }) }
  })
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    await new Promise<void>((resolve) => asked.push({ body: JSON.parse(String(body)), answer: resolve }))
    return Response.json({ locksOutMaker: false })
  })
  await form.change(({ draft }) => draft.set('longestSessionHours', '8'))
  await form.change(async ({ lockOut }) => {
    lockOut.check()
    await expect.poll(() => asked.length).toBe(1)
  })
  return { ...form, save, asked }
}

test('a policy that locks nobody out is saved when that is known, with what was chosen meanwhile', async () => {
  const { drawn, change, saved, save, asked } = await checkedPolicy()
  expect(drawn().lockOut.isChecking).toBe(true)
  await change(({ draft }) => draft.set('longestSessionHours', '12'))
  await change(async () => {
    asked[0]?.answer()
    await expect.poll(() => asked.length).toBe(2)
  })
  expect(save).not.toHaveBeenCalled()
  asked[1]?.answer()
  await saved()
  expect(save).toHaveBeenCalledOnce()
  expect(asked).toMatchObject([{ body: { longestSessionHours: 8 } }, { body: { longestSessionHours: 12 } }])
})

test('whoever leaves while it is asked whom a policy locks out saves nothing', async () => {
  const { goElsewhere, saved, save, asked } = await checkedPolicy()
  goElsewhere()
  asked[0]?.answer()
  await saved()
  expect(save).not.toHaveBeenCalled()
})

test('nothing is saved behind the question whether to leave', async () => {
  const { drawn, change, saved, save, asked } = await checkedPolicy()
  await change(({ setLeaving }) => setLeaving(true))
  asked[0]?.answer()
  await saved()
  expect(save).not.toHaveBeenCalled()
  expect(drawn().lockOut.isChecking).toBe(false)
})

test('whoever takes back what they chose while it is asked saves nothing, whatever they choose then', async () => {
  const { change, saved, save, asked } = await checkedPolicy()
  await change(({ draft, lockOut }) => {
    lockOut.close()
    draft.restart(stored)
  })
  await change(({ draft }) => draft.set('longestSessionHours', '24'))
  asked[0]?.answer()
  await saved()
  expect(save).not.toHaveBeenCalled()
  expect(asked.length).toBe(1)
})
