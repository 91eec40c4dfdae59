import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { locales } from '@lintel/contract/settings/locales'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { speakSignIn } from './i18n/sign-in-texts'
import { readEntry } from './portal/login/login-entry'
import { LoginPage } from './portal/login/login-page'

/**
 * The sign-in page in every language, for the documents that the build writes, and what the application's document says while its code
 * is on its way, and where that does not come.
 */
export async function drawSignIn() {
  const drawn: {
    locale: string
    markup: string
    title: string
    description: string
    loading: string
    unreachable: string
  }[] = []
  for (const locale of locales) {
    await speakSignIn(locale)
    const markup = renderToString(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <LoginPage entry={readEntry('')} onReady={() => {}} onArrived={async () => {}} />
        </I18nProvider>
      </StrictMode>,
    )
    drawn.push({
      locale,
      markup,
      title: `${t`Sign in`} · Lintel`,
      description: t`Sign in to your building projects.`,
      loading: t`Loading`,
      unreachable: t`There is no connection to the server. The page goes on by itself when it is back.`,
    })
  }
  return drawn
}
