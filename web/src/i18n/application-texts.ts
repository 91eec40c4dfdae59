import { i18n } from '@lingui/core'
import { localeOf } from '@lintel/contract/settings/locales'
import { loadTexts } from './catalogs'

/** Adds the application's first texts and those of all failures to the active language of the sign-in page. */
export async function addApplicationTexts(): Promise<void> {
  const locale = localeOf(i18n.locale) ?? 'en'
  const [first, problems] = await Promise.all([loadTexts('home', locale), loadTexts('problems', locale)])
  i18n.load(locale, { ...first, ...problems })
}
