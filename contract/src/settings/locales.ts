/** The nine languages of the product, the app's and the mails'. */
export const locales = ['en', 'de', 'es', 'fr', 'ja', 'nb', 'pl', 'sv', 'zh'] as const

/** One of the nine. */
export type Locale = (typeof locales)[number]

/** A BCP 47 tag as people and browsers write one: `nb`, `zh-Hans`. */
export const languageTag = /^(?=.{2,35}$)[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** Norwegian in any of its tags is read in bokmål. */
const aliases: Record<string, Locale> = { no: 'nb', nn: 'nb' }

const isLocale = (tag: string): tag is Locale => locales.some((locale) => locale === tag)

/** Our language for a BCP 47 tag (`de-AT` → de, `no` → nb, `zh-TW` → zh), or undefined. Account-portal chapter 9. */
export function localeOf(tag: string): Locale | undefined {
  const [language = ''] = tag.toLowerCase().split(/[-_]/)
  return isLocale(language) ? language : aliases[language]
}

/** The first of the person's languages that we speak, else English. */
export const preferredLocale = (tags: readonly string[]): Locale =>
  tags.map(localeOf).find((locale) => locale !== undefined) ?? 'en'
