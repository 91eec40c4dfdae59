import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { type Project, projects } from '@lintel/contract/projects/projects'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { DraftForm } from '../../api/form/draft-form'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { createQueryClient } from '../../api/query-client'
import { all, one } from '../../api/resource'

test('login methods that somebody else changes while they are edited are a conflict, and the draft is kept', async () => {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { EditProject } = await import('./edit-project')
  const { ProjectSignIn } = await import('./project-sections')
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', neverResponds)
  const queries = createQueryClient()
  const store = (version: number, providers: string[]) => {
    const attributes = { name: 'Harbour', externalId: null, description: null, owner: 'mei@nordbygg.example' }
    const record = { id: 'harbour', version, ...attributes, customer: 'nord', features: [], providers } as unknown
    queries.setQueryData(one(projects, 'harbour').queryKey, { record: record as Project, included: [] })
  }
  store(1, [])
  queries.setQueryData(one(customers, 'nord').queryKey, {
    record: { id: 'nord', providers: [] } as never,
    included: [],
  })
  queries.setQueryData(all(ssoProviders).queryKey, { records: [], included: [] })
  const { current: rendered, change } = await renderForm(() => {
    const outer = EditProject({ id: 'harbour', onClose: () => undefined }) as ReactElement<
      object,
      (props: object) => ReactElement
    >
    const page = outer.type(outer.props)
    return { page, signIn: ProjectSignIn(propsOf(ProjectSignIn, page)) }
  }, queries)
  await change(({ signIn }) => propsOf(LoginMethodsField, signIn).onChange(['COGNITO_MFA']))
  await change(async () => {
    store(2, ['COGNITO'])
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
