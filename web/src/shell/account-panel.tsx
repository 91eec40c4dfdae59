import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { namedIn } from '../i18n/name-order'
import { buttonClass } from '../ui/button'
import { Icon } from '../ui/icon'
import { AccountLinks } from './account-links'
import styles from './account-panel.module.css'
import { GetTheApp } from './get-the-app'
import { LogoutLink } from './logout-link'
import { Preferences } from './preferences'

interface AccountPanelProps {
  user: CurrentUser
  path: string
  onFollow(): void
}

/** Who is signed in, how they like to see things, and the way out. */
export function AccountPanel({ user, path, onFollow }: AccountPanelProps) {
  const { i18n } = useLingui()
  return (
    <div className={styles.panel}>
      <div className={styles.person}>
        <span className={styles.name}>{namedIn(i18n.locale, user)}</span>
        <span className={styles.email}>{user.email}</span>
      </div>
      <AccountLinks user={user} onFollow={onFollow} />
      <Preferences user={user} />
      {user.guestOf === null && (
        <Link to="/user-profile" className={buttonClass({ size: 'small', wide: true })} onClick={onFollow}>
          <Icon name="profile" />
          <Trans>Edit profile</Trans>
        </Link>
      )}
      <GetTheApp />
      <LogoutLink path={path} onFollow={onFollow} />
    </div>
  )
}
