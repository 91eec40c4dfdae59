import type { authenticationResponse } from '@lintel/contract/identity/passkeys'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Change, Context } from '../../platform/context'
import { spendChallenge } from './challenges'
import { type PasskeyWithAccount, recordPasskeyUse } from './passkeys.store'
import type { RelyingParty } from './relying-party'
import { webauthn } from './webauthn'

/** An authentication response of a browser. */
export type PasskeyAssertion = z.output<typeof authenticationResponse>

/** Why an assertion was refused; for the audit log only. */
export type PasskeyRefusal = 'noChallenge' | 'unknownPasskey' | 'notUsable' | 'wrongAnswer' | 'counterWentBack'

/** A passkey with a valid assertion, and the new signature counter. */
export interface VerifiedPasskey {
  passkey: PasskeyWithAccount
  newCounter: number
}

/** Verifies an assertion against its passkey. The challenge is consumed before anything else is checked. */
export async function verifyAssertion(
  context: Context,
  {
    assertion,
    passkey,
    party,
  }: { assertion: PasskeyAssertion; passkey: PasskeyWithAccount | undefined; party: RelyingParty | undefined },
): Promise<VerifiedPasskey | PasskeyRefusal> {
  const challenge = await spendChallenge(context, { clientDataJSON: assertion.response.clientDataJSON, userId: null })
  if (challenge === undefined) return 'noChallenge'
  if (!passkey) return 'unknownPasskey'
  const newCounter = party && (await verifiedCounter(assertion, { passkey, party, challenge }))
  if (newCounter === undefined) return 'wrongAnswer'
  if (isCounterRollback(passkey.signCount, newCounter)) return 'counterWentBack'
  return passkey.isUsable ? { passkey, newCounter } : 'notUsable'
}

/**
 * Authenticators without a counter always send zero; any other counter has to grow with each use, otherwise the passkey was
 * cloned.
 */
const isCounterRollback = (before: number, newCounter: number) => (before > 0 || newCounter > 0) && newCounter <= before

/** The new signature counter of an assertion that is valid in all other respects. */
async function verifiedCounter(
  assertion: PasskeyAssertion,
  { passkey, party, challenge }: { passkey: PasskeyWithAccount; party: RelyingParty; challenge: string },
): Promise<number | undefined> {
  const { userHandle } = assertion.response
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId).toString('base64url')) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter is checked separately, so that a decrease is recorded as such in the audit log.
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** The WebAuthn user handle: the bytes of the internal id, which reveal nothing about the person. */
export const userHandleOf = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')

/** Records the use of a verified passkey in the transaction that it allows; false when a concurrent use was counted first. */
export const spendVerifiedPasskey = ({ db, now }: Change, { passkey, newCounter }: VerifiedPasskey): Promise<boolean> =>
  recordPasskeyUse(db, passkey, { newCounter, now })
