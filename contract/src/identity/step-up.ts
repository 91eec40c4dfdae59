import { z } from 'zod'
import { call } from '../jsonapi/call'
import { authenticationResponse } from './passkeys'
import { password } from './passwords'
import { accessToken, tokens } from './tokens'

/** Maximum age of the last proof for changes of who can get in, in milliseconds (security G9). */
export const freshProofMs = 10 * 60_000

/** Proofs stronger than the password: a passkey, or a code of the second factor. */
export type StrongProof = 'passkey' | 'code'

/**
 * Confirms the identity of the signed-in person after a 403 `stepUpRequired`: by the password, a code of the second factor (one-time or
 * recovery), or a passkey. Where the password is not enough, `meta.by` of that 403 lists the accepted proofs ({@link StrongProof}). Returns
 * new tokens of the same session and replaces its refresh secret. A wrong password is 422 `wrongPassword`, never 401, so that it signs
 * nobody out.
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
