import { i18n, type Messages } from '@lingui/core'
import type { Locale } from '@lintel/contract/settings/locales'
import { formatsOf } from './formats'

const catalogs = import.meta.glob<{ messages: Messages }>('./locales/*/sign-in.po')

/** Loads the texts of the sign-in page in one language and makes it the current one. */
export async function activateSignInLocale(locale: Locale): Promise<void> {
  const catalog = await catalogs[`./locales/${locale}/sign-in.po`]?.()
  i18n.loadAndActivate({ locale, locales: formatsOf(locale), messages: catalog?.messages ?? {} })
}
