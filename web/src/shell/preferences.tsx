import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { localeOf, locales } from '@lintel/contract/settings/locales'
import { useSyncExternalStore } from 'react'
import { localeNames } from '../i18n/locale-names'
import { Choice } from '../ui/choice'
import { Icon } from '../ui/icon'
import { chosenColorScheme, watchColorScheme } from '../ui/theme/color-scheme'
import styles from './preferences.module.css'
import { usePreference } from './use-preference'

/** How the person likes to see things: theme and language, at once and on every device. */
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

function LanguageChoice({ onChoose }: { onChoose(language: (typeof locales)[number]): void }) {
  const { i18n } = useLingui()
  return (
    <label className={styles.language}>
      <Trans>Language</Trans>
      <span className={styles.select}>
        <select value={i18n.locale} onChange={({ target }) => onChoose(localeOf(target.value) ?? 'en')}>
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
