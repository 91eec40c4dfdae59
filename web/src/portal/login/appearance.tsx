import { i18n as texts } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type Locale, localeOf, locales } from '@lintel/contract/settings/locales'
import { useSyncExternalStore } from 'react'
import { keepForBrowser } from '../../i18n/language-choice'
import { localeNames } from '../../i18n/locale-names'
import { speakSignIn } from '../../i18n/sign-in-texts'
import { keepChoice } from '../../ui/kept-choice'
import { PlainSelect } from '../../ui/plain-select'
import {
  type ColorScheme,
  chooseColorScheme,
  chosenColorScheme,
  ofBrowser,
  watchColorScheme,
} from '../../ui/theme/color-scheme'
import styles from './appearance.module.css'

const drawnAhead = (): ColorScheme => 'system'

/** The language and the theme of the sign-in page, kept in this browser; an account's own choice comes before them. */
export function Appearance() {
  const { t, i18n } = useLingui()
  const theme = useSyncExternalStore(watchColorScheme, chosenColorScheme, drawnAhead)
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
        onChange={(value) => chooseForBrowser(value as ColorScheme)}
      />
    </div>
  )
}

/** Draws the page in another language. Without a network the texts come with the next page: the server draws it in the chosen one. */
async function chooseLanguage(locale: Locale) {
  keepForBrowser(locale)
  await speakSignIn(locale).catch(() => {})
  if (texts.locale !== locale) return
  document.documentElement.lang = locale
  document.title = `${texts._(msg`Sign in`)} · Lintel`
}

/** Chooses before anybody has signed in: it holds in this browser for every account that leaves it to the device. */
function chooseForBrowser(wanted: ColorScheme): void {
  chooseColorScheme(wanted)
  if (wanted !== 'system') keepChoice(ofBrowser, '1')
}
