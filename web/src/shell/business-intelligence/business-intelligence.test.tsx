import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { CurrentUser } from '@lintel/contract/people/users'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BusinessIntelligence } from './business-intelligence'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/** The dialog for a person signed in with this method. */
const render = (method: CurrentUser['method']) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={router}>
          <BusinessIntelligence
            user={{ id: 'anna@nordbygg.example', email: 'anna@nordbygg.example', method } as CurrentUser}
            customer={{ id: 'north', name: 'North' }}
            onClose={() => undefined}
          />
        </RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )

test('a refresh token by a password is offered to who has one, and not to whom a provider signed in', () => {
  expect(render('password')).toContain('Refresh token')
  const federated = render('federation')
  expect(federated).not.toContain('Refresh token')
  expect(federated).toContain('A query that Excel and Power BI load')
})
