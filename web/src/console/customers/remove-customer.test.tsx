import type { Customer } from '@lintel/contract/customers/customers'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { isValidElement, type ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { unanswered, useShownToasts } from '../../api/draw-hook'
import { drawForm, givenTo } from '../../api/form/draw-form'
import { RecordAct } from '../../shell/records/record-page'
import { Confirm } from '../../ui/confirm'
import { Notice } from '../../ui/notice'
import { RemoveCustomer } from './remove-customer'

const customer = { id: 'nord', version: 1, name: 'Nord', numProjects: 0 } as Customer

/** A customer that is being deleted, and how its deletion fails. */
async function deletedCustomer(failure: Response | Error) {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (method !== 'DELETE') return unanswered(address)
    await answered
    if (failure instanceof Error) throw failure
    return failure
  })
  const form = await drawForm(() => ({
    page: RemoveCustomer({ customer, onRemoved: () => undefined }),
    toasts: useShownToasts(),
  }))
  await form.change(({ page }) => {
    const { action } = givenTo(RecordAct, page)
    if (isValidElement(action)) (action as ReactElement<{ onClick(): void }>).props.onClick()
  })
  await form.change(({ page }) => givenTo(Confirm, page).onConfirm())
  return {
    ...form,
    async fail() {
      answer()
      await form.saved()
    },
    said: () => form.drawn().toasts.map(({ text }) => text),
    noticed: () => givenTo(Notice, form.drawn().page).title,
  }
}

const refusal = () =>
  Response.json(
    { errors: [{ status: '500', code: 'internal', detail: 'It is in use.' }] },
    { status: 500, headers: { 'content-type': jsonApiMediaType } },
  )

test('why a customer is not deleted is said on its page alone', async () => {
  const staying = await deletedCustomer(refusal())
  await staying.fail()
  expect(staying.noticed()).toBe('Unable to delete customer: It is in use.')
  expect(staying.said()).toEqual([])
})

test('whoever has left the page of a customer is told in a toast that it is not deleted', async () => {
  const leaving = await deletedCustomer(refusal())
  leaving.goElsewhere()
  await leaving.fail()
  expect(leaving.said()).toEqual([expect.stringMatching(/^Unable to delete customer: ./)])
})

test('that no answer came to the deletion of a customer is told', async () => {
  const lost = await deletedCustomer(new TypeError('Failed to fetch'))
  await lost.fail()
  expect(lost.said()).toEqual([expect.stringMatching(/^Unable to delete customer: There is no connection/)])
})
