import type { SignInFailure } from '@lintel/contract/identity/sign-in-form'
import { CallFailure, isUnanswered } from '../../api/failure'

/** Why a sign-in did not work, as the person is told (account-portal chapter 8). */
export type LoginFailure =
  | 'password-reset-needed'
  | 'challenge'
  | 'invalid-grant'
  | 'no-network'
  | 'mailed'
  | 'access-ended'
  | 'other'

/** The failure behind an error; `other` shows the problem's own text. */
export function loginFailure(error: unknown): LoginFailure {
  if (isUnanswered(error)) return 'no-network'
  if (!(error instanceof CallFailure)) return 'other'
  const { code, status, body } = error
  if (code === 'password_reset_needed' || code === 'needPasswordReset') return 'password-reset-needed'
  if (code === 'emailProofMailed') return 'mailed'
  if (code === 'guestAccessEnded') return 'access-ended'
  if (status !== 401) return 'other'
  const isChallenge = (body as { result?: unknown } | undefined)?.result === 'CHALLENGE_REQUESTED'
  return isChallenge ? 'challenge' : 'invalid-grant'
}

/** The failure of a form that the browser posted by itself, as if the page's script had sent it. */
export function postedFailure(code: SignInFailure): CallFailure {
  const status = code === 'invalid_grant' ? 401 : 400
  return new CallFailure(status, [{ status: String(status), code, title: code, detail: code }], undefined)
}
