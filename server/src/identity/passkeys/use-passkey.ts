import type { authenticationResponse } from '@lintel/contract/identity/passkeys'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Change, Context } from '../../platform/context'
import { spendChallenge } from './challenges'
import { noteUse, type UsedPasskey } from './passkeys.store'
import type { RelyingParty } from './relying-party'
import { webauthn } from './webauthn'

/** What a browser sent for a passkey. */
export type GivenPasskey = z.output<typeof authenticationResponse>

/** Why an answer proves nothing; told to the trail alone. */
export type PasskeyRefusal = 'noChallenge' | 'unknownPasskey' | 'notUsable' | 'wrongAnswer' | 'counterWentBack'

/** A passkey that answered rightly, and what its authenticator counted. */
export interface ProvenPasskey {
  passkey: UsedPasskey
  counted: number
}

/** Judges an answer by what is stored of its passkey. The challenge is spent before anything else is looked at. */
export async function judgePasskey(
  context: Context,
  { given, passkey, party }: { given: GivenPasskey; passkey: UsedPasskey | undefined; party: RelyingParty | undefined },
): Promise<ProvenPasskey | PasskeyRefusal> {
  const challenge = await spendChallenge(context, { clientDataJSON: given.response.clientDataJSON, userId: null })
  if (challenge === undefined) return 'noChallenge'
  if (!passkey) return 'unknownPasskey'
  const counted = party && (await countedBy(given, { passkey, party, challenge }))
  if (counted === undefined) return 'wrongAnswer'
  if (wentBack(passkey.signCount, counted)) return 'counterWentBack'
  return passkey.isUsable ? { passkey, counted } : 'notUsable'
}

/** A counter that stays at zero is none; any other has to grow with each use, or the passkey was copied. */
const wentBack = (before: number, counted: number) => (before > 0 || counted > 0) && counted <= before

/** What the authenticator counted, where its answer is right in every other regard. */
async function countedBy(
  given: GivenPasskey,
  { passkey, party, challenge }: { passkey: UsedPasskey; party: RelyingParty; challenge: string },
): Promise<number | undefined> {
  const { userHandle } = given.response
  if (userHandle !== undefined && userHandle !== handleOf(passkey.userId).toString('base64url')) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter is judged apart from the rest: one that went back is told to the trail as what it is.
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** How authenticators know a person: by the bytes of an internal id, which tells nothing of them. */
export const handleOf = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')

/** Counts the use in the change that it allows; false where another one was faster. */
export const spendPasskey = ({ db, now }: Change, { passkey, counted }: ProvenPasskey): Promise<boolean> =>
  noteUse(db, passkey, { counted, now })
