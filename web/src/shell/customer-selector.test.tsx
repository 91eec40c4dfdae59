import { type ComponentProps, isValidElement } from 'react'
import { expect, test, vi } from 'vitest'
import { drawForm, givenTo } from '../api/form/draw-form'
import { useLeaving } from '../api/form/use-leaving'
import type { Confirm } from '../ui/confirm'
import { PlainSelect } from '../ui/plain-select'

test('another customer is chosen when what was typed about this one may be left, and not before', async () => {
  // What keeps settings listens to the page from the moment it is there.
  vi.stubGlobal('document', new EventTarget())
  const { CustomerSelector } = await import('./customer-selector')
  vi.unstubAllGlobals()
  const kept: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit) => {
    if (method === 'POST') kept.push(JSON.parse(String(body)).data.attributes.value)
    return Response.json({ data: [] })
  })
  const customers = ['north', 'south'].map((id) => ({ id, name: id, loginMethods: [] }))
  const { drawn, change } = await drawForm(() => {
    const { question } = useLeaving(true)
    return {
      select: givenTo(PlainSelect, CustomerSelector({ user: { customerAdminFor: customers } as never })),
      question: isValidElement<ComponentProps<typeof Confirm>>(question) ? question.props : undefined,
    }
  })
  expect(drawn().select.value).toBe('north')
  await change(({ select }) => select.onChange('south'))
  expect(drawn().question).toMatchObject({ title: 'Leave without saving?' })
  await change(({ question }) => question?.onCancel())
  expect(drawn()).toMatchObject({ select: { value: 'north' }, question: undefined })

  await change(({ select }) => select.onChange('south'))
  await change(({ question }) => question?.onConfirm())
  await expect.poll(() => kept).toEqual([{ customer: 'south' }])
  expect(drawn()).toMatchObject({ select: { value: 'south' }, question: undefined })
})
