import { type Locale, localeOf, preferredLocale } from '@lintel/contract/settings/locales'

/** A cookie, because the server picks the pre-rendered sign-in page by it before any code of ours runs. */
const cookieName = 'lintel-language'
const oneYear = 365 * 24 * 3600

/** The language that the person chose in this browser, if any. */
export function chosenLocale(cookies = document.cookie): Locale | undefined {
  const value = cookies.match(new RegExp(`(?:^|; )${cookieName}=([^;]*)`))?.[1]
  return value === undefined ? undefined : localeOf(value)
}

/** The language to begin in: the choice, else the browser's. */
export const startingLocale = (): Locale => chosenLocale() ?? preferredLocale(navigator.languages)

/** Keeps the choice for a year. It is no secret and tells no more than the Accept-Language header does. */
export function keepLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${cookieName}=${locale}; Path=/; Max-Age=${oneYear}; SameSite=Lax`
}
