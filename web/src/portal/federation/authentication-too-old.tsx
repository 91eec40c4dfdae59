import { Trans, useLingui } from '@lingui/react/macro'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button } from '../../ui/button'

/** Signed in, but the provider, given by its display name, does not attest the recent authentication that a change requires. */
export function AuthenticationTooOld({ name, onContinue }: { name: string; onContinue(): void }) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`You are signed in, but not confirmed`} focusesHeading>
      <p>
        <Trans>
          {name} did not confirm that you signed in just now. This change requires a fresh sign-in. Sign out at {name}{' '}
          first, then confirm once more. If that does not help, ask your administrator.
        </Trans>
      </p>
      <AuthActions>
        <Button kind="primary" wide onClick={onContinue}>
          <Trans>Continue</Trans>
        </Button>
      </AuthActions>
    </AuthScreen>
  )
}
