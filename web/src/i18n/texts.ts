import { i18n, type Messages } from '@lingui/core'
import { type Locale, localeOf } from '@lintel/contract/settings/locales'

const catalogs = import.meta.glob<{ messages: Messages }>('./locales/*/*.po')

const load = async (locale: Locale, part: 'sign-in' | 'application') =>
  (await catalogs[`./locales/${locale}/${part}.po`]?.())?.messages

/** Loads all texts in one language and makes it the current one: what is on screen is drawn again in it. */
export async function speak(locale: Locale): Promise<void> {
  const [signIn, application] = await Promise.all([load(locale, 'sign-in'), load(locale, 'application')])
  i18n.loadAndActivate({ locale, locales: formatsOf(locale), messages: { ...signIn, ...application } })
  document.documentElement.lang = locale
}

/** The person's own variants of the language (en-GB, de-AT) decide how dates and numbers are written. */
const formatsOf = (locale: Locale) => [...navigator.languages.filter((tag) => localeOf(tag) === locale), locale]
