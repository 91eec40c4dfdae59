import { Trans } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { hasOwnPassword } from '../session/has-own-password'
import { AccountHelp } from './account-help'
import styles from './account-links.module.css'

/**
 * Links to the person's profile, security settings and help. Password and two-step verification only for those who
 * signed in with a password of their own.
 */
export function AccountLinks({ user, onFollow }: { user: CurrentUser; onFollow(): void }) {
  return (
    <div className={styles.links}>
      {user.guestOf === null && (
        <Link to="/user-profile" onClick={onFollow}>
          <Trans>Edit profile</Trans>
        </Link>
      )}
      {hasOwnPassword(user) && (
        <>
          <Link to="/change-password" onClick={onFollow}>
            <Trans>Change password</Trans>
          </Link>
          <Link to="/second-factor" onClick={onFollow}>
            <Trans>Two-step verification</Trans>
          </Link>
        </>
      )}
      <Link to="/sessions" onClick={onFollow}>
        <Trans>Where you are signed in</Trans>
      </Link>
      <AccountHelp user={user} onFollow={onFollow} />
    </div>
  )
}
