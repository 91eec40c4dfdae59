import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { securityPolicies } from '@lintel/contract/customers/security-policies'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { projects } from '@lintel/contract/projects/projects'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { FormDialog } from '../../api/form/form-dialog'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { createQueryClient } from '../../api/query-client'
import { all, one } from '../../api/resource'
import { currentUser } from '../../session/current-user'
import { Notice } from '../../ui/notice'
import { SelectField } from '../../ui/select-field'
import { ProjectLoginMethods } from './project-login-methods'

/** Renders the dialog for two projects and collects the requests; the server rejects the project `refused`. */
async function openedDialog({ loginMethod = null as string | null, secondFactorFrom = null as string | null } = {}) {
  const queries = createQueryClient()
  const record = (id: string, ...providers: string[]) => ({ id, version: 1, providers })
  const stored = new Map([record('harbour'), record('villas', 'PARTNER')].map((each) => [each.id, each]))
  queries.setQueryData(one(customers, 'north').queryKey, { record: {}, included: [] } as never)
  const policy = { record: { loginMethods: [], secondFactorFrom }, included: [] }
  queries.setQueryData(one(securityPolicies, 'north').queryKey, policy as never)
  queries.setQueryData(all(ssoProviders).queryKey, { records: [], included: [] })
  queries.setQueryData(currentUser.queryKey, { loginMethod } as never)
  for (const project of stored.values())
    queries.setQueryData(one(projects, project.id).queryKey, { record: project, included: [] } as never)
  const onSaved = vi.fn()
  const onClose = vi.fn()
  const state = { refused: '', answered: Promise.resolve(), versions: [] as unknown[] }
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
    const project = stored.get(input.project)
    if (!project || input.project === state.refused)
      return answer({ errors: [{ status: '500', code: 'internal' }] }, 500)
    state.versions.push(input.expectedVersion)
    stored.set(input.project, { ...project, version: project.version + 1, providers: input.providers })
    return answer({ data: { type: 'change-sets', id: input.project, attributes: { state: 'applied' } } })
  })
  const dialog = () => propsOf(FormDialog, form.current())
  return {
    ...{ dialog, stored, onSaved, onClose, state },
    providersOf: () => [...stored.values()].map(({ providers }) => providers),
    warning: () =>
      renderToStaticMarkup(
        <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
          {allPropsOf(Notice, form.current()).map(({ children }) => children)}
        </I18nProvider>,
      ),
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
  expect(providersOf()).toEqual([['COGNITO'], ['PARTNER']])
  expect(onSaved.mock.calls).toMatchObject([[{ id: 'harbour' }]])
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog()).toMatchObject({ isDirty: true, save: { error: expect.anything() } })
  state.refused = ''
  await save()
  expect(providersOf()).toEqual([['COGNITO'], ['COGNITO_MFA']])
  expect(onSaved).toHaveBeenCalledTimes(2)
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['chosen', ['COGNITO_MFA']],
  ['cleared', []],
])('methods that are %s while others are saved keep the dialog open, and are saved next', async (_, methods) => {
  const { dialog, choose, save, providersOf, onClose, state } = await openedDialog()
  await choose('harbour', 'COGNITO')
  await save(() => choose('villas', ...methods))
  expect(providersOf()).toEqual([['COGNITO'], ['PARTNER']])
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog()).toMatchObject({ isDirty: true, conflicts: [] })
  await save()
  expect(providersOf()).toEqual([['COGNITO'], methods])
  expect(state.versions).toEqual([1, 1])
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['2026-01-01T00:00:00Z', 'Email, password and two-step verification'],
  ['9999-01-01T00:00:00Z', 'Email and password'],
])(
  'who closes a project to themselves learns by what it opens, where a second factor is required from %s',
  async (secondFactorFrom, method) => {
    const { dialog, choose, save, warning, providersOf } = await openedDialog({
      ...{ loginMethod: 'PARTNER', secondFactorFrom },
    })
    await choose('harbour', 'COGNITO')
    await save()
    expect(dialog().kind).toBe('danger')
    expect(warning()).toContain(`have to sign in by: ${method}.`)
    expect(providersOf()).toEqual([[], ['PARTNER']])
  },
)
