import { Problem } from '@lintel/contract/problems'
import type { Context } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import { isPasswordReplaced } from '../passwords/passwords.store'
import { recordFailedAttempt } from './record-attempt'
import type { PasswordAttempt } from './try-password'

/** An attempt with a verified password. */
export interface VerifiedAttempt {
  attempt: PasswordAttempt
  account: Account
  /** The audit action. */
  action: string
  /** The problem for a wrong password; default 401 `invalid_grant`. */
  wrongProblem?: Problem
}

/**
 * Runs what a verified password leads to, which locks that password (`password_hold`). If the password was replaced while it
 * was being verified, the transaction fails and the response is that of a wrong password (security D6).
 */
export async function withPasswordLock<T>(
  context: Pick<Context, 'change'>,
  { attempt, account, action, wrongProblem = new Problem('invalid_grant') }: VerifiedAttempt,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isPasswordReplaced(error)) throw error
    await context.change((change) =>
      recordFailedAttempt(change, { ...attempt, refusal: 'replaced' }, account.email, action),
    )
    throw wrongProblem
  }
}
