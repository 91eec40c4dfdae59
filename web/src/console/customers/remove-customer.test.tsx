import type { Customer } from '@lintel/contract/customers/customers'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { isValidElement, type ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { RecordAction } from '../../shell/records/record-page'
import { Confirm } from '../../ui/confirm'
import { Notice } from '../../ui/notice'
import { RemoveCustomer } from './remove-customer'

const customer = { id: 'nord', version: 1, name: 'Nord', numProjects: 0 } as Customer

/** Renders a customer whose deletion is pending; `failure` is how the request fails. */
async function deletedCustomer(failure: Response | Error, onRemoved: () => void = () => undefined) {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (method !== 'DELETE') return neverResponds(address)
    await answered
    if (failure instanceof Error) throw failure
    return failure
  })
  const form = await renderForm(() => ({
    page: RemoveCustomer({ customer, onRemoved }),
    toasts: useVisibleToasts(),
  }))
  await form.change(({ page }) => {
    const { action } = propsOf(RecordAction, page)
    if (isValidElement(action)) (action as ReactElement<{ onClick(): void }>).props.onClick()
  })
  await form.change(({ page }) => propsOf(Confirm, page).onConfirm())
  return {
    ...form,
    async fail() {
      answer()
      await form.saved()
    },
    said: () => form.current().toasts.map(({ text }) => text),
    noticed: () => propsOf(Notice, form.current().page).title,
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
  leaving.navigateAway()
  await leaving.fail()
  expect(leaving.said()).toEqual([expect.stringMatching(/^Unable to delete customer: ./)])
})

test('that no answer came to the deletion of a customer is told', async () => {
  const failed = await deletedCustomer(new TypeError('Failed to fetch'))
  await failed.fail()
  expect(failed.said()).toEqual([expect.stringMatching(/^Unable to delete customer: There is no connection/)])
})

test('that a customer is deleted is handed on, also when its page has heard of it before the answer and shows it no more', async () => {
  const onRemoved = vi.fn()
  const deleted = await deletedCustomer(new Response(null, { status: 204 }), onRemoved)
  deleted.navigateAway()
  await deleted.fail()
  expect(onRemoved).toHaveBeenCalledOnce()
})
