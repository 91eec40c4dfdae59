/**
 * An entered second-factor code, classified by its format; `code` is undefined when it is no valid code. The kinds are counted
 * separately, so that failures of one do not block the other (security C4). A recovery code has a hash for each alphabet that
 * it may be written in.
 */
export type EnteredCode = { by: 'oneTime'; code: string | undefined } | { by: 'recovery'; hashes: readonly Buffer[] }

/** A verified code that is not spent yet: it can only be spent once (security C2, C5). */
export type VerifiedCode = { by: 'oneTime'; step: number } | { by: 'recovery'; hashes: readonly Buffer[] }

/** A factor with a counted attempt: what a code is verified against. */
export interface FactorAttempt {
  userId: string
  secretEncrypted: string
  lastStep: number
  /** The entered recovery code exists and is unused. */
  isRecoveryCode: boolean
  /** If this code is wrong, codes of its kind are blocked until then. */
  blockedUntil: string | null
}
