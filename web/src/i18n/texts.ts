import { i18n, type Messages } from '@lingui/core'
import { type Locale, localeOf } from '@lintel/contract/settings/locales'
import { loadTexts, type TextPart } from './catalogs'
import { formatsOf } from './formats'

/** What is wanted of the texts so far, in whatever language is chosen. */
const wanted = new Set<TextPart>(['home'])

/** Loads the texts in one language and makes it the current one: what is on screen is drawn again in it. */
export async function speak(locale: Locale): Promise<void> {
  const parts = await Promise.all([...wanted].map((part) => loadTexts(part, locale)))
  // Added to what is there: the sign-in page may still stand on screen, with texts of its own.
  i18n.load(locale, await asAsked(Object.assign({}, ...parts)))
  i18n.activate(locale, formatsOf(locale))
  document.documentElement.lang = locale
}

/** Adds a part of the texts, before the first screen that needs it is drawn. Fails without a network. */
export async function speakOf(part: TextPart): Promise<void> {
  if (wanted.has(part)) return
  const locale = localeOf(i18n.locale) ?? 'en'
  i18n.load(locale, await asAsked(await loadTexts(part, locale)))
  wanted.add(part)
  // Somebody chose another language meanwhile.
  if (i18n.locale !== locale) await speak(localeOf(i18n.locale) ?? 'en')
}

/** Adds what every screen of the portal but the first one says. Fails without a network. */
export const speakOfPortal = async (): Promise<void> => {
  await Promise.all([speakOf('portal'), speakOf('problems')])
}

/**
 * While developing, `?pseudo` in the address shows every text in the pseudo-locale, which lays bare what is glued
 * together, cut off or not translated. No build for people contains it.
 */
async function asAsked(messages: Messages): Promise<Messages> {
  if (!import.meta.env.DEV || !new URLSearchParams(location.search).has('pseudo')) return messages
  const { pseudoMessage } = await import('./pseudo')
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, pseudoMessage(message)])) as Messages
}
