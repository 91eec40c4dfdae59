import { Trans, useLingui } from '@lingui/react/macro'
import { loginAddress, resetAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { buttonClass } from '../../ui/button'
import { type PasswordChangeOutcome, passwordChangeOutcome } from './password-change-outcome'

interface PasswordChangedProps {
  email: string
  /** The address that opens after the sign-in. */
  nextUrl: string | undefined
  success: boolean
  message: string
  /** The installation sends mail, so the password can be reset by it. */
  isMailEnabled: boolean
}

/** The target of the mailed link: whether the password was changed, and the way to the sign-in page. */
export function PasswordChanged({ email, nextUrl, success, message, isMailEnabled }: PasswordChangedProps) {
  const { t } = useLingui()
  const outcome = passwordChangeOutcome(success, message)
  const titles: Record<PasswordChangeOutcome, string> = {
    changed: t`Your password has been changed`,
    'link-expired': t`The link has expired`,
    'link-used': t`The link has already been used`,
    unknown: t`The password could not be changed`,
  }
  return (
    <AuthScreen title={titles[outcome]} focusesHeading>
      {outcome !== 'changed' && email !== '' && (
        <p>
          <Trans>
            It is about the password of <b>{email}</b>.
          </Trans>
        </p>
      )}
      <p>
        <OutcomeText outcome={outcome} email={email} />
      </p>
      <AuthActions>
        <a href={loginAddress(email, nextUrl)} className={buttonClass({ kind: 'primary', wide: true })}>
          <Trans>OK</Trans>
        </a>
        {outcome !== 'changed' && isMailEnabled && (
          <a href={resetAddress(email, nextUrl)} className={buttonClass({ wide: true })}>
            <Trans>Reset the password</Trans>
          </a>
        )}
      </AuthActions>
    </AuthScreen>
  )
}

function OutcomeText({ outcome, email }: { outcome: PasswordChangeOutcome; email: string }) {
  switch (outcome) {
    case 'changed':
      return email === '' ? (
        <Trans>You can sign in with the new password now.</Trans>
      ) : (
        <Trans>
          You can sign in as <b>{email}</b> with the new password now.
        </Trans>
      )
    case 'link-expired':
      return <Trans>The password was not changed, because the link was too old. Reset it to get a new one.</Trans>
    case 'link-used':
      return (
        <Trans>A link works once. If you did not use it yourself, reset the password now: then only you know it.</Trans>
      )
    case 'unknown':
      return <Trans>An unknown error occurred. Reset the password to try it again.</Trans>
  }
}
