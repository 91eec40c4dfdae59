import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { type Locale, localeOf, locales } from '@lintel/contract/settings/locales'
import { useSyncExternalStore } from 'react'
import { chosenLocale } from '../i18n/language-choice'
import { localeNames } from '../i18n/locale-names'
import { Choice } from '../ui/choice'
import { Icon } from '../ui/icon'
import { chosenColorScheme, watchColorScheme } from '../ui/theme/color-scheme'
import styles from './preferences.module.css'
import { usePreference } from './use-preference'

/** Theme and language, applied at once and on all devices. */
export function Preferences({ user }: { user: CurrentUser }) {
  const prefer = usePreference(user)
  return (
    <>
      <ThemeChoice onChoose={(theme) => prefer({ theme })} />
      <LanguageChoice onChoose={(language) => prefer({ language })} />
    </>
  )
}

function ThemeChoice({ onChoose }: { onChoose(theme: CurrentUser['theme']): void }) {
  const { t } = useLingui()
  const chosen = useSyncExternalStore(watchColorScheme, chosenColorScheme)
  return (
    <Choice
      label={<Trans>Theme</Trans>}
      value={chosen}
      options={[
        { value: 'light', label: t`Light` },
        { value: 'dark', label: t`Dark` },
        { value: 'system', label: t`System` },
      ]}
      onChoose={onChoose}
    />
  )
}

/** Option value for following the browser's language. */
const browserDefault = ''

/** Every selection of the language follows what is chosen in another one. */
function watchLocale(onChange: () => void): () => void {
  addEventListener('languagechange', onChange)
  return () => removeEventListener('languagechange', onChange)
}

function LanguageChoice({ onChoose }: { onChoose(language: Locale | null): void }) {
  const chosen = useSyncExternalStore(watchLocale, () => chosenLocale() ?? browserDefault)
  return (
    <label className={styles.language}>
      <Trans>Language</Trans>
      <span className={styles.select}>
        <select value={chosen} onChange={({ target }) => onChoose(localeOf(target.value) ?? null)}>
          <option value={browserDefault}>
            <Trans>As in the browser</Trans>
          </option>
          {locales.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {localeNames[locale]}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={16} />
      </span>
    </label>
  )
}
