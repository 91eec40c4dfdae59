import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { CurrentUser } from '@lintel/contract/people/users'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
import { Sessions } from './sessions'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const sessions = [{ id: 'here', isCurrent: true }, { id: 'there' }].map((session) => ({
  ...{ isCurrent: false, method: 'password', provider: null, secondFactor: false, rememberMe: false },
  ...{ browser: 'Firefox', system: 'Linux', ip: '203.0.113.7', city: null, idleSeconds: 3_600 },
  ...{ createdAt: '2026-03-01T10:00:00Z', lastSeenAt: '2026-03-01T10:00:00Z', expiresAt: '2026-03-02T10:00:00Z' },
  ...session,
}))

/** The page of somebody who is signed in at another place as well. */
function render(user: Pick<CurrentUser, 'method' | 'guestOf'>): string {
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, user as CurrentUser)
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queries}>
        <RouterContextProvider router={router}>
          <Sessions sessions={sessions as never} />
        </RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
}

test('who does not recognize a session changes the password that they have, and otherwise tells who can close the way in', () => {
  const withPassword = render({ method: 'password', guestOf: null })
  expect(withPassword).toContain('href="/change-password"')
  for (const [user, expected] of [
    [{ method: 'federation', guestOf: null }, 'tell whoever is responsible for your sign-in'],
    [{ method: 'guest', guestOf: 'harbour' }, 'tell whoever invited you'],
    [{ method: 'password', guestOf: 'harbour' }, 'tell whoever invited you'],
  ] as const) {
    expect(render(user)).toContain(expected)
    expect(render(user)).not.toContain('change-password')
  }
})
