import { Trans, useLingui } from '@lingui/react/macro'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button } from '../../ui/button'
import type { StepAt } from './federation-step'

/** The provider, given by its display name, is linked to the account. */
export function LinkSucceeded({ name, onContinue }: { name: string; onContinue(): void }) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`Your account is linked`} focusesHeading>
      <p>
        <Trans>From now on you can sign in with {name}.</Trans>
      </p>
      <AuthActions>
        <Button kind="primary" wide onClick={onContinue}>
          <Trans>Continue</Trans>
        </Button>
      </AuthActions>
    </AuthScreen>
  )
}

interface LinkFailedProps {
  step: StepAt<'linkingToExistingUserFailed'>
  onBack(): void
}

/** The account that was named could not be linked. */
export function LinkFailed({ step, onBack }: LinkFailedProps) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`Could not link login to email`} focusesHeading>
      <p>
        <Trans>
          Make sure that <b>{step.username}</b> is a registered user.
        </Trans>
      </p>
      <AuthActions>
        <Button kind="primary" wide onClick={onBack}>
          <Trans>OK</Trans>
        </Button>
      </AuthActions>
    </AuthScreen>
  )
}
