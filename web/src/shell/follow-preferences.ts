import { i18n } from '@lingui/core'
import type { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import type { CurrentUser } from '@lintel/contract/people/users'
import { languageTag, localeOf } from '@lintel/contract/settings/locales'
import { callApi } from '../api/call-api'
import { firstCalls } from '../api/first-calls'
import { followLocale, startingLocale } from '../i18n/language-choice'
import { activateLocale } from '../i18n/texts'
import { followColorScheme } from '../ui/theme/color-scheme'

let appliedPreferences: string | undefined
let reportedFor: string | undefined

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
 * Reports the browser's language and time zone, once per person and page: mails use them until the person chooses
 * others. Failures are ignored.
 */
export function sendBrowserLocale({ id, guestOf }: CurrentUser): void {
  const locale = navigator.language
  if (guestOf !== null || reportedFor === id || !languageTag.test(locale)) return
  reportedFor = id
  callApi<typeof reportBrowserLocale>(firstCalls.reportBrowserLocale, {
    parameters: { email: id },
    body: { locale, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  }).catch(() => {})
}
