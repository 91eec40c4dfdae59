import { idleTimeoutMs } from '@lintel/contract/identity/login'

const hour = 3_600
const day = 24 * hour

/** Lifetime of a session, in seconds (security D3). */
export interface SessionTerms {
  rememberMe: boolean
  idleSeconds: number
  absoluteSeconds: number
}

/** What the lifetime of a session depends on. */
export interface SessionTermsInput {
  rememberMe: boolean
  isStaff: boolean
  isAdministrator: boolean
}

/**
 * Idle timeout an hour and lifetime at most a day; with remember-me two weeks and 30 days. Sessions of staff are never
 * remembered.
 */
export function sessionTerms({ rememberMe, isStaff, isAdministrator }: SessionTermsInput): SessionTerms {
  if (rememberMe && !isStaff) return { rememberMe: true, idleSeconds: 14 * day, absoluteSeconds: 30 * day }
  const absoluteSeconds = isStaff || isAdministrator ? 12 * hour : day
  return { rememberMe: false, idleSeconds: idleTimeoutMs / 1_000, absoluteSeconds }
}
