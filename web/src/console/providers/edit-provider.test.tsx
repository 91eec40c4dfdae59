import { type SsoProvider, ssoProviders } from '@lintel/contract/customers/providers'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { DraftForm } from '../../api/form/draft-form'
import { createQueryClient } from '../../api/query-client'
import { one } from '../../api/resource'
import { TestSignIn } from '../../shell/provider-test/test-sign-in'
import { EditProvider } from './edit-provider'
import { ProviderConnection } from './provider-sections'

type Form = ReactElement<object, (props: object) => Form>

/** Renders the form of a stored provider and collects the requests and toasts. */
async function openedProvider(isAnswered: () => Promise<void>) {
  const queries = createQueryClient()
  const attributes = {
    ...{ version: 1, name: 'Vestdrift', color: '#ffffff', textColor: '#000000', hidden: true, isDisabled: true },
    ...{ clientSecret: null, clientAuthentication: 'automatic', emailRegex: null },
  }
  const record = { id: 'vestdrift', ...attributes } as unknown as SsoProvider
  queries.setQueryData(one(ssoProviders, 'vestdrift').queryKey, { record, included: [] })
  const stored = { type: ssoProviders.type, id: 'vestdrift', attributes }
  const sent: object[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (!address.startsWith(ssoProviders.path)) return neverResponds(address)
    if (method === 'PATCH') {
      sent.push(JSON.parse(String(body)).data.attributes)
      await isAnswered()
      stored.attributes = { ...stored.attributes, ...sent.at(-1), version: stored.attributes.version + 1 }
    }
    const data = address.endsWith(stored.id) ? stored : [stored]
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const onClose = vi.fn()
  const {
    current: rendered,
    change,
    saved,
  } = await renderForm(() => {
    const followed = EditProvider({ id: 'vestdrift', onAdded: vi.fn(), onClose }) as Form
    const form = followed.type(followed.props)
    return { key: followed.key, page: form.type(form.props), toasts: useVisibleToasts() }
  }, queries)
  const fields = () => propsOf(ProviderConnection, rendered().page).draft
  return { sent, onClose, rendered, change, saved, fields }
}

test('what is typed while a provider is saved stays, in a form that stays the same one', async () => {
  let answer = () => {}
  const answered = () =>
    new Promise<void>((resolve) => {
      answer = resolve
    })
  const { sent, onClose, rendered, change, saved, fields } = await openedProvider(answered)
  const { key } = rendered()

  await change(() => fields().set('issuer', 'https://login.example'))
  await change(async ({ page }) => {
    propsOf(DraftForm, page).onSubmit({} as never)
    await expect.poll(() => sent.length).toBe(1)
  })
  await change(() => fields().set('clientId', 'lintel'))
  answer()
  await saved()
  expect(sent).toEqual([{ issuer: 'https://login.example' }])
  expect(fields().values).toMatchObject({ issuer: 'https://login.example', clientId: 'lintel' })
  expect(propsOf(TestSignIn, rendered().page).isDisabled).toBe(true)
  expect(rendered().key).toBe(key)

  await change(() => fields().set('clientId', ''))
  expect(propsOf(TestSignIn, rendered().page).isDisabled).toBe(false)
  expect(onClose).not.toHaveBeenCalled()
})

test('a save that puts in a new secret is not offered to be undone, for what was there is known to nobody', async () => {
  const { sent, rendered, change, saved, fields } = await openedProvider(async () => {})
  async function save(values: { clientId?: string; clientSecret?: string }) {
    await change(() => {
      if (values.clientId !== undefined) fields().set('clientId', values.clientId)
      if (values.clientSecret !== undefined) fields().set('clientSecret', values.clientSecret)
    })
    await change(({ page }) => propsOf(DraftForm, page).onSubmit({} as never))
    await saved()
    expect(sent.at(-1)).toEqual(values)
    return rendered().toasts.at(-1)
  }
  expect(await save({ clientId: 'lintel' })).toMatchObject({
    text: 'Vestdrift is saved.',
    action: { label: 'Undo' },
  })
  for (const values of [{ clientSecret: 'first' }, { clientId: 'lintel-2', clientSecret: 'second' }]) {
    const toast = await save(values)
    expect(toast?.text).toBe('Vestdrift is saved.')
    expect(toast?.action).toBeUndefined()
  }
})
