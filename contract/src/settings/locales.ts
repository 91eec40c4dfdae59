/** The nine languages of the application and its mails. */
export const locales = ['en', 'de', 'es', 'fr', 'ja', 'nb', 'pl', 'sv', 'zh'] as const

/** One of {@link locales}. */
export type Locale = (typeof locales)[number]

/** A simple BCP 47 tag: `nb`, `zh-Hans`. */
export const languageTag = /^(?=.{2,35}$)[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** All Norwegian tags map to bokmål. */
const aliases: Record<string, Locale> = { no: 'nb', nn: 'nb' }

const isLocale = (tag: string): tag is Locale => locales.some((locale) => locale === tag)

/** The locale of a BCP 47 tag (`de-AT` → de, `no` → nb, `zh-TW` → zh), or undefined. Account-portal chapter 9. */
export function localeOf(tag: string): Locale | undefined {
  const [language = ''] = tag.toLowerCase().split(/[-_]/)
  return isLocale(language) ? language : aliases[language]
}

/** The first supported locale of the person's languages, else English. */
export const preferredLocale = (tags: readonly string[]): Locale =>
  tags.map(localeOf).find((locale) => locale !== undefined) ?? 'en'
