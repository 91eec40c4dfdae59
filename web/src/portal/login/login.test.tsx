import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Login } from './login'
import { parseLoginEntry } from './login-entry'
import { emptySignInConfig } from './sign-in-config'

const ignore = () => undefined

/** The sign-in page opened with this query, in an installation that sends mail. */
function render(search: string) {
  const navigator = { userAgent: '', maxTouchPoints: 0, cookieEnabled: true }
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('window', { navigator })
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Login
        entry={parseLoginEntry(search)}
        config={{ ...emptySignInConfig, installation: { isSmtpEnabled: true } }}
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
