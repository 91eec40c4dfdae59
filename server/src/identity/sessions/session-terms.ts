import { idleTimeoutMs } from '@lintel/contract/identity/login'

const hour = 3_600
const day = 24 * hour

/** How long a session lives, in seconds (security D3). */
export interface SessionTerms {
  rememberMe: boolean
  idleSeconds: number
  absoluteSeconds: number
}

/** What decides how long a session may live. */
export interface TermsAsked {
  rememberMe: boolean
  isStaff: boolean
  isAdministrator: boolean
}

/** An hour without a call, a day at most; remembered ones two weeks and a month. Staff are never remembered. */
export function sessionTerms({ rememberMe, isStaff, isAdministrator }: TermsAsked): SessionTerms {
  if (rememberMe && !isStaff) return { rememberMe: true, idleSeconds: 14 * day, absoluteSeconds: 30 * day }
  const absoluteSeconds = isStaff || isAdministrator ? 12 * hour : day
  return { rememberMe: false, idleSeconds: idleTimeoutMs / 1_000, absoluteSeconds }
}
