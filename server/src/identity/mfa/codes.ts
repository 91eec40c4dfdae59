/**
 * What was given for a second factor, told apart by its form; `code` is undefined when it is no code at all. Each kind is
 * counted apart, so that failing one does not lock the other (security C4). A recovery code has a hash for each alphabet that it may
 * be of.
 */
export type GivenCode = { by: 'oneTime'; code: string | undefined } | { by: 'recovery'; hashes: readonly Buffer[] }

/** A code that is right and not yet spent: whoever spends it first is the only one it serves (security C2, C5). */
export type RightCode = { by: 'oneTime'; step: number } | { by: 'recovery'; hashes: readonly Buffer[] }

/** A factor whose attempt was admitted and counted: what a code is judged by. */
export interface CountedFactor {
  userId: string
  secretEncrypted: string
  lastStep: number
  /** The recovery code that was given is there and unused. */
  isRecoveryCode: boolean
  /** Unless this code is right, none of its kind is taken until then. */
  blockedUntil: string | null
}
