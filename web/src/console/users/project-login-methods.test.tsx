import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { projects } from '@lintel/contract/projects/projects'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { FormDialog } from '../../api/form/form-dialog'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { createQueryClient } from '../../api/query-client'
import { all, one } from '../../api/resource'
import { currentUser } from '../../session/current-user'
import { SelectField } from '../../ui/select-field'
import { ProjectLoginMethods } from './project-login-methods'

/** Renders the dialog for two projects and collects the requests; the server rejects the project `refused`. */
async function openedDialog() {
  const queries = createQueryClient()
  const stored = new Map(['harbour', 'villas'].map((id) => [id, { id, version: 1, providers: [] as string[] }]))
  queries.setQueryData(one(customers, 'north').queryKey, { record: { providers: [] }, included: [] } as never)
  queries.setQueryData(all(ssoProviders).queryKey, { records: [], included: [] })
  queries.setQueryData(currentUser.queryKey, { loginMethod: null } as never)
  for (const record of stored.values())
    queries.setQueryData(one(projects, record.id).queryKey, { record, included: [] } as never)
  const onSaved = vi.fn()
  const onClose = vi.fn()
  const state = { refused: '', answered: Promise.resolve() }
  const table = { projects: [...stored.values()].map(({ id }) => ({ id, name: id })) }
  const form = await renderForm(
    () =>
      ProjectLoginMethods({
        table: { ...table, projectAt: (id: string) => table.projects.findIndex((each) => each.id === id) } as never,
        ...{ customer: 'north', project: undefined, onSaved, onClose },
      }),
    queries,
  )
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const answer = (data: unknown, status = 200) =>
      Response.json(data, { status, headers: { 'content-type': jsonApiMediaType } })
    if (method === 'GET') {
      const { id, ...attributes } = stored.get(address.split('/').at(-1) ?? '') ?? { id: '' }
      return answer({ data: { type: projects.type, id, attributes } })
    }
    await state.answered
    const { input } = JSON.parse(String(body)).data.attributes
    const record = stored.get(input.project)
    if (!record || input.project === state.refused)
      return answer({ errors: [{ status: '500', code: 'internal' }] }, 500)
    stored.set(input.project, { ...record, version: record.version + 1, providers: input.providers })
    return answer({ data: { type: 'change-sets', id: input.project, attributes: { state: 'applied' } } })
  })
  const dialog = () => propsOf(FormDialog, form.current())
  return {
    ...{ dialog, stored, onSaved, onClose, state },
    providersOf: () => [...stored.values()].map(({ providers }) => providers),
    hint: () => propsOf(SelectField, form.current()).hint,
    async choose(project: string, ...methods: string[]) {
      await form.change((now) => propsOf(SelectField, now).onChange(project))
      await form.change((now) => propsOf(LoginMethodsField, now).onChange(methods))
    },
    /** Saves; `meanwhile` is done before the answer. */
    async save(meanwhile = async () => {}) {
      let answer = () => {}
      state.answered = new Promise((resolve) => (answer = resolve))
      await form.change(() => dialog().onSubmit(undefined as never))
      await meanwhile()
      answer()
      await form.saved()
    },
  }
}

test('every project for which something was chosen is saved, also those that were chosen before', async () => {
  const { dialog, choose, hint, save, providersOf, onSaved, onClose } = await openedDialog()
  await choose('harbour', 'COGNITO')
  await choose('villas')
  expect(dialog().isDirty).toBe(true)
  await choose('villas', 'COGNITO_MFA')
  expect(hint()).toContain('harbour')
  await save()
  expect(providersOf()).toEqual([['COGNITO'], ['COGNITO_MFA']])
  expect(onSaved.mock.calls).toMatchObject([[{ id: 'harbour' }], [{ id: 'villas' }]])
  expect(onClose).toHaveBeenCalledOnce()
})

test('what was saved of several projects is told, and what was refused stays chosen', async () => {
  const { dialog, choose, save, providersOf, onSaved, onClose, state } = await openedDialog()
  state.refused = 'villas'
  await choose('harbour', 'COGNITO')
  await choose('villas', 'COGNITO_MFA')
  await save()
  expect(providersOf()).toEqual([['COGNITO'], []])
  expect(onSaved.mock.calls).toMatchObject([[{ id: 'harbour' }]])
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog()).toMatchObject({ isDirty: true, save: { error: expect.anything() } })
  state.refused = ''
  await save()
  expect(providersOf()).toEqual([['COGNITO'], ['COGNITO_MFA']])
  expect(onSaved).toHaveBeenCalledTimes(2)
  expect(onClose).toHaveBeenCalledOnce()
})

test('methods that are chosen while others are saved keep the dialog open, and are saved next', async () => {
  const { dialog, choose, save, providersOf, onClose } = await openedDialog()
  await choose('harbour', 'COGNITO')
  await save(() => choose('villas', 'COGNITO_MFA'))
  expect(providersOf()).toEqual([['COGNITO'], []])
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog()).toMatchObject({ isDirty: true, conflicts: [] })
  await save()
  expect(providersOf()).toEqual([['COGNITO'], ['COGNITO_MFA']])
  expect(onClose).toHaveBeenCalledOnce()
})
