import type { beginPasskey, challengePasskey } from '@lintel/contract/identity/passkeys'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { send } from '../api/send'

/** A literal for the sign-in page, which does not include the contract's schemas. */
const challengeAddress = '/auth/v1/passkeys/challenge'

/**
 * Lets the device sign the server's challenge; `inField` offers passkeys by autofill in the email field. Rejects when it does not. No
 * extensions are requested, so their results are left empty.
 */
export async function signWithPasskey({ inField = false } = {}) {
  const { options } = (await send({
    method: 'POST',
    address: challengeAddress,
    body: {},
    anonymous: true,
  })) as CallAnswer<typeof challengePasskey>
  // The response comes from our own server, which uses the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const signed = await startAuthentication({ optionsJSON, useBrowserAutofill: inField })
  return { ...signed, clientExtensionResults: {} }
}

/** Lets the device create a passkey for the server's options. Rejects when it does not. */
export async function createPasskey({ options }: CallAnswer<typeof beginPasskey>) {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return { ...(await startRegistration({ optionsJSON })), clientExtensionResults: {} }
}

/** True when the person declined or the device has no passkey: not reported as an error. */
export const isDeclined = (error: unknown): boolean =>
  (error instanceof WebAuthnError || error instanceof DOMException) &&
  ['AbortError', 'NotAllowedError'].includes(error.name)

/** True when this browser offers passkeys by autofill in the email field. */
export const supportsPasskeyAutofill = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

/** Cancels a pending passkey request. */
export const cancelPasskeyRequest = (): void => WebAuthnAbortService.cancelCeremony()

/** For `catch` of creating a passkey: ignores that the person declined. */
export function ignoreDeclined(error: unknown): undefined {
  if (!isDeclined(error)) throw error
}
