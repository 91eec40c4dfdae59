import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import type { Change } from '../../platform/context'
import { type Account, clearFailures, countFailure } from '../guessing/attempt.store'
import { replaceHash } from '../passwords/passwords.store'
import type { PasswordAttempt, Refusal } from './try-password'

/** An attempt that is refused: for what it was tried with, or since the password was replaced meanwhile. */
type Refused = Pick<PasswordAttempt, 'account' | 'subject' | 'isCounted'> & { refusal: Refusal | 'replaced' | null }

/** Counts the failure and tells the audit trail why; outside, no reason is ever told (security B7). */
export async function settleRefusal(
  { db, now, audit }: Change,
  trial: Refused,
  email: string,
  action: string,
): Promise<void> {
  const { account, subject, isCounted, refusal } = trial
  const guesses = isCounted ? await countFailure(db, subject, now) : undefined
  const about = {
    customer: account?.homeCustomer ?? null,
    // People type passwords into the wrong field: only what looks like an address is kept.
    actor: { id: account?.id ?? null, email: account?.email ?? (emailPattern.test(email) ? email : null) },
  }
  audit({ action, ...about, result: 'failure', reason: refusal ?? 'refused' })
  if (guesses?.blockedUntil) audit({ action: 'password.lock', ...about, after: guesses })
}

/** The password was right: its counter starts anew, and a weak hash is replaced. */
export async function settleRight(change: Change, trial: PasswordAttempt): Promise<void> {
  if (trial.isCounted) await clearFailures(change.db, trial.subject, change.now)
  if (trial.account) await strengthen(change, trial, trial.account)
}

/** An account in the trail, by whose password something happened: nobody is signed in yet who would be told otherwise. */
export const aboutAccount = ({ id, email, homeCustomer }: Pick<Account, 'id' | 'email' | 'homeCustomer'>) => ({
  customer: homeCustomer,
  actor: { id, email },
})

/** Stores the password as it is hashed today, where it was hashed for less (security A2). */
export async function strengthen(
  { db, audit }: Change,
  { stronger }: PasswordAttempt,
  account: Account,
): Promise<void> {
  if (stronger === null || account.passwordHash === null) return
  await replaceHash(db, account.id, account.passwordHash, stronger)
  audit({ action: 'password.rehash', ...aboutAccount(account), target: { type: 'users', id: account.id } })
}
