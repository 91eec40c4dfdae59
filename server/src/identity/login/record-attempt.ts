import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import type { Change } from '../../platform/context'
import { type Account, clearFailures, countFailure } from '../guessing/attempt.store'
import { replaceHash } from '../passwords/passwords.store'
import { notifyOfFailures } from './failures-notice'
import type { PasswordAttempt, Refusal } from './try-password'

/** A refused attempt: its password was refused, or was replaced meanwhile. */
type FailedAttempt = Pick<PasswordAttempt, 'account' | 'subject' | 'isCounted'> & {
  refusal: Refusal | 'replaced' | null
}

/** Counts the failure and records the reason in the audit log; the response never reveals it (security B7). */
export async function recordFailedAttempt(
  { db, now, audit }: Change,
  attempt: FailedAttempt,
  email: string,
  action: string,
): Promise<void> {
  const { account, subject, isCounted, refusal } = attempt
  const guesses = await countFailure(db, isCounted ? subject : null, now)
  const about = {
    customer: account?.homeCustomer ?? null,
    // People enter passwords into the email field: only values that look like an email address are stored.
    actor: { id: account?.id ?? null, email: account?.email ?? (emailPattern.test(email) ? email : null) },
  }
  audit({ action, ...about, result: 'failure', reason: refusal ?? 'refused' })
  if (guesses?.blockedUntil) audit({ action: 'password.lock', ...about, after: guesses })
}

/** Resets the counter after a verified password, notifies the person of many failures before it, and replaces a weak hash. */
export async function recordVerifiedAttempt(change: Change, attempt: PasswordAttempt): Promise<void> {
  const { account } = attempt
  if (attempt.isCounted) await clearFailures(change.db, attempt.subject, change.now)
  if (!account) return
  await notifyOfFailures(change, attempt, account)
  await rehashPassword(change, attempt, account)
}

/** Audit fields for an account while nobody is signed in yet. */
export const auditFieldsOf = ({ id, email, homeCustomer }: Pick<Account, 'id' | 'email' | 'homeCustomer'>) => ({
  customer: homeCustomer,
  actor: { id, email },
})

/** Replaces a hash with weaker parameters than those of today (security A2). */
export async function rehashPassword(
  { db, audit }: Change,
  { strongerHash }: PasswordAttempt,
  account: Account,
): Promise<void> {
  if (strongerHash === null || account.passwordHash === null) return
  await replaceHash(db, account.id, account.passwordHash, strongerHash)
  audit({ action: 'password.rehash', ...auditFieldsOf(account), target: { type: 'users', id: account.id } })
}
