import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { type PasskeySignInHandlers, usePasskeySignIn } from './use-passkey-sign-in'

/** Signs in with a passkey, by the button or by the autofill of the email field. */
export function PasskeySignIn(handlers: PasskeySignInHandlers) {
  const { isBusy, isRejected, signInByButton } = usePasskeySignIn(handlers)
  return (
    <>
      {isRejected && (
        <Notice
          kind="problem"
          title={<Trans>This passkey did not sign you in. Try again, or use your password.</Trans>}
        />
      )}
      <Button wide busy={isBusy} onClick={signInByButton}>
        <Trans>Sign in with a passkey</Trans>
      </Button>
    </>
  )
}
