import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LogoutLink } from './logout-link'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/** The rendered sign-out link at `path`. */
const renderAt = (path: string) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        <LogoutLink path={path} onFollow={() => undefined} />
      </RouterContextProvider>
    </I18nProvider>,
  )

test.each(['/login', '/projects', '/customers', '/providers', '/customers/customer/-1'])(
  'the logout is not there on %s',
  (path) => {
    expect(renderAt(path)).toBe('')
  },
)

test.each(['/', '/new-project', '/project-1/', '/projects-list', '/users'])('the logout is there on %s', (path) => {
  expect(renderAt(path)).toMatch(/^<a [^>]*href="\/logout".*Sign out<\/a>$/)
})
