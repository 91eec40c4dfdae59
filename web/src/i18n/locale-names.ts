import type { Locale } from '@lintel/contract/settings/locales'

/** Each language in its own name, for the language menu. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  nb: 'Norsk bokmål',
  pl: 'Polski',
  sv: 'Svenska',
  zh: '中文（简体）',
}
