import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { namedIn } from '../i18n/name-order'
import { initials } from '../session/current-user'
import { buttonClass } from '../ui/button'
import { Icon } from '../ui/icon'
import { Popover } from '../ui/popover'
import { AccountLinks } from './account-links'
import styles from './account-menu.module.css'
import { GetTheApp } from './get-the-app'
import { hidesLogout } from './hidden-logout'
import { Preferences } from './preferences'

/** Who is signed in, how they like to see things, and the way out. */
export function AccountMenu({ user, path }: { user: CurrentUser; path: string }) {
  const { t, i18n } = useLingui()
  const displayName = namedIn(i18n.locale, user)
  const label = t`Account of ${displayName}`
  return (
    <Popover
      label={label}
      button={(props) => (
        <button {...props} type="button" className={styles.avatar} title={displayName}>
          <span aria-hidden>{initials(user)}</span>
          <span className="said-only">{label}</span>
        </button>
      )}
    >
      {(close) => (
        <div className={styles.panel}>
          <div className={styles.person}>
            <span className={styles.name}>{displayName}</span>
            <span className={styles.email}>{user.email}</span>
          </div>
          <AccountLinks user={user} onFollow={close} />
          <Preferences user={user} />
          {user.guestOf === null && (
            <Link to="/user-profile" className={buttonClass({ size: 'small', wide: true })} onClick={close}>
              <Icon name="profile" />
              <Trans>Edit profile</Trans>
            </Link>
          )}
          <GetTheApp />
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
