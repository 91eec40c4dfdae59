import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallFailure } from '../../api/failure'
import { AbsenceError } from './absence-error'
import { isProjectOfCustomer } from './board-calls'

test('a project that the login method does not open says so on its card, and nothing while it is being asked about', async () => {
  const queries = new QueryClient()
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const render = () =>
    renderToStaticMarkup(
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        <QueryClientProvider client={queries}>
          <RouterContextProvider router={router}>
            <AbsenceError customer="north" project="harbour" />
          </RouterContextProvider>
        </QueryClientProvider>
      </I18nProvider>,
    )
  expect(render()).toBe('')
  const refused = new CallFailure(403, [{ code: 'loginMethodRequired' } as never], 'request-1')
  const { queryKey } = isProjectOfCustomer('north', 'harbour')
  await queries.prefetchQuery({ queryKey, queryFn: () => Promise.reject(refused), retry: false })
  expect(render()).toContain('Sign in with another method to open this.')
})
