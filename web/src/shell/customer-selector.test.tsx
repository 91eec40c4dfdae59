import { type ComponentProps, isValidElement, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../test/render-form'
import { useLeaveGuard } from '../api/form/use-leave-guard'
import type { Confirm } from '../ui/confirm'
import { PlainSelect } from '../ui/plain-select'

test('another customer is chosen when what was typed about this one may be left, and not before', async () => {
  // The window's customer must not leak into other tests.
  onTestFinished(() => void vi.resetModules())
  // The settings module listens to page events from its import on.
  vi.stubGlobal('document', new EventTarget())
  const { CustomerSelector } = await import('./customer-selector')
  const { keepSelectorFocus } = await import('./customer-focus')
  vi.unstubAllGlobals()
  const kept: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit) => {
    if (method === 'POST') kept.push(JSON.parse(String(body)).data.attributes.value)
    return Response.json({ data: [] })
  })
  const { current: rendered, change } = await renderForm(() => {
    const [ids, administer] = useState(['north', 'south'])
    const customers = ids.map((id) => ({ id, name: id, loginMethods: [] }))
    const { question } = useLeaveGuard(true)
    return {
      administer,
      select: propsOf(PlainSelect, CustomerSelector({ user: { customerAdminFor: customers } as never })),
      question: isValidElement<ComponentProps<typeof Confirm>>(question) ? question.props : undefined,
    }
  })
  expect(rendered().select).toMatchObject({ value: 'north', ref: keepSelectorFocus })
  await change(({ select }) => select.onChange('south'))
  expect(rendered().question).toMatchObject({ title: 'Leave without saving?' })
  await change(({ question }) => question?.onCancel())
  expect(rendered()).toMatchObject({ select: { value: 'north' }, question: undefined })

  await change(({ select }) => select.onChange('south'))
  await change(({ question }) => question?.onConfirm())
  await expect.poll(() => kept).toEqual([{ customer: 'south' }])
  expect(rendered()).toMatchObject({ select: { value: 'south' }, question: undefined })

  // Somebody takes the customer away: it stays chosen until what was typed may be left.
  await change(({ administer }) => administer(['north']))
  const { select, question } = rendered()
  expect([select.value, select.options.map(({ value }) => value)]).toEqual(['south', ['south', 'north']])
  expect(question).toMatchObject({ title: 'Leave without saving?' })
  await change(({ question }) => question?.onConfirm())
  expect(rendered().select).toMatchObject({ value: 'north', options: [{ value: 'north' }] })
})
