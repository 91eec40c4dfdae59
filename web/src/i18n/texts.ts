import { i18n, type Messages } from '@lingui/core'
import { type Locale, localeOf } from '@lintel/contract/settings/locales'

const catalogs = import.meta.glob<{ messages: Messages }>('./locales/*/*.po')

const load = async (locale: Locale, part: 'sign-in' | 'application') =>
  (await catalogs[`./locales/${locale}/${part}.po`]?.())?.messages

/** Loads all texts in one language and makes it the current one: what is on screen is drawn again in it. */
export async function speak(locale: Locale): Promise<void> {
  const [signIn, application] = await Promise.all([load(locale, 'sign-in'), load(locale, 'application')])
  const messages = await asAsked({ ...signIn, ...application })
  i18n.loadAndActivate({ locale, locales: formatsOf(locale), messages })
  document.documentElement.lang = locale
}

/** The person's own variants of the language (en-GB, de-AT) decide how dates and numbers are written. */
const formatsOf = (locale: Locale) => [...navigator.languages.filter((tag) => localeOf(tag) === locale), locale]

/**
 * While developing, `?pseudo` in the address shows every text in the pseudo-locale, which lays bare what is glued
 * together, cut off or not translated. No build for people contains it.
 */
async function asAsked(messages: Messages): Promise<Messages> {
  if (!import.meta.env.DEV || !new URLSearchParams(location.search).has('pseudo')) return messages
  const { pseudoMessage } = await import('./pseudo')
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, pseudoMessage(message)])) as Messages
}
