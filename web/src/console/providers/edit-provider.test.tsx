import { type SsoProvider, ssoProviders } from '@lintel/contract/customers/providers'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { unanswered, useShownToasts } from '../../api/draw-hook'
import { DraftForm } from '../../api/form/draft-form'
import { drawForm, givenTo } from '../../api/form/draw-form'
import { createQueryClient } from '../../api/query-client'
import { one } from '../../api/resource'
import { ConnectionFields } from '../../shell/provider-test/connection-fields'
import { TestSignIn } from '../../shell/provider-test/test-sign-in'
import { EditProvider } from './edit-provider'

type Form = ReactElement<object, (props: object) => Form>

/** The form of a provider that is stored, what is sent of it, and what the toasts say. */
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
    if (!address.startsWith(ssoProviders.path)) return unanswered(address)
    if (method === 'PATCH') {
      sent.push(JSON.parse(String(body)).data.attributes)
      await isAnswered()
      stored.attributes = { ...stored.attributes, ...sent.at(-1), version: stored.attributes.version + 1 }
    }
    const data = address.endsWith(stored.id) ? stored : [stored]
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const onClose = vi.fn()
  const { drawn, change, saved } = await drawForm(() => {
    const followed = EditProvider({ id: 'vestdrift', onAdded: vi.fn(), onClose }) as Form
    const form = followed.type(followed.props)
    return { key: followed.key, page: form.type(form.props), toasts: useShownToasts() }
  }, queries)
  const fields = () => givenTo(ConnectionFields, drawn().page).draft
  return { sent, onClose, drawn, change, saved, fields }
}

test('what is typed while a provider is saved stays, in a form that stays the same one', async () => {
  let answer = () => {}
  const answered = () =>
    new Promise<void>((resolve) => {
      answer = resolve
    })
  const { sent, onClose, drawn, change, saved, fields } = await openedProvider(answered)
  const { key } = drawn()

  await change(() => fields().set('issuer', 'https://login.example'))
  await change(async ({ page }) => {
    givenTo(DraftForm, page).onSubmit({} as never)
    await expect.poll(() => sent.length).toBe(1)
  })
  await change(() => fields().set('clientId', 'lintel'))
  answer()
  await saved()
  expect(sent).toEqual([{ issuer: 'https://login.example' }])
  expect(fields().values).toMatchObject({ issuer: 'https://login.example', clientId: 'lintel' })
  expect(givenTo(TestSignIn, drawn().page).isDisabled).toBe(true)
  expect(drawn().key).toBe(key)

  await change(() => fields().set('clientId', ''))
  expect(givenTo(TestSignIn, drawn().page).isDisabled).toBe(false)
  expect(onClose).not.toHaveBeenCalled()
})

test('a save that puts in a new secret is not offered to be undone, for what was there is known to nobody', async () => {
  const { sent, drawn, change, saved, fields } = await openedProvider(async () => {})
  async function save(values: { clientId?: string; clientSecret?: string }) {
    await change(() => {
      if (values.clientId !== undefined) fields().set('clientId', values.clientId)
      if (values.clientSecret !== undefined) fields().set('clientSecret', values.clientSecret)
    })
    await change(({ page }) => givenTo(DraftForm, page).onSubmit({} as never))
    await saved()
    expect(sent.at(-1)).toEqual(values)
    return drawn().toasts.at(-1)
  }
  expect(await save({ clientId: 'lintel' })).toMatchObject({
    text: 'Vestdrift is saved.',
    action: { words: 'Undo' },
  })
  for (const values of [{ clientSecret: 'first' }, { clientId: 'lintel-2', clientSecret: 'second' }]) {
    const toast = await save(values)
    expect(toast?.text).toBe('Vestdrift is saved.')
    expect(toast?.action).toBeUndefined()
  }
})
