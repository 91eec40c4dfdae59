import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { locales } from '@lintel/contract/settings/locales'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { activateSignInLocale } from './i18n/sign-in-texts'
import { parseLoginEntry } from './portal/login/login-entry'
import { LoginPage } from './portal/login/login-page'

/**
 * The sign-in page in every language, prerendered for the documents that the build writes, with the texts that the
 * application's document shows while its code is loading and when it fails to load.
 */
export async function prerenderSignIn() {
  const pages: {
    locale: string
    markup: string
    title: string
    description: string
    loading: string
    unreachable: string
  }[] = []
  for (const locale of locales) {
    await activateSignInLocale(locale)
    const markup = renderToString(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <LoginPage entry={parseLoginEntry('')} onReady={() => {}} onComplete={async () => {}} />
        </I18nProvider>
      </StrictMode>,
    )
    pages.push({
      locale,
      markup,
      title: `${t`Sign in`} · Lintel`,
      description: t`Sign in to your building projects.`,
      loading: t`Loading`,
      unreachable: t`There is no connection to the server. The page goes on by itself when it is back.`,
    })
  }
  return pages
}
