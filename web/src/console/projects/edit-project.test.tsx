import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { securityPolicies } from '@lintel/contract/customers/security-policies'
import { type Project, projects } from '@lintel/contract/projects/projects'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { DraftForm } from '../../api/form/draft-form'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { createQueryClient } from '../../api/query-client'
import { all, one } from '../../api/resource'
import { Notice } from '../../ui/notice'

/** The form of a project, of which `store` replaces fields as a change by somebody else does. */
async function openForm(initial: Partial<Project>) {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { EditProject } = await import('./edit-project')
  const { ProjectSignIn } = await import('./project-sections')
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', neverResponds)
  const queries = createQueryClient()
  const store = (changed: Partial<Project>) => {
    const attributes = { name: 'Harbour', externalId: null, description: null, owner: 'mei@nordbygg.example' }
    const record = {
      id: 'harbour',
      version: 1,
      ...attributes,
      customer: 'nord',
      features: [],
      providers: [],
      ...changed,
    }
    queries.setQueryData(one(projects, 'harbour').queryKey, { record: record as unknown as Project, included: [] })
  }
  store(initial)
  queries.setQueryData(one(customers, 'nord').queryKey, {
    record: { id: 'nord', providers: [] } as never,
    included: [],
  })
  queries.setQueryData(one(securityPolicies, 'nord').queryKey, { record: { loginMethods: [] }, included: [] } as never)
  queries.setQueryData(all(ssoProviders).queryKey, { records: [], included: [] })
  const form = await renderForm(() => {
    const outer = EditProject({ id: 'harbour', onClose: () => undefined }) as ReactElement<
      object,
      (props: object) => ReactElement
    >
    const page = outer.type(outer.props)
    return { page, signIn: ProjectSignIn(propsOf(ProjectSignIn, page)) }
  }, queries)
  return { ...form, store }
}

test('login methods that somebody else changes while they are edited are a conflict, and the draft is kept', async () => {
  const { current: rendered, change, store } = await openForm({ providers: [] })
  await change(({ signIn }) => propsOf(LoginMethodsField, signIn).onChange(['COGNITO_MFA']))
  await change(async () => {
    store({ version: 2, providers: ['COGNITO'] })
    // What is read is delivered in a later task.
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(propsOf(DraftForm, rendered().page).conflicts).toMatchObject([
    { label: 'Login methods', mine: '“Email, password and two-step verification”', theirs: '“Email and password”' },
  ])
  expect(propsOf(LoginMethodsField, rendered().signIn)).toMatchObject({
    ...{ value: ['COGNITO_MFA'], note: 'Changed meanwhile: “Email and password”' },
  })
})

test.each([
  [{ isHibernated: false, isInactive: true }, undefined],
  [{ isHibernated: true, isInactive: false }, 'It can be read only. Wake it up to change it.'],
  [{ isHibernated: true, isInactive: true }, 'It can be read only. Restore it and wake it up to change it.'],
])('what makes a project changeable again is said by its state: %o', async (state, expected) => {
  const { current } = await openForm(state)
  const [notice] = allPropsOf(Notice, current().page)
  const words = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>{notice?.children}</I18nProvider>,
  )
  expect(words).toBe(expected === undefined ? '' : `<p>${expected}</p>`)
})
