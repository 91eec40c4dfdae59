import { i18n, type Messages } from '@lingui/core'
import { type Locale, localeOf } from '@lintel/contract/settings/locales'
import { loadTexts, type TextPart } from './catalogs'
import { formatsOf } from './formats'

/** Parts of the texts requested so far, in whatever language. */
const requestedParts = new Set<TextPart>(['home'])

/** Loads the requested parts in one language and activates it, which re-renders what is on screen. */
export async function activateLocale(locale: Locale): Promise<void> {
  const parts = await Promise.all([...requestedParts].map((part) => loadTexts(part, locale)))
  // Added to the loaded texts: the sign-in page may still be on screen, with texts of its own.
  i18n.load(locale, await inPseudoLocale(Object.assign({}, ...parts)))
  i18n.activate(locale, formatsOf(locale))
  document.documentElement.lang = locale
}

/** Loads a part of the texts, before the first screen that needs it is rendered. Fails without a network. */
export async function addTexts(part: TextPart): Promise<void> {
  if (requestedParts.has(part)) return
  const locale = localeOf(i18n.locale) ?? 'en'
  i18n.load(locale, await inPseudoLocale(await loadTexts(part, locale)))
  requestedParts.add(part)
  // Another language was chosen meanwhile.
  if (i18n.locale !== locale) await activateLocale(localeOf(i18n.locale) ?? 'en')
}

/** Loads the texts of all screens of the portal except the first. Fails without a network. */
export const addPortalTexts = async (): Promise<void> => {
  await Promise.all([addTexts('portal'), addTexts('problems')])
}

/**
 * In development, `?pseudo` in the address shows every text in the pseudo-locale, which exposes texts that are
 * concatenated, cut off or not translated. Not in production builds.
 */
async function inPseudoLocale(messages: Messages): Promise<Messages> {
  if (!import.meta.env.DEV || !new URLSearchParams(location.search).has('pseudo')) return messages
  const { pseudoMessage } = await import('./pseudo')
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, pseudoMessage(message)])) as Messages
}
