import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { secondFactorStatus } from '../../session/second-factor-status'
import { buttonClass } from '../../ui/button'
import { ProfileSection, Setting } from './profile-section'
import styles from './user-profile.module.css'

/** Settings of the account as a whole: its second factor and its deletion. */
export function AccountSection({ isFederated }: { isFederated: boolean }) {
  const factor = useQuery({ ...secondFactorStatus, enabled: !isFederated })
  // One that is set up can be removed also where none is offered any more.
  const isEnabled = factor.data?.status === 'enabled'
  return (
    <ProfileSection title={<Trans>Account</Trans>}>
      {!isFederated && (isEnabled || factor.data?.available) && <SecondFactor isEnabled={isEnabled} />}
      <Setting
        action={
          <Link to="/delete-user" className={buttonClass({ size: 'small' })}>
            <Trans>Delete account</Trans>
          </Link>
        }
      >
        <span>
          <Trans>End your account and what belongs to it alone.</Trans>
        </span>
      </Setting>
    </ProfileSection>
  )
}

const SecondFactor = ({ isEnabled }: { isEnabled: boolean }) => (
  <Setting
    action={
      isEnabled ? (
        <span className={styles.ways}>
          <Link to="/second-factor" className={buttonClass({ size: 'small' })}>
            <Trans>Recovery codes</Trans>
          </Link>
          <Link to="/mfa-remove" state={{ cameFrom: '/user-profile' }} className={buttonClass({ size: 'small' })}>
            <Trans>Remove</Trans>
          </Link>
        </span>
      ) : (
        <Link to="/mfa-setup" state={{ cameFrom: '/user-profile' }} className={buttonClass({ size: 'small' })}>
          <Trans>Set up</Trans>
        </Link>
      )
    }
  >
    <span>
      <Trans>Two-step verification</Trans>
    </span>
    <span>
      {isEnabled ? (
        <Trans>A code from your phone is asked for when you sign in.</Trans>
      ) : (
        <Trans>Ask for a code from your phone as well when you sign in.</Trans>
      )}
    </span>
  </Setting>
)
