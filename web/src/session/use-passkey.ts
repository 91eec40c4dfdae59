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

/** Written down for the sign-in page, which does without the contract's schemas. */
const challengeAddress = '/auth/v1/passkeys/challenge'

/** No extensions are asked for, so none are told. Lets the device sign what the server asks; `inField` offers passkeys where the email is typed. Rejects when it does not. */
export async function signByPasskey({ inField = false } = {}) {
  const { options } = (await send({
    method: 'POST',
    address: challengeAddress,
    body: {},
    anonymous: true,
  })) as CallAnswer<typeof challengePasskey>
  // Our own server's answer: it comes from the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const signed = await startAuthentication({ optionsJSON, useBrowserAutofill: inField })
  return { ...signed, clientExtensionResults: {} }
}

/** Lets the device make a passkey of what the server asks. Rejects when it does not. */
export async function makePasskey({ options }: CallAnswer<typeof beginPasskey>) {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return { ...(await startRegistration({ optionsJSON })), clientExtensionResults: {} }
}

/** The person changed their mind, or the device has nothing to offer: nothing that has to be told as a fault. */
export const isDeclined = (error: unknown): boolean =>
  (error instanceof WebAuthnError || error instanceof DOMException) &&
  ['AbortError', 'NotAllowedError'].includes(error.name)

/** Does this browser offer passkeys in the field of the email? */
export const offersInField = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

/** Takes back what was asked of the browser and not answered. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony()

/** For `catch` of a passkey that is to be made: who would rather not is told nothing. */
export function unlessDeclined(error: unknown): undefined {
  if (!isDeclined(error)) throw error
}
