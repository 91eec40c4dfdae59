import { i18n as texts } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type Locale, localeOf, locales } from '@lintel/contract/settings/locales'
import { useSyncExternalStore } from 'react'
import { saveBrowserLocale } from '../../i18n/language-choice'
import { localeNames } from '../../i18n/locale-names'
import { activateSignInLocale } from '../../i18n/sign-in-texts'
import { writeChoiceCookie } from '../../ui/choice-cookie'
import { PlainSelect } from '../../ui/plain-select'
import {
  type ColorScheme,
  chooseColorScheme,
  chosenColorScheme,
  deviceChoiceCookie,
  watchColorScheme,
} from '../../ui/theme/color-scheme'
import styles from './appearance.module.css'

const prerenderedColorScheme = (): ColorScheme => 'system'

/** Language and theme of the sign-in page, stored in this browser; the settings of an account take precedence. */
export function Appearance() {
  const { t, i18n } = useLingui()
  const theme = useSyncExternalStore(watchColorScheme, chosenColorScheme, prerenderedColorScheme)
  return (
    <div className={styles.appearance}>
      <PlainSelect
        label={t`Language`}
        value={i18n.locale}
        options={locales.map((locale) => ({ value: locale, label: localeNames[locale] }))}
        onChange={(value) => chooseLanguage(localeOf(value) ?? 'en')}
      />
      <PlainSelect
        label={t`Theme`}
        value={theme}
        options={[
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
          { value: 'system', label: t`System` },
        ]}
        onChange={(value) => saveBrowserColorScheme(value as ColorScheme)}
      />
    </div>
  )
}

/** Switches the page's language. If the texts cannot be loaded, the next page load renders it in the chosen language. */
async function chooseLanguage(locale: Locale) {
  saveBrowserLocale(locale)
  await activateSignInLocale(locale).catch(() => {})
  if (texts.locale !== locale) return
  document.documentElement.lang = locale
  document.title = `${texts._(msg`Sign in`)} · Lintel`
}

/** Saves the theme before sign-in; it applies in this browser to every account that uses the device's setting. */
function saveBrowserColorScheme(colorScheme: ColorScheme): void {
  chooseColorScheme(colorScheme)
  if (colorScheme !== 'system') writeChoiceCookie(deviceChoiceCookie, '1')
}
