import { type Locale, localeOf } from '@lintel/contract/settings/locales'

/**
 * The browser's variants of the language (en-GB, de-AT), which decide how dates and numbers are formatted; none while
 * prerendering.
 */
export const formatsOf = (locale: Locale): string[] => {
  const languages = typeof navigator === 'undefined' ? [] : navigator.languages
  return [...languages.filter((tag) => localeOf(tag) === locale), locale]
}
