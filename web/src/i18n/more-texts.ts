import { i18n } from '@lingui/core'
import { localeOf } from '@lintel/contract/settings/locales'
import { loadTexts } from './catalogs'

/** Adds the application's first texts, those of all failures among them, to the language that the sign-in page speaks. */
export async function speakMore(): Promise<void> {
  const locale = localeOf(i18n.locale) ?? 'en'
  i18n.load(locale, await loadTexts('home', locale))
}
