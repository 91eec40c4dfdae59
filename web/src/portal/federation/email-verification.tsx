import { Trans, useLingui } from '@lingui/react/macro'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { buttonClass } from '../../ui/button'
import type { StepAt } from './federation-step'
import { RetryWithProvider } from './retry-with-provider'

interface EmailNeedsVerificationProps {
  step: StepAt<'emailNeedsVerification'>
  /** The provider's display name. */
  name: string
  nextUrl: string | undefined
}

/** A link was mailed to the confirmed address, which has to be opened before the account can be used. */
export function EmailNeedsVerification({ step, name, nextUrl }: EmailNeedsVerificationProps) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`Confirm your email address`} focusesHeading>
      <p>
        <Trans>
          We sent an email to <b>{step.email}</b>. Open its link in this browser within 24 hours, then sign in with{' '}
          {name} again.
        </Trans>
      </p>
      <AuthActions>
        <a href={loginAddress('', nextUrl)} className={buttonClass({ wide: true })}>
          <Trans>Back to sign in</Trans>
        </a>
      </AuthActions>
    </AuthScreen>
  )
}

interface EmailVerifiedProps {
  step: StepAt<'emailVerified'>
  provider: { id: string; name: string } | undefined
}

/** The mailed link verified the address: the person can sign in with the provider, once it is known. */
export function EmailVerified({ step, provider }: EmailVerifiedProps) {
  const { t } = useLingui()
  const name = provider?.name ?? ''
  return (
    <AuthScreen title={t`Your email address is confirmed`} focusesHeading>
      <p>
        <Trans>Your account is ready. Sign in with {name} to open it.</Trans>
      </p>
      <AuthActions>
        {provider && (
          <RetryWithProvider provider={provider} rememberMe={step.rememberMe}>
            <Trans>Continue with {name}</Trans>
          </RetryWithProvider>
        )}
      </AuthActions>
    </AuthScreen>
  )
}
