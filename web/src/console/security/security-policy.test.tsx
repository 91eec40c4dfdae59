import { type SecurityPolicy as Policy, securityPolicies } from '@lintel/contract/customers/security-policies'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { DraftForm } from '../../api/form/draft-form'
import { createQueryClient } from '../../api/query-client'
import { one } from '../../api/resource'
import { TextField } from '../../ui/field'
import { FormActions } from '../../ui/form-actions'

type Form = ReactElement<{ data: object; children(policy: object): Form }, (props: object) => Form>

test('the buttons of a policy stay when they are pressed, and there is nothing to save without changes', async () => {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { SecurityPolicy } = await import('./security-policy')
  vi.unstubAllGlobals()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method = '' }: RequestInit = {}) => {
    if (method !== 'GET') asked.push(address)
    return neverResponds(address)
  })
  const queries = createQueryClient()
  const record = { id: 'north', version: 1, loginMethods: [], secondFactorFrom: null, inviteDomains: [] }
  queries.setQueryData(one(securityPolicies, 'north').queryKey, { record: record as unknown as Policy, included: [] })
  const { current, change } = await renderForm(() => {
    const loaded = SecurityPolicy({ customer: 'north' }) as Form
    const form = loaded.props.children(loaded.props.data)
    return { screen: form.type(form.props), toasts: useVisibleToasts() }
  }, queries)
  const domains = () => propsOf(TextField, current().screen).value
  await change(({ screen }) => propsOf(TextField, screen).onChange?.({ target: { value: 'north.example' } } as never))
  expect(domains()).toBe('north.example')
  await change(({ screen }) => propsOf(FormActions, screen).onCancel?.())
  expect(domains()).toBe('')
  expect(propsOf(FormActions, current().screen)).toMatchObject({ isBusy: false, isDisabled: false })

  await change(({ screen }) => propsOf(DraftForm, screen).onSubmit({} as never))
  expect(current().toasts.map(({ text }) => text)).toEqual(['No changes'])
  expect(asked).toEqual([])
})
