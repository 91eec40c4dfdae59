import type { Tokens } from '@lintel/contract/identity/tokens'
import { useEffect, useRef, useState } from 'react'
import { CallFailure, failedWith, hasNoResponse } from '../../api/failure'
import { send } from '../../api/send'
import { cancelPasskeyRequest, isDeclined, signWithPasskey, supportsPasskeyAutofill } from '../../session/use-passkey'

export interface PasskeySignInHandlers {
  isRemembered(): boolean
  onSignedIn(tokens: Tokens): void
  /** The server did not sign in, for another reason than the passkey; undefined when one is sent to it. */
  onFailure(failure: unknown): void
}

/** Interval at which the browser's autofill request is renewed, in ms: the server accepts a response for five minutes. */
const offerRenewalMs = 4 * 60_000

/** True when the passkey itself is the reason: the device did not sign, or the server does not accept it. */
const isPasskeyFailure = (failure: unknown) =>
  !(failure instanceof CallFailure || hasNoResponse(failure)) || failedWith(failure, 'invalid_grant')

/** The sign-in with a passkey, by the button or by the autofill of the email field, and its state. */
export function usePasskeySignIn({ isRemembered, onSignedIn, onFailure }: PasskeySignInHandlers) {
  const [isBusy, setBusy] = useState(false)
  const [isRejected, setRejected] = useState(false)
  /** The device is asking for the passkey that the button requested. */
  const isAsking = useRef(false)

  function report(failure: unknown): undefined {
    setBusy(false)
    if (isDeclined(failure)) return
    const isOfPasskey = isPasskeyFailure(failure)
    setRejected(isOfPasskey)
    if (!isOfPasskey) onFailure(failure)
  }

  /** Signs in with what the device has signed; returns the failure, if any. */
  async function redeem(response: Awaited<ReturnType<typeof signWithPasskey>>): Promise<unknown> {
    setBusy(true)
    setRejected(false)
    onFailure(undefined)
    const body = { response, rememberMe: isRemembered() }
    try {
      const tokens = await send({ method: 'POST', address: '/auth/v1/passkeys/sign-in', body, anonymous: true })
      onSignedIn(tokens as Tokens)
      return undefined
    } catch (failure) {
      report(failure)
      return failure
    }
  }

  async function offerAutofill() {
    if (!(await supportsPasskeyAutofill())) return
    let failure: unknown
    do {
      // An offer that fails is irrelevant to users who did not choose it.
      const response = await signWithPasskey({ inField: true }).catch(() => undefined)
      failure = response && (await redeem(response))
      // A passkey that was rejected would be rejected again.
    } while (failure && !failedWith(failure, 'invalid_grant'))
  }

  async function signInByButton() {
    setBusy(true)
    isAsking.current = true
    const response = await signWithPasskey().catch(report)
    isAsking.current = false
    if (!response || (await redeem(response))) offerAutofill()
  }

  // Offers passkey autofill as long as the page is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page, independent of rendering
  useEffect(() => {
    offerAutofill()
    // An offer would cancel what the device is asking.
    const renewal = setInterval(() => isAsking.current || offerAutofill(), offerRenewalMs)
    return () => {
      clearInterval(renewal)
      cancelPasskeyRequest()
    }
  }, [])

  return { isBusy, isRejected, signInByButton }
}
