import { Trans } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { AccountHelp } from './account-help'
import styles from './account-links.module.css'

/** What the person's account is, what keeps it safe, and help. Only who signed in by password looks after one here. */
export function AccountLinks({ user, onFollow }: { user: CurrentUser; onFollow(): void }) {
  return (
    <div className={styles.links}>
      {user.guestOf === null && (
        <Link to="/user-profile" onClick={onFollow}>
          <Trans>Edit profile</Trans>
        </Link>
      )}
      {user.method === 'password' && (
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
