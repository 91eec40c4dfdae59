import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Session } from '@lintel/contract/identity/sessions'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SessionRow } from './session-row'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const session: Session = {
  id: 'session-1',
  isCurrent: false,
  method: 'password',
  provider: null,
  secondFactor: false,
  rememberMe: false,
  browser: 'Firefox',
  system: 'Linux',
  ip: '203.0.113.7',
  city: null,
  createdAt: '2026-03-01T10:00:00Z',
  lastSeenAt: '2026-03-01T10:00:00Z',
  idleSeconds: 3_600,
  expiresAt: '2026-03-02T10:00:00Z',
}
const render = (city: string | null) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        <SessionRow session={{ ...session, city }} onEnd={() => undefined} />
      </RouterContextProvider>
    </I18nProvider>,
  )

test('a place shows its city before its address where it is known, and its address alone where it is not', () => {
  expect(render('Tromsø')).toContain('<span>Tromsø</span><span>203.0.113.7</span>')
  expect(render(null)).toContain('<span>203.0.113.7</span>')
  expect(render(null)).not.toContain('null')
})
