import { i18n } from '@lingui/core'
import type { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import type { CurrentUser } from '@lintel/contract/people/users'
import { type Locale, languageTag, localeOf, preferredLocale } from '@lintel/contract/settings/locales'
import { callApi } from '../api/call-api'
import { firstCalls } from '../api/first-calls'
import { formatsOf } from '../i18n/formats'
import { followLocale, startingLocale } from '../i18n/language-choice'
import { activateLocale } from '../i18n/texts'
import { followColorScheme } from '../ui/theme/color-scheme'

let appliedPreferences: string | undefined
let lastReport: string | undefined

/**
 * Applies the account's preferences whenever they change, as on another device or with another person. Without a chosen
 * language the browser's is used, not that of the previous person.
 */
export async function followPreferences({ id, guestOf, language: chosen, theme }: CurrentUser): Promise<void> {
  const preferences = JSON.stringify([id, chosen, theme])
  if (guestOf !== null || preferences === appliedPreferences) return
  appliedPreferences = preferences
  followColorScheme(theme)
  followLocale(chosen === null ? undefined : localeOf(chosen))
  const locale = startingLocale()
  if (locale !== i18n.locale) await activateLocale(locale)
}

/**
 * Reports the language of this browser's screens and its time zone, once per person and page unless the language changes: mails use them
 * until the person chooses others. For an account with a language of its own it is the one that the browser requests. Failures are ignored.
 */
export function sendBrowserLocale({ id, guestOf, language: chosen }: CurrentUser): void {
  const locale = variantOf(chosen === null ? startingLocale() : preferredLocale(navigator.languages))
  const report = JSON.stringify([id, locale])
  if (guestOf !== null || lastReport === report) return
  lastReport = report
  callApi<typeof reportBrowserLocale>(firstCalls.reportBrowserLocale, {
    parameters: { email: id },
    body: { locale, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  }).catch(() => {})
}

/** The browser's variant of the language (`en-GB`), else the language itself. */
const variantOf = (locale: Locale): string => formatsOf(locale).find((tag) => languageTag.test(tag)) ?? locale
