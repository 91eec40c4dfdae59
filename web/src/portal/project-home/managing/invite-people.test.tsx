import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { mostInvitedAtOnce } from '@lintel/contract/people/change-set-inputs'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../../test/render-hook'
import { FormDialog } from '../../../api/form/form-dialog'
import { createQueryClient } from '../../../api/query-client'
import { TextArea } from '../../../ui/field'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

/** Loads the form with a cached installation, so that it sends no request that never gets a response. */
async function loadForm() {
  // The settings module listens to the document as soon as it is imported.
  vi.stubGlobal('document', new EventTarget())
  const { InvitePeople } = await import('./invite-people')
  const { installation } = await import('../../../session/installation')
  vi.unstubAllGlobals()
  const queries = createQueryClient()
  queries.setQueryData(installation.queryKey, { record: { canAddUsers: true } as never, included: [] })
  return { InvitePeople, queries }
}

test('one address that reaches nobody is told once its field is left', async () => {
  const { InvitePeople, queries } = await loadForm()
  const project = { id: '1', customer: 'nord', timeZone: 'Europe/Oslo' } as never
  const { current: rendered, change } = await renderForm(
    () =>
      InvitePeople({
        project,
        roles: { isOwner: true } as never,
        announce: () => {},
        onClose: () => {},
      }) as ReactElement,
    queries,
  )
  const area = () => propsOf(TextArea, rendered())
  const type = (value: string) => change(() => area().onChange?.({ target: { value } } as never))
  await type('anna@firma')
  expect(area().error).toBeUndefined()
  await change(() => area().onBlur?.({} as never))
  expect(area().error).toBe('Not an email address: anna@firma')
  await type('anna@firma.example')
  expect(area().error).toBeUndefined()
})

test('whoever could not be invited is, once nothing stands against it any more', async () => {
  const { InvitePeople, queries } = await loadForm()
  let isMember = true
  // Like the server: a repeated idempotency key gets the first response again.
  const responses = new Map<string, object>()
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Record<string, string> }) => {
    if (!address.includes('change-sets')) return neverResponds(address)
    const key = headers['idempotency-key'] ?? ''
    const row = { conflict: isMember ? 'alreadyMember' : null, object: { user: 'mei@nord.example' } }
    const summary = { change: isMember ? 0 : 1 }
    const attributes = { state: isMember ? 'planned' : 'applied', summary, rows: [row] }
    const response = responses.get(key) ?? { data: { type: 'change-sets', id: key, attributes } }
    responses.set(key, response)
    return Response.json(response, { status: 201 })
  })
  const [announce, onClose] = [vi.fn(), vi.fn()]
  const project = { id: '1', customer: 'nord', timeZone: 'Europe/Oslo' } as never
  const roles = { isOwner: true } as never
  const form = await renderForm(() => InvitePeople({ project, roles, announce, onClose }) as ReactElement, queries)
  const invite = async () => {
    await form.change((rendered) => propsOf(FormDialog, rendered).onSubmit({} as never))
    await form.saved()
  }
  await form.change((rendered) =>
    propsOf(TextArea, rendered).onChange?.({ target: { value: 'mei@nord.example' } } as never),
  )
  await invite()
  expect(propsOf(TextArea, form.current()).value).toBe('mei@nord.example')
  expect(announce).not.toHaveBeenCalled()

  isMember = false
  await invite()
  expect(announce).toHaveBeenCalledWith(expect.anything(), 'mei@nord.example was invited')
  expect(onClose).toHaveBeenCalledOnce()
})

test('more addresses than one request takes are told at once, and not sent', async () => {
  const { InvitePeople, queries } = await loadForm()
  const project = { id: '1', customer: 'nord', timeZone: 'Europe/Oslo' } as never
  const roles = { isOwner: true } as never
  const { current: rendered, change } = await renderForm(
    () => InvitePeople({ project, roles, announce: () => {}, onClose: () => {} }) as ReactElement,
    queries,
  )
  const type = (count: number) =>
    change((form) => {
      const value = Array.from({ length: count }, (_, at) => `person-${at}@nord.example`).join('\n')
      propsOf(TextArea, form).onChange?.({ target: { value } } as never)
    })
  await type(mostInvitedAtOnce)
  expect(propsOf(TextArea, rendered()).error).toBeUndefined()
  expect(propsOf(FormDialog, rendered()).isDisabled).toBe(false)
  await type(mostInvitedAtOnce + 1)
  const { error } = propsOf(TextArea, rendered())
  expect(renderToStaticMarkup(<I18nProvider i18n={i18n}>{error}</I18nProvider>)).toBe(
    `At most ${mostInvitedAtOnce} people are invited at once.`,
  )
  expect(propsOf(FormDialog, rendered()).isDisabled).toBe(true)
})

test('whoever has left the dialog is told who could not be invited, and why', async () => {
  const { InvitePeople, queries } = await loadForm()
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('change-sets')) return neverResponds(address)
    const rows = [{ conflict: 'alreadyMember', object: { user: 'mei@nord.example' } }]
    const attributes = { state: 'planned', summary: { change: 0 }, rows }
    return Response.json({ data: { type: 'change-sets', id: '1', attributes } }, { status: 201 })
  })
  const project = { id: '1', name: 'Quay', customer: 'nord', timeZone: 'Europe/Oslo' } as never
  const props = { project, roles: { isOwner: true } as never, announce: () => {}, onClose: () => {} }
  const form = await renderForm(() => ({ dialog: InvitePeople(props), toasts: useVisibleToasts() }), queries)
  await form.change(({ dialog }) =>
    propsOf(TextArea, dialog).onChange?.({ target: { value: 'mei@nord.example' } } as never),
  )
  form.navigateAway()
  await form.change(({ dialog }) => propsOf(FormDialog, dialog).onSubmit({} as never))
  await form.saved()
  expect(form.current().toasts).toEqual([
    expect.objectContaining({
      kind: 'problem',
      text: 'Not everybody could be invited to “Quay”. mei@nord.example: This person is already a member.',
    }),
  ])
})

test('nobody counts as invited if the plan was outdated when it was applied and that answer was lost', async () => {
  const { InvitePeople, queries } = await loadForm()
  const keys: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers?: Record<string, string> } = {}) => {
    if (!address.includes('change-sets')) return neverResponds(address)
    if (address.endsWith('/apply')) throw new TypeError('The connection is gone')
    const isRead = address.endsWith('/1')
    if (!isRead) keys.push(headers?.['idempotency-key'])
    const rows = [{ conflict: null, object: { user: 'mei@nord.example' } }]
    const attributes = { state: isRead ? 'stale' : 'planned', summary: { change: 1 }, rows }
    return Response.json({ data: { type: 'change-sets', id: '1', attributes } }, { status: 201 })
  })
  const [announce, onClose] = [vi.fn(), vi.fn()]
  const project = { id: '1', customer: 'nord', timeZone: 'Europe/Oslo' } as never
  const roles = { isOwner: true } as never
  const form = await renderForm(() => InvitePeople({ project, roles, announce, onClose }) as ReactElement, queries)
  await form.change((rendered) =>
    propsOf(TextArea, rendered).onChange?.({ target: { value: 'mei@nord.example' } } as never),
  )
  for (const attempt of [1, 2]) {
    await form.change((rendered) => propsOf(FormDialog, rendered).onSubmit({} as never))
    await form.saved()
    expect(propsOf(FormDialog, form.current()).save.isOutdated).toBe(true)
    expect(new Set(keys).size).toBe(attempt)
  }
  expect(announce).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})

/** Types addresses, presses Invite and types others before the answer arrives; `rejected` are those that are refused. */
async function typeWhileInviting(typed: string, typedSince: string, rejected: readonly string[] = []) {
  const { InvitePeople, queries } = await loadForm()
  let answer = () => {}
  const sent: string[][] = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
    if (!address.includes('change-sets')) return neverResponds(address)
    const { emails } = JSON.parse(String(body)).data.attributes.input as { emails: string[] }
    sent.push(emails)
    const rows = emails.map((user) => ({
      conflict: rejected.includes(user) ? 'alreadyMember' : null,
      object: { user },
    }))
    const attributes = { state: 'applied', summary: { change: emails.length - rejected.length }, rows }
    if (sent.length === 1) await new Promise<void>((resolve) => (answer = resolve))
    return Response.json({ data: { type: 'change-sets', id: '1', attributes } }, { status: 201 })
  })
  const [announce, onClose] = [vi.fn(), vi.fn()]
  const project = { id: '1', customer: 'nord', timeZone: 'Europe/Oslo' } as never
  const roles = { isOwner: true } as never
  const form = await renderForm(() => InvitePeople({ project, roles, announce, onClose }) as ReactElement, queries)
  const type = (value: string) =>
    form.change((rendered) => propsOf(TextArea, rendered).onChange?.({ target: { value } } as never))
  const invite = () => form.change((rendered) => propsOf(FormDialog, rendered).onSubmit({} as never))
  await type(typed)
  await invite()
  await type(typedSince)
  answer()
  await form.saved()
  return { form, invite, announce, onClose, sent, addresses: () => propsOf(TextArea, form.current()).value }
}

test('addresses that are typed while others are invited stay in the form, and are invited next', async () => {
  const { form, invite, announce, onClose, sent, addresses } = await typeWhileInviting(
    'mei@nord.example',
    'mei@nord.example\nper@nord.example',
  )
  expect(announce.mock.calls.map(([, text]) => text)).toEqual(['mei@nord.example was invited'])
  expect(addresses()).toBe('per@nord.example')
  expect(onClose).not.toHaveBeenCalled()
  await invite()
  await form.saved()
  expect(sent).toEqual([['mei@nord.example'], ['per@nord.example']])
  expect(onClose).toHaveBeenCalledOnce()
})

test('they stay together with those that were refused', async () => {
  const { addresses, onClose } = await typeWhileInviting('mei@nord.example', 'mei@nord.example\nper@nord.example', [
    'mei@nord.example',
  ])
  expect(addresses()).toBe('mei@nord.example\nper@nord.example')
  expect(onClose).not.toHaveBeenCalled()
})

test('the person who was invited is announced, not one who was typed since', async () => {
  const { announce } = await typeWhileInviting('mei@nord.example', 'per@nord.example')
  expect(announce.mock.calls.map(([, text]) => text)).toEqual(['mei@nord.example was invited'])
})
