import { type CustomerDomain, customerDomains } from '@lintel/contract/customers/domains'
import { toObject } from '@lintel/contract/jsonapi/document'
import { expect, test, vi } from 'vitest'
import { pressedButton } from '../../../test/pressed-button'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { RemoveDomain } from './remove-domain'

const vouched: CustomerDomain = {
  ...{ id: 'd', version: 1, domain: 'nord.example', customer: 'nord', state: 'verified', txtRecord: null },
  ...{ checkedAt: null, missedDays: 0, createdAt: '2026-01-02T03:04:05Z' },
}
const record = { txtRecord: 'lintel-verification=0' }
const proved: CustomerDomain = { ...vouched, ...record }
const pending: CustomerDomain = { ...vouched, ...record, state: 'pending' }
const lost: CustomerDomain = { ...vouched, ...record, state: 'lost', missedDays: 14 }

/** Removes a domain and undoes that where it is offered; returns the requests and the toasts. */
async function removeAndUndo(domain: CustomerDomain, isOfStaff: boolean) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (!address.startsWith(customerDomains.path)) return neverResponds(address)
    requests.push(method)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    const draft = JSON.parse(String(body)).data
    expect(draft.attributes).toEqual({ domain: domain.domain })
    // What the server stores for a new domain.
    const added = isOfStaff ? vouched : pending
    return Response.json({ data: toObject(customerDomains, added) }, { status: 201 })
  })
  const { current, change, saved } = await renderForm(() => ({
    page: RemoveDomain({ domain, isOfStaff, children: (ask) => <Button onClick={ask} /> }),
    toasts: useVisibleToasts(),
  }))
  await change(({ page }) => propsOf(Button, page).onClick?.({} as never))
  if (isOfStaff || domain.state !== 'pending') await change(({ page }) => propsOf(Confirm, page).onConfirm())
  await saved()
  await change(({ toasts }) => toasts.at(-1)?.action?.run())
  await saved()
  return { requests, told: current().toasts.map(({ text }) => text) }
}

test('staff undo the release of a domain that they vouched for', async () => {
  const { requests, told } = await removeAndUndo(vouched, true)
  expect(requests).toEqual(['DELETE', 'POST'])
  expect(told).toEqual(['nord.example is released.', 'Undone'])
})

test.each([
  ['was proved by DNS', proved],
  ['waits for its proof', pending],
  ['has lost its proof', lost],
])('staff cannot undo the release of a domain that %s: adding it would vouch for it', async (_case, domain) => {
  const { requests, told } = await removeAndUndo(domain, true)
  expect(requests).toEqual(['DELETE'])
  expect(told).toEqual(['nord.example is released.'])
})

test('administrators undo the removal of a pending domain, which has a new record then', async () => {
  const { requests, told } = await removeAndUndo(pending, false)
  expect(requests).toEqual(['DELETE', 'POST'])
  expect(told).toEqual(['nord.example is removed.', 'nord.example is there again. Its record has a new value.'])
})

test.each([
  ['that staff vouched for', vouched],
  ['proved by DNS', proved],
  ['that has lost its proof', lost],
])('administrators cannot undo the removal of a domain %s: it would wait for its proof', async (_case, domain) => {
  expect((await removeAndUndo(domain, false)).requests).toEqual(['DELETE'])
})

test('administrators who remove a pending domain at once are at the heading once its button is gone', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const { current, change, saved } = await renderForm(() =>
    RemoveDomain({ domain: pending, isOfStaff: false, children: (ask) => <Button onClick={ask} /> }),
  )
  const { onClick } = propsOf(Button, current())
  const pressed = pressedButton()
  await change(() => onClick?.({} as never))
  expect(pressed.remove()).toBe('heading')
  await saved()
})
