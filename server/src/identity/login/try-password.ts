import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@lintel/contract/problems'
import { type Account, type Attempt, beginAttempt, dropAttempt } from '../guessing/attempt.store'
import type { Allowance } from '../guessing/counting-failures'
import { isBlocked } from '../guessing/guessing'
import type { IdentityServices } from '../identity-services'
import { hashOf } from '../own-secret'
import { hashPassword, isWeak, verifyPassword } from '../passwords/hash'

/** Why a password did not sign anybody in; for the audit trail only, the answer is always the same. */
export type Refusal = 'unknown' | 'blocked' | 'disabled' | 'noPassword' | 'wrongPassword' | 'temporary'

/** A password that was tried. Whoever tried it settles the attempt in the transaction of its consequence. */
export interface PasswordAttempt {
  account: Account | null
  /** The counter to settle. */
  subject: string
  /** The attempt holds a place of the counter. */
  isCounted: boolean
  /** Wrong ones in a row before it, by the same counter. */
  failuresBefore: number
  /** Null when the password is right. */
  refusal: Refusal | null
  /** It was the one-time password of an invitation. */
  isTemporary: boolean
  /** The same password hashed as we do today, when the stored hash is weaker. */
  stronger: string | null
}

/** What is tried. */
export interface Tried {
  email: string
  typed: string
  browserHash: Buffer | null
  /** Where a browser that the account knows is not concerned by what its address has left. */
  allowance?: Allowance
}

/** How long an attempt waits for others on the same account that are under way, in milliseconds. */
const patienceMs = 2_000
const pauseMs = 20

/**
 * The one way in which a password is verified, whatever for (security B1): finds the account and counts the attempt,
 * then hashes exactly once, for everybody alike. No transaction is open meanwhile. While others hold the last places of the
 * account it waits for them, outside the gate: they may need it to come to an end. Throws 503 when too much is going on.
 */
export async function tryPassword(services: IdentityServices, tried: Tried): Promise<PasswordAttempt> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const trial = await services.gate.run(() => tryOnce(services, tried))
    if (trial) return trial
    if (performance.now() > deadline) throw new Problem('overloaded', { retryAfter: 2 })
    await pause(pauseMs)
  }
}

/** Undefined when the account has no free place for an attempt at this moment, and is not blocked either. */
async function tryOnce(
  services: IdentityServices,
  { email, browserHash, typed, allowance }: Tried,
): Promise<PasswordAttempt | undefined> {
  const { db, clock } = services.platform
  const now = clock()
  const attempt = await beginAttempt(db, { email, emailHash: hashOf(email), browserHash, now })
  try {
    await allowance?.settle(attempt.isKnownBrowser)
    if (!attempt.isAdmitted && !isBlocked(attempt.guesses, now)) return undefined
    return await verify(services, attempt, typed)
  } catch (error) {
    if (attempt.isAdmitted) await dropAttempt(db, attempt.subject)
    throw error
  }
}

async function verify(
  { decoy }: IdentityServices,
  { account, subject, isAdmitted, guesses }: Attempt,
  typed: string,
): Promise<PasswordAttempt> {
  const isRight =
    (await verifyPassword(account?.passwordHash ?? decoy, typed)) && typeof account?.passwordHash === 'string'
  const isTemporary = isInvitation(account, typed)
  const refusal = refusalOf({ account, isAdmitted, isRight: isRight || isTemporary })
  const stronger = !refusal && account?.passwordHash && isWeak(account.passwordHash) ? await hashPassword(typed) : null
  const failuresBefore = guesses.failures
  return { account, subject, isCounted: isAdmitted, failuresBefore, refusal, isTemporary, stronger }
}

/** It was mailed to the person. Beside a password it opens only what is not proved yet (security F3, `admitInvited`). */
const isInvitation = (account: Account | null, typed: string): boolean =>
  account !== null && account.temporaryHash !== null && timingSafeEqual(hashOf(typed), account.temporaryHash)

/** The reason of a refusal, the first that holds. */
function refusalOf({
  account,
  isAdmitted,
  isRight,
}: Pick<Attempt, 'account' | 'isAdmitted'> & { isRight: boolean }): Refusal | null {
  if (!isAdmitted) return 'blocked'
  if (!account) return 'unknown'
  if (isRight) return account.isUsable ? null : 'disabled'
  return account.passwordHash === null && account.temporaryHash === null ? 'noPassword' : 'wrongPassword'
}
