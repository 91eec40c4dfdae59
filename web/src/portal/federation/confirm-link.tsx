import { Trans, useLingui } from '@lingui/react/macro'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button } from '../../ui/button'

interface ConfirmLinkProps {
  /** The provider's display name. */
  name: string
  /** The signed-in account, which did not request the link. */
  email: string
  isBusy: boolean
  onConfirm(): void
  onCancel(): void
}

/** Asks a signed-in person who did not request it whether the provider may be linked to their account. */
export function ConfirmLink({ name, email, isBusy, onConfirm, onCancel }: ConfirmLinkProps) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`Link your account?`} focusesHeading>
      <p>
        <Trans>
          You are signed in as <b>{email}</b>. After linking, you can sign in to this account with {name} as well. If
          you did not ask for this, cancel.
        </Trans>
      </p>
      <AuthActions>
        <Button kind="primary" wide busy={isBusy} onClick={onConfirm}>
          <Trans>Link with {name}</Trans>
        </Button>
        <Button wide onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </AuthActions>
    </AuthScreen>
  )
}
