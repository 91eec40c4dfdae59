import { Trans } from '@lingui/react/macro'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { useEffect, useState } from 'react'
import { failedWith } from '../../api/failure'
import { send } from '../../api/send'
import { isDeclined, offersInField, signByPasskey, stopAsking } from '../../session/use-passkey'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'

interface PasskeyWayProps {
  isRemembered(): boolean
  onSignedIn(tokens: Tokens): void
}

/** The browser's offer in the field of the email is renewed so often, in ms: the server takes an answer for five minutes. */
const offerLastsMs = 4 * 60_000

/** Signing in with a passkey: by the button, or where the browser offers it in the field of the email. */
export function PasskeyWay({ isRemembered, onSignedIn }: PasskeyWayProps) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function signIn(inField: boolean) {
    setFailed(false)
    const response = await signByPasskey({ inField })
    setBusy(true)
    const body = { response, rememberMe: isRemembered() }
    const answer = await send({ method: 'POST', address: '/auth/v1/passkeys/sign-in', body, anonymous: true })
    onSignedIn(answer as Tokens)
  }

  async function offer() {
    if (!(await offersInField())) return
    await signIn(true).catch((error: unknown) => {
      setBusy(false)
      // A wrong passkey is said; that the server did not answer concerns only whoever asks for one.
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
      offer()
    }
  }

  // The browser offers passkeys as long as the page is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page, whatever is drawn again
  useEffect(() => {
    offer()
    const renewal = setInterval(offer, offerLastsMs)
    return () => {
      clearInterval(renewal)
      stopAsking()
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
