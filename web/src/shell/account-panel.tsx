import { useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { formatName } from '../i18n/name-order'
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

/** The signed-in person, their preferences, and the sign-out. */
export function AccountPanel({ user, path, onFollow }: AccountPanelProps) {
  const { i18n } = useLingui()
  return (
    <div className={styles.panel}>
      <div className={styles.person}>
        <span className={styles.name}>{formatName(i18n.locale, user)}</span>
        <span className={styles.email}>{user.email}</span>
      </div>
      <AccountLinks user={user} onFollow={onFollow} />
      <Preferences user={user} />
      <GetTheApp />
      <LogoutLink path={path} onFollow={onFollow} />
    </div>
  )
}
