import { type ComponentProps, isValidElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../api/form/render-form'
import { useLeaveGuard } from '../api/form/use-leave-guard'
import type { Confirm } from '../ui/confirm'
import { PlainSelect } from '../ui/plain-select'

test('another customer is chosen when what was typed about this one may be left, and not before', async () => {
  // The settings module listens to page events from its import on.
  vi.stubGlobal('document', new EventTarget())
  const { CustomerSelector } = await import('./customer-selector')
  vi.unstubAllGlobals()
  const kept: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit) => {
    if (method === 'POST') kept.push(JSON.parse(String(body)).data.attributes.value)
    return Response.json({ data: [] })
  })
  const customers = ['north', 'south'].map((id) => ({ id, name: id, loginMethods: [] }))
  const { current: rendered, change } = await renderForm(() => {
    const { question } = useLeaveGuard(true)
    return {
      select: propsOf(PlainSelect, CustomerSelector({ user: { customerAdminFor: customers } as never })),
      question: isValidElement<ComponentProps<typeof Confirm>>(question) ? question.props : undefined,
    }
  })
  expect(rendered().select.value).toBe('north')
  await change(({ select }) => select.onChange('south'))
  expect(rendered().question).toMatchObject({ title: 'Leave without saving?' })
  await change(({ question }) => question?.onCancel())
  expect(rendered()).toMatchObject({ select: { value: 'north' }, question: undefined })

  await change(({ select }) => select.onChange('south'))
  await change(({ question }) => question?.onConfirm())
  await expect.poll(() => kept).toEqual([{ customer: 'south' }])
  expect(rendered()).toMatchObject({ select: { value: 'south' }, question: undefined })
})
