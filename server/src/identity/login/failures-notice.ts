import type { Change, Context } from '../../platform/context'
import type { StatementPart } from '../../platform/database'
import { enqueueMail, mailInOneStatement } from '../../platform/mail/mail'
import type { Account } from '../guessing/attempt.store'
import { freeFailures } from '../guessing/guessing'
import { describeOrigin } from '../sessions/describe-origin'
import type { PasswordAttempt } from './try-password'

type VerifiedPassword = Pick<PasswordAttempt, 'failuresBefore' | 'refusal' | 'temporaryHash'>

/**
 * The mail sent when a password is verified after five or more failures (security B9); undefined with fewer failures, and where
 * a mailed or copied secret was entered.
 */
function failuresMail(
  { origin, now }: Pick<Change, 'origin' | 'now'>,
  { failuresBefore, refusal, temporaryHash }: VerifiedPassword,
  { id, homeCustomer }: Account,
) {
  if (failuresBefore < freeFailures || refusal !== null || temporaryHash !== null) return undefined
  const values = { ...describeOrigin(origin, now), failures: failuresBefore }
  return { to: id, kind: 'right-after-failures', values, customer: homeCustomer } as const
}

/** Enqueues that mail, if it is due, in the transaction of what the password leads to. */
export async function notifyOfFailures(change: Change, attempt: VerifiedPassword, account: Account): Promise<void> {
  const mail = failuresMail(change, attempt, account)
  if (mail) await enqueueMail(change, mail)
}

/** The same as a part of a statement; undefined where none is due. */
export function failuresNotice(
  context: Context,
  attempt: VerifiedPassword,
  account: Account,
): StatementPart | undefined {
  const mail = failuresMail(context, attempt, account)
  return mail && mailInOneStatement(context, mail)
}
