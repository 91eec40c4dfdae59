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

/** Keeps the choice. It tells no more than the Accept-Language header does. */
export const keepLocale = (locale: Locale): void => keepChoice(choice, locale)
