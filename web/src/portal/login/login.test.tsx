import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { lazySections } from './lazy-sections'
import { Login } from './login'
import { parseLoginEntry } from './login-entry'
import { LoginNotice } from './login-notice'
import { emptySignInConfig, type Installation } from './sign-in-config'

// The notice is drawn at once, the other sections that are loaded on demand not at all.
vi.mock('./lazy-section', () => ({
  LazySection: ({ load, props }: { load: unknown; props: never }) =>
    load === lazySections.notice ? <LoginNotice {...(props as Parameters<typeof LoginNotice>[0])} /> : null,
}))

const ignore = () => undefined

/** The sign-in page opened with this query, in an installation that sends mail. */
function render(search: string, installation: Partial<Installation> = {}, userAgent = '') {
  const navigator = { userAgent, maxTouchPoints: 0, cookieEnabled: true }
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('window', { navigator })
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Login
        entry={parseLoginEntry(search)}
        config={{ ...emptySignInConfig, installation: { isSmtpEnabled: true, ...installation } }}
        {...{ error: undefined, challenge: undefined, notice: undefined, redirectingTo: undefined, isSigningIn: false }}
        {...{ onSubmit: ignore, onRedirect: ignore, onSignedIn: ignore, onFailure: ignore }}
      />
    </I18nProvider>,
  )
}

afterEach(() => vi.unstubAllGlobals())

test('a forgotten password is reset on the way to where the person wanted to go', () => {
  expect(render('')).toContain('<a href="/reset-password">')
  expect(render('?next-url=%2Fnew-project')).toContain('<a href="/reset-password?next-url=%2Fnew-project">')
})

test.each([true, false])(
  'a new project is offered neither on iOS nor on-premise, where people register: %s',
  (canRegister) => {
    const offer = (environment: Installation['environment'], userAgent?: string) =>
      /Create a project|\/register/.test(render('?next-url=%2Fnew-project', { environment, canRegister }, userAgent))
    expect(offer('production')).toBe(true)
    expect(offer('production', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)')).toBe(false)
    expect(offer('onpremise')).toBe(false)
  },
)
