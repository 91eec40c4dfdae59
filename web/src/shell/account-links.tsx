import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import styles from './account-links.module.css'

/** What keeps the account safe. Who did not sign in by password has neither password nor second factor to look after. */
export function AccountLinks({ user, onFollow }: { user: CurrentUser; onFollow(): void }) {
  const { t } = useLingui()
  return (
    <nav className={styles.links} aria-label={t`Security`}>
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
    </nav>
  )
}
