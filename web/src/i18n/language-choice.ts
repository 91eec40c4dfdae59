import { type Locale, localeOf, preferredLocale } from '@lintel/contract/settings/locales'
import { keepChoice, keptChoice } from '../ui/kept-choice'

const choice = 'lintel-language'

/** The language that the person chose in this browser, if any. */
export function chosenLocale(cookies?: string): Locale | undefined {
  const value = keptChoice(choice, cookies)
  return value === undefined ? undefined : localeOf(value)
}

/** The language to begin in: the choice, else the browser's. */
export const startingLocale = (): Locale => chosenLocale() ?? preferredLocale(navigator.languages)

/** Kept beside a choice that was made before anybody signed in. */
const ofBrowser = 'lintel-language-here'

/** Keeps the choice; without one the browser's language is spoken. It tells no more than the Accept-Language header does. */
export function keepLocale(locale: Locale | undefined): void {
  keepChoice(choice, locale)
  keepChoice(ofBrowser, undefined)
}

/** Keeps what was chosen before anybody signed in: it holds for every account that leaves its language to the browser. */
export function keepForBrowser(locale: Locale): void {
  keepLocale(locale)
  keepChoice(ofBrowser, '1')
}

/** Keeps the language of an account; one that leaves it to the browser leaves it to what was chosen in it. */
export function followLocale(account: Locale | undefined): void {
  if (account !== undefined || keptChoice(ofBrowser) === undefined) keepLocale(account)
}
