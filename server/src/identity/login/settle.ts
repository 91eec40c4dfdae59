import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import type { Change } from '../../platform/context'
import { clearFailures, countFailure } from '../guessing/attempt.store'
import { replaceHash } from '../passwords/passwords.store'
import type { Trial } from './try-password'

/** Counts the failure and tells the audit trail why; outside, no reason is ever told (security B7). */
export async function settleRefusal(
  { db, now, audit }: Change,
  trial: Trial,
  email: string,
  action: string,
): Promise<void> {
  const { account, subject, isCounted, refusal } = trial
  if (isCounted) await countFailure(db, subject, now)
  audit({
    action,
    customer: account?.homeCustomer ?? null,
    result: 'failure',
    reason: refusal ?? 'refused',
    // People type passwords into the wrong field: only what looks like an address is kept.
    actor: { id: account?.id ?? null, email: account?.email ?? (emailPattern.test(email) ? email : null) },
  })
}

/** The password was right: its counter starts anew, and a weak hash is replaced (security A2). */
export async function settleRight(
  { db, now }: Change,
  { account, subject, isCounted, stronger }: Trial,
): Promise<void> {
  if (isCounted) await clearFailures(db, subject, now)
  if (stronger !== null && account?.passwordHash) await replaceHash(db, account.id, account.passwordHash, stronger)
}
