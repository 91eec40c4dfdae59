import { Trans } from '@lingui/react/macro'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { useEffect, useState } from 'react'
import { failedWith } from '../../api/failure'
import { send } from '../../api/send'
import { cancelPasskeyRequest, isDeclined, signWithPasskey, supportsPasskeyAutofill } from '../../session/use-passkey'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'

interface PasskeySignInProps {
  isRemembered(): boolean
  onSignedIn(tokens: Tokens): void
}

/** Interval at which the browser's autofill request is renewed, in ms: the server accepts a response for five minutes. */
const offerRenewalMs = 4 * 60_000

/** Signs in with a passkey, by the button or by the autofill of the email field. */
export function PasskeySignIn({ isRemembered, onSignedIn }: PasskeySignInProps) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function signIn(inField: boolean) {
    setFailed(false)
    const response = await signWithPasskey({ inField })
    setBusy(true)
    const body = { response, rememberMe: isRemembered() }
    const signInTokens = await send({ method: 'POST', address: '/auth/v1/passkeys/sign-in', body, anonymous: true })
    onSignedIn(signInTokens as Tokens)
  }

  async function offerAutofill() {
    if (!(await supportsPasskeyAutofill())) return
    await signIn(true).catch((error: unknown) => {
      setBusy(false)
      // Reports a rejected passkey only: other failures are irrelevant to users who did not choose autofill.
      if (!isDeclined(error)) setFailed(failedWith(error, 'invalid_grant'))
    })
  }

  async function signInByButton() {
    setBusy(true)
    try {
      await signIn(false)
    } catch (error) {
      setBusy(false)
      setFailed(!isDeclined(error))
      offerAutofill()
    }
  }

  // Offers passkey autofill as long as the page is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page, independent of rendering
  useEffect(() => {
    offerAutofill()
    const renewal = setInterval(offerAutofill, offerRenewalMs)
    return () => {
      clearInterval(renewal)
      cancelPasskeyRequest()
    }
  }, [])

  return (
    <>
      {hasFailed && (
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
