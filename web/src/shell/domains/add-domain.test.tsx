import { customerDomains } from '@lintel/contract/customers/domains'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { DraftForm } from '../../api/form/draft-form'
import { TextField } from '../../ui/field'
import { AddDomain } from './add-domain'

/** Adds a domain and types another one before the server answers; returns what the field shows afterwards. */
async function addAndType(typed: string): Promise<unknown> {
  let answer = () => {}
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit = {}) => {
    if (!address.startsWith(customerDomains.path) || method !== 'POST') return neverResponds(address)
    const attributes = { domain: 'a.example', state: 'pending' }
    return new Promise<Response>((resolve) => {
      answer = () =>
        resolve(Response.json({ data: { type: customerDomains.type, id: 'd', attributes } }, { status: 201 }))
    })
  })
  const form = await renderForm(() => AddDomain({ customer: 'nord', isOfStaff: false }))
  const type = (value: string) =>
    form.change((page) => propsOf(TextField, page).onChange?.({ target: { value } } as never))
  await type('a.example ')
  await form.change((page) => propsOf(DraftForm, page).onSubmit({ preventDefault: () => {} } as never))
  await type(typed)
  answer()
  await form.saved()
  return propsOf(TextField, form.current()).value
}

test('the field is empty once its domain was added', async () => {
  expect(await addAndType('a.example')).toBe('')
})

test('the field keeps another domain that was typed while the first was being added', async () => {
  expect(await addAndType('b.example')).toBe('b.example')
})
