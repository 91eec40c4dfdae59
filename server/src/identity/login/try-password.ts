import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@lintel/contract/problems'
import { type Account, type Attempt, beginAttempt, cancelAttempt } from '../guessing/attempt.store'
import type { Allowance } from '../guessing/failure-limit'
import { isBlocked } from '../guessing/guessing'
import type { IdentityServices } from '../identity-services'
import { hashPassword, isWeak, verifyPassword } from '../passwords/hash'
import { hashSecret } from '../random-secret'

/** Why a sign-in was refused; for the audit log only, the response is always the same. */
export type Refusal = 'unknown' | 'blocked' | 'disabled' | 'noPassword' | 'wrongPassword' | 'temporary'

/**
 * A password attempt. The caller completes it (`recordFailedAttempt`, `recordVerifiedAttempt`) in the transaction of its
 * consequence.
 */
export interface PasswordAttempt {
  account: Account | null
  /** The key of the counter. */
  subject: string
  /** The attempt occupies a slot of the counter. */
  isCounted: boolean
  /** Consecutive failures before it, by the same counter. */
  failuresBefore: number
  /** Null when the password was verified. */
  refusal: Refusal | null
  /** SHA-256 of the one-time password of an invitation or a mail that the password was; null otherwise. */
  temporaryHash: Buffer | null
  /** A hash of the same password with the parameters of today, when the stored one is weaker. */
  strongerHash: string | null
}

/** The input of a password attempt. */
export interface PasswordInput {
  email: string
  typed: string
  browserHash: Buffer | null
  /** Present where browsers known to the account are exempt from the limit of their address. */
  allowance?: Allowance
}

/** Maximum wait for concurrent attempts, on the same account and all others, in milliseconds (security A8). */
const maxWaitMs = 2_000
const pauseMs = 20

/**
 * The only place that verifies passwords (security B1): finds the account and counts the attempt, then computes exactly one
 * hash in every case. No transaction is open meanwhile. While concurrent attempts occupy the last slots of the account it waits
 * outside the gate, which they may need to complete. Throws 503 when the server is overloaded.
 */
export async function tryPassword(services: IdentityServices, input: PasswordInput): Promise<PasswordAttempt> {
  const deadline = performance.now() + maxWaitMs
  for (;;) {
    const left = deadline - performance.now()
    const attempt = await services.gate.run(() => tryOnce(services, input), Math.max(left, 0))
    if (attempt) return attempt
    if (left <= 0) throw new Problem('overloaded', { retryAfter: 2 })
    await pause(pauseMs)
  }
}

/**
 * The same attempt where only the person's own password counts: the one-time password of an invitation or a mail works once, to set a
 * password, and authenticates nothing else.
 */
export const withoutTemporary = (attempt: PasswordAttempt): PasswordAttempt =>
  attempt.temporaryHash ? { ...attempt, refusal: attempt.refusal ?? 'temporary' } : attempt

/** Undefined when all slots of the account are occupied and it is not blocked. */
async function tryOnce(
  services: IdentityServices,
  { email, browserHash, typed, allowance }: PasswordInput,
): Promise<PasswordAttempt | undefined> {
  const { db, clock } = services.platform
  const now = clock()
  const attempt = await beginAttempt(db, { email, emailHash: hashSecret(email), browserHash, now })
  try {
    await allowance?.resolveBrowser(attempt.isKnownBrowser)
    if (!attempt.isAdmitted && !isBlocked(attempt.counter, now)) return undefined
    return await verify(services, attempt, typed)
  } catch (error) {
    if (attempt.isAdmitted) await cancelAttempt(db, attempt.subject)
    throw error
  }
}

async function verify(
  { decoy }: IdentityServices,
  { account, subject, isAdmitted, counter }: Attempt,
  typed: string,
): Promise<PasswordAttempt> {
  const isCorrect =
    (await verifyPassword(account?.passwordHash ?? decoy, typed)) && typeof account?.passwordHash === 'string'
  const temporaryHash = findMailedSecret(account, typed)
  const refusal = refusalReason({ account, isAdmitted, isCorrect: isCorrect || temporaryHash !== null })
  const strongerHash =
    !refusal && account?.passwordHash && isWeak(account.passwordHash) ? await hashPassword(typed) : null
  const failuresBefore = counter.failures
  return { account, subject, isCounted: isAdmitted, failuresBefore, refusal, temporaryHash, strongerHash }
}

/**
 * The hash of the one-time password that was entered; null where it is none of the account. In an account with a password it only
 * proves the mailbox (security F3, `admitInvited`).
 */
function findMailedSecret(account: Account | null, typed: string): Buffer | null {
  const typedHash = hashSecret(typed)
  return account?.temporaryHashes.find((mailed) => timingSafeEqual(typedHash, mailed)) ?? null
}

/** The first reason of refusal that applies. */
function refusalReason({
  account,
  isAdmitted,
  isCorrect,
}: Pick<Attempt, 'account' | 'isAdmitted'> & { isCorrect: boolean }): Refusal | null {
  if (!isAdmitted) return 'blocked'
  if (!account) return 'unknown'
  if (isCorrect) return account.isUsable ? null : 'disabled'
  return account.passwordHash === null && account.temporaryHashes.length === 0 ? 'noPassword' : 'wrongPassword'
}
