import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { CurrentUser } from '@lintel/contract/people/users'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { Route } from '../../routes/_signed-in/index'
import { currentUser } from '../../session/current-user'
import { installation } from '../../session/installation'
import { myProjectLinks } from '../../shell/my-project-links'
import { searchThreshold } from './project-sections'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

const person = {
  ...{ id: 'anna', email: 'anna@nordbygg.example', emailProved: true, role: null, guestOf: null },
  ...{ method: 'password', loginMethod: 'COGNITO', restriction: null, apiUserFor: [] },
}
const link = (number: number) => ({
  ...{ id: `p${number}`, version: 1, name: `Project ${number}`, projectUri: `http://localhost/project-p${number}/` },
  ...{ description: null, externalId: null, isHibernated: false, isLibrary: false, isFavourite: false },
  ...{ lastOpenedAt: null, lastDay: null, creationState: null, loginMethods: [] },
})

/** The start page of an administrator of these customers, while they search for something that no project has. */
async function renderSearch(customerAdminFor: Partial<CurrentUser['customerAdminFor'][number]>[]): Promise<string> {
  vi.stubGlobal('navigator', { userAgent: '' })
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, { ...person, customerAdminFor } as unknown as CurrentUser)
  queries.setQueryData(installation.queryKey, { record: { environment: 'production' }, included: [] } as never)
  const links = Array.from({ length: searchThreshold + 1 }, (_, number) => link(number))
  queries.setQueryData(myProjectLinks.queryKey, { records: links, included: [] } as never)
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: '_signed-in' })
  const { getParentRoute } = Route.options
  const index = Route.update({ id: '/', path: '/', getParentRoute: () => signedIn } as never)
  onTestFinished(() => void Route.update({ getParentRoute } as never))
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([index as never])]),
    history: createMemoryHistory({ initialEntries: ['/?q=swimming'] }),
    context: { queries } as never,
  })
  await router.load()
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </I18nProvider>,
  )
}

test('administrators see the libraries during a search, also where their customer asks for another sign-in', async () => {
  const open = { id: 'nord', name: 'Nord', loginMethods: [] }
  const closed = { ...open, loginMethods: ['COGNITO_MFA'] }
  expect(await renderSearch([])).not.toContain('Libraries')
  expect(await renderSearch([open])).toContain('Libraries')
  expect(await renderSearch([closed])).toContain('Libraries')
})
