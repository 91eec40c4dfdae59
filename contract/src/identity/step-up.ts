import { z } from 'zod'
import { call } from '../jsonapi/call'
import { authenticationResponse } from './passkeys'
import { password } from './passwords'
import { accessToken, tokens } from './tokens'

/** How old the last proof may be for what changes who can get in, in milliseconds (security G9). */
export const freshProofMs = 10 * 60_000

/** What proves more than the password: a passkey, or a code of the second factor. */
export type StrongProof = 'passkey' | 'code'

/**
 * Proves again who is signed in, after a 403 `stepUpRequired`: by the password, by a code of the second factor (one-time
 * or recovery), or by a passkey. Where the password does not do, `meta.by` of that 403 lists the proofs that do ({@link StrongProof}).
 * Answers new tokens of the same session; its refresh secret is replaced as well. A wrong password is 422
 * `wrongPassword`, never 401: it signs nobody out.
 */
export const stepUp = call({
  method: 'POST',
  path: '/auth/v1/step-up',
  summary: 'Confirm that it is you',
  body: z.union([
    z.strictObject({ accessToken, password }),
    z.strictObject({ accessToken, code: z.string().max(60) }),
    z.strictObject({ accessToken, passkey: authenticationResponse }),
  ]),
  answer: tokens,
  problems: ['wrongPassword', 'invalidCode', 'passkeyRefused', 'invalidToken', 'overloaded'],
})
