import type { ProviderSetup as Setup } from '@lintel/contract/identity/provider-setup'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { DraftForm } from '../../api/form/draft-form'
import { createQueryClient } from '../../api/query-client'
import { ConnectionFields, type ConnectionValues } from '../../shell/provider-test/connection-fields'
import { Button } from '../../ui/button'
import { HandedOver } from './handed-over'
import { ProviderSetup } from './provider-setup'

const secret = 'a-secret'

test('what is typed while a set-up is saved stays, the form stays the same one, and the secret goes', async () => {
  const queries = createQueryClient()
  const stored = {
    ...{ version: 1, name: 'Vestdrift', issuer: null, clientId: null, hasClientSecret: false, handedOverAt: null },
    ...{ clientAuthentication: 'automatic', redirectAddress: '', expiresAt: '2030-01-01T00:00:00Z' },
  } as Setup
  queries.setQueryData(['provider-setup', secret], stored)
  const {
    current: rendered,
    change,
    saved,
  } = await renderForm(() => {
    const form = ProviderSetup({ secret }) as ReactElement<object, (props: object) => ReactElement>
    return { key: form.key, screen: form.type(form.props) }
  }, queries)
  const sent: object[] = []
  let respond = () => {}
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    const { clientSecret, ...values } = JSON.parse(String(body))
    sent.push({ ...values, clientSecret })
    await new Promise<void>((resolve) => {
      respond = resolve
    })
    return Response.json({ ...stored, ...values, version: 2, hasClientSecret: true })
  })
  const fields = () => propsOf(ConnectionFields, rendered().screen).draft
  const type = (values: Partial<ConnectionValues>) =>
    change(() => {
      for (const [field, value] of Object.entries(values)) fields().set(field as keyof ConnectionValues, value)
    })
  const { key } = rendered()

  await type({ issuer: 'https://login.example', clientId: 'lintel', clientSecret: 'not to be guessed' })
  await change(async ({ screen }) => {
    propsOf(DraftForm, screen).onSubmit({} as never)
    await expect.poll(() => sent.length).toBe(1)
  })
  await type({ clientId: 'lintel-2' })
  respond()
  await saved()
  expect(sent).toMatchObject([
    { issuer: 'https://login.example', clientId: 'lintel', clientSecret: 'not to be guessed' },
  ])
  expect(fields().values).toMatchObject({ issuer: 'https://login.example', clientId: 'lintel-2', clientSecret: '' })
  expect(rendered().key).toBe(key)

  await change(async ({ screen }) => {
    propsOf(DraftForm, screen).onSubmit({} as never)
    await expect.poll(() => sent.length).toBe(2)
  })
  respond()
  await saved()
  expect(sent[1]).toMatchObject({ version: 2, clientId: 'lintel-2', clientSecret: undefined })
})

test.each([
  ['just now is focused', null, true],
  ['before is not', '2026-03-01T10:00:00Z', false],
])('what is said of a set-up that was handed over %s', async (_when, handedOverAt, isFocused) => {
  const stored = {
    ...{ version: 1, name: 'Vestdrift', issuer: 'https://login.example', clientId: 'lintel', hasClientSecret: true },
    ...{ clientAuthentication: 'automatic', redirectAddress: '', expiresAt: '2030-01-01T00:00:00Z', handedOverAt },
  } as Setup
  vi.stubGlobal('fetch', async () => Response.json({ ...stored, handedOverAt: '2026-03-02T10:00:00Z' }))
  const queries = createQueryClient()
  queries.setQueryData(['provider-setup', secret], stored)
  const { current, change, saved } = await renderForm(() => {
    const form = ProviderSetup({ secret }) as ReactElement<object, (props: object) => ReactElement>
    return form.type(form.props)
  }, queries)
  for (const { onClick } of allPropsOf(Button, current())) await change(() => onClick?.({} as never))
  await saved()
  expect(propsOf(HandedOver, current()).isFocused).toBe(isFocused)
})
