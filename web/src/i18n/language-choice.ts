import { type Locale, localeOf, preferredLocale } from '@lintel/contract/settings/locales'
import { readChoiceCookie, writeChoiceCookie } from '../ui/choice-cookie'

const cookie = 'lintel-language'

/** The language that the person chose in this browser, if any. */
export function chosenLocale(cookies?: string): Locale | undefined {
  const value = readChoiceCookie(cookie, cookies)
  return value === undefined ? undefined : localeOf(value)
}

/** The initial language: the chosen one, else the browser's. */
export const startingLocale = (): Locale => chosenLocale() ?? preferredLocale(navigator.languages)

/** Marks a choice that was made before anybody signed in. */
const deviceChoiceCookie = 'lintel-language-here'

/**
 * Stores the choice; `undefined` falls back to the browser's language. The cookie reveals no more than the
 * Accept-Language header.
 */
export function saveLocale(locale: Locale | undefined): void {
  writeChoiceCookie(cookie, locale)
  writeChoiceCookie(deviceChoiceCookie, undefined)
}

/** Stores a choice made before anybody signed in: it applies to every account that follows the browser's language. */
export function saveBrowserLocale(locale: Locale): void {
  saveLocale(locale)
  writeChoiceCookie(deviceChoiceCookie, '1')
}

/** Stores the language of an account; an account that follows the browser keeps the choice that was made in it. */
export function followLocale(account: Locale | undefined): void {
  if (account !== undefined || readChoiceCookie(deviceChoiceCookie) === undefined) saveLocale(account)
}
