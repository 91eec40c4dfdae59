import { i18n } from '@lingui/core'
import type { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import type { CurrentUser } from '@lintel/contract/people/users'
import { languageTag, localeOf } from '@lintel/contract/settings/locales'
import { ask } from '../api/ask'
import { firstCalls } from '../api/first-calls'
import { followLocale, startingLocale } from '../i18n/language-choice'
import { speak } from '../i18n/texts'
import { followColorScheme } from '../ui/theme/color-scheme'

let followed: string | undefined
let told: string | undefined

/**
 * Draws the application as the account says, whenever the account says something new: what was chosen on another
 * device, or by whoever signs in next. Without a chosen language it speaks the browser's, not that of whoever was here before.
 */
export async function followPreferences({ id, guestOf, language: chosen, theme }: CurrentUser): Promise<void> {
  const wanted = JSON.stringify([id, chosen, theme])
  if (guestOf !== null || wanted === followed) return
  followed = wanted
  followColorScheme(theme)
  followLocale(chosen === null ? undefined : localeOf(chosen))
  const locale = startingLocale()
  if (locale !== i18n.locale) await speak(locale)
}

/**
 * Reports the browser's language and time zone, once a person and page: mails are written in them until the person
 * chooses others. Not worth an error to anybody.
 */
export function tellBrowserLocale({ id, guestOf }: CurrentUser): void {
  const locale = navigator.language
  if (guestOf !== null || told === id || !languageTag.test(locale)) return
  told = id
  ask<typeof reportBrowserLocale>(firstCalls.reportBrowserLocale, {
    parameters: { email: id },
    body: { locale, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  }).catch(() => {})
}
