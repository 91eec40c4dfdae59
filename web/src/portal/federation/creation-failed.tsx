import { Trans, useLingui } from '@lingui/react/macro'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import type { StepAt } from './federation-step'

interface CreationFailedProps {
  step: StepAt<'creatingNewUserFailed'>
  /** The provider's display name. */
  name: string
  nextUrl: string | undefined
  onBack(): void
}

/** The email has an account already, which the provider does not allow to be linked. */
export function CreationFailed({ step, name, nextUrl, onBack }: CreationFailedProps) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`This email already has an account`} focusesHeading>
      <p>
        <Trans>
          <b>{step.username}</b> is in use, and {name} allows no linking by password. Sign in with the account that
          there is, confirm another email, or ask your administrator.
        </Trans>
      </p>
      <AuthActions>
        <a href={loginAddress(step.username, nextUrl)} className={buttonClass({ kind: 'primary', wide: true })}>
          <Trans>Sign in with the existing account</Trans>
        </a>
        <Button wide onClick={onBack}>
          <Trans>OK</Trans>
        </Button>
      </AuthActions>
    </AuthScreen>
  )
}
