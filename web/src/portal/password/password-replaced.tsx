import { Trans, useLingui } from '@lingui/react/macro'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { buttonClass } from '../../ui/button'

/** The new password is valid; all sessions of the old one have ended. */
export function PasswordReplaced({ email, nextUrl }: { email: string; nextUrl: string | undefined }) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`Your password has been changed`} focusesHeading>
      <p>
        <Trans>
          Sign in as <b>{email}</b> with the new password. Every device that was signed in has been signed out.
        </Trans>
      </p>
      <AuthActions>
        <a href={loginAddress(email, nextUrl)} className={buttonClass({ kind: 'primary', wide: true })}>
          <Trans>Sign in</Trans>
        </a>
      </AuthActions>
    </AuthScreen>
  )
}
