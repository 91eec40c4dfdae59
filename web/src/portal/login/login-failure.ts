import type { SignInFailure } from '@lintel/contract/identity/sign-in-form'
import { isTemporaryFailure } from '../../api/availability'
import { CallFailure, hasNoResponse } from '../../api/failure'

/** Why a sign-in failed, as shown to the user (account-portal chapter 8). */
export type LoginFailure =
  | 'password-reset-needed'
  | 'challenge'
  | 'invalid-grant'
  | 'no-network'
  | 'mailed'
  | 'access-ended'
  | 'other'

/** Classifies an error; `other` shows the problem's own text. */
export function loginFailure(error: unknown): LoginFailure {
  if (hasNoResponse(error)) return 'no-network'
  if (!(error instanceof CallFailure)) return 'other'
  const { code, status, body } = error
  if (code === 'password_reset_needed' || code === 'needPasswordReset') return 'password-reset-needed'
  if (code === 'emailProofMailed') return 'mailed'
  if (code === 'guestAccessEnded') return 'access-ended'
  if (status !== 401) return 'other'
  const isChallenge = (body as { result?: unknown } | undefined)?.result === 'CHALLENGE_REQUESTED'
  return isChallenge ? 'challenge' : 'invalid-grant'
}

/** Why a link did not sign in: it is not valid, or no response to it arrived, after which it can be followed again. */
export type LinkOutcome = 'rejected' | 'noResponse'

/**
 * The outcome of a link whose sign-in failed. Too many attempts and a failing server pass by themselves and count as no response. Undefined
 * where a retry would change nothing: with a mailed link the sign-in continues from the mail.
 */
export function linkOutcomeOf(error: unknown): LinkOutcome | undefined {
  if (isTemporaryFailure(error) || (error instanceof CallFailure && error.status === 429)) return 'noResponse'
  const kind = loginFailure(error)
  return kind === 'invalid-grant' || kind === 'access-ended' ? 'rejected' : undefined
}

/** The failure of a form that the browser submitted natively, as if the page's script had sent it. */
export function failureOfFormPost(code: SignInFailure): CallFailure {
  const status = code === 'invalid_grant' ? 401 : 400
  return new CallFailure(status, [{ status: String(status), code, title: code, detail: code }], undefined)
}
