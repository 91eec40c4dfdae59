import { Problem } from '@lintel/contract/problems'
import type { Context } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import { isReplaced } from '../passwords/passwords.store'
import { settleRefusal } from './settle'
import type { PasswordAttempt } from './try-password'

/** A trial whose password was right. */
export interface VerifiedAttempt {
  trial: PasswordAttempt
  account: Account
  /** What the audit trail calls it. */
  action: string
  /** What a wrong one is answered there; default 401 `invalid_grant`. */
  wrong?: Problem
}

/**
 * Does what a right password leads to, which holds the password as it was verified (`password_hold`). Where it was replaced
 * while it was hashed, nothing of that happens: the answer is that of a wrong one (security D6).
 */
export async function withPasswordLock<T>(
  context: Pick<Context, 'change'>,
  { trial, account, action, wrong = new Problem('invalid_grant') }: VerifiedAttempt,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isReplaced(error)) throw error
    await context.change((change) => settleRefusal(change, { ...trial, refusal: 'replaced' }, account.email, action))
    throw wrong
  }
}
