import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button'
import { ProfileSection, Setting } from './profile-section'

/** Links to change the password, or to reset it by mail where mail is sent. */
export const PasswordSection = ({ email, isMailEnabled }: { email: string; isMailEnabled: boolean }) => (
  <ProfileSection title={<Trans>Password</Trans>}>
    <Setting
      action={
        <Link to="/change-password" className={buttonClass({ size: 'small' })}>
          <Trans>Change password</Trans>
        </Link>
      }
    >
      <span>
        <Trans>You know your password and want a new one.</Trans>
      </span>
    </Setting>
    {isMailEnabled && (
      <Setting
        action={
          <Link to="/reset-password" search={{ email }} className={buttonClass({ size: 'small' })}>
            <Trans>Reset password</Trans>
          </Link>
        }
      >
        <span>
          <Trans>You have forgotten it. We send you a code by email.</Trans>
        </span>
      </Setting>
    )}
  </ProfileSection>
)
