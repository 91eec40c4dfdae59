import { type Locale, localeOf } from '@lintel/contract/settings/locales'

/** The person's own variants of the language (en-GB, de-AT) decide how dates and numbers are written; none while a build draws. */
export const formatsOf = (locale: Locale): string[] => {
  const languages = typeof navigator === 'undefined' ? [] : navigator.languages
  return [...languages.filter((tag) => localeOf(tag) === locale), locale]
}
