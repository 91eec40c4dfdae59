import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { localeOf, locales } from '@lintel/contract/settings/locales'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { keepLocale } from '../i18n/language-choice'
import { localeNames } from '../i18n/locale-names'
import { speak } from '../i18n/texts'
import { initials } from '../session/current-user'
import { buttonClass } from '../ui/button'
import { Choice } from '../ui/choice'
import { Icon } from '../ui/icon'
import { Popover } from '../ui/popover'
import { chooseColorScheme, chosenColorScheme, watchColorScheme } from '../ui/theme/color-scheme'
import styles from './account-menu.module.css'
import { hidesLogout } from './hidden-logout'

/** Who is signed in, how they like to see things, and the way out. */
export function AccountMenu({ user, path }: { user: CurrentUser; path: string }) {
  const { t } = useLingui()
  const label = t`Account of ${user.displayName}`
  return (
    <Popover
      label={label}
      button={(props) => (
        <button {...props} type="button" className={styles.avatar} title={user.displayName}>
          <span aria-hidden>{initials(user)}</span>
          <span className="said-only">{label}</span>
        </button>
      )}
    >
      {(close) => (
        <div className={styles.panel}>
          <div className={styles.person}>
            <span className={styles.name}>{user.displayName}</span>
            <span className={styles.email}>{user.email}</span>
          </div>
          <ThemeChoice />
          <LanguageChoice />
          {!hidesLogout(path) && (
            <Link to="/logout" className={buttonClass({ size: 'small', wide: true })} onClick={close}>
              <Icon name="logout" />
              <Trans>Log out</Trans>
            </Link>
          )}
        </div>
      )}
    </Popover>
  )
}

function ThemeChoice() {
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
      onChoose={chooseColorScheme}
    />
  )
}

function LanguageChoice() {
  const { i18n } = useLingui()
  return (
    <label className={styles.language}>
      <Trans>Language</Trans>
      <span className={styles.select}>
        <select
          value={i18n.locale}
          onChange={({ target }) => {
            const locale = localeOf(target.value) ?? 'en'
            keepLocale(locale)
            speak(locale)
          }}
        >
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
