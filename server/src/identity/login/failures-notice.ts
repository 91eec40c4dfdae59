import type { Context } from '../../platform/context'
import type { StatementPart } from '../../platform/database'
import { mailInOneStatement } from '../../platform/mail/mail'
import type { Account } from '../guessing/attempt.store'
import { freeFailures } from '../guessing/guessing'
import { seenFrom } from '../sessions/seen-from'
import type { PasswordAttempt } from './try-password'

/**
 * The mail that a right password leads to after five wrong ones and more (security B9), as a part of the statement that
 * follows from it; undefined otherwise.
 */
export const failuresNotice = (
  context: Context,
  { failuresBefore }: Pick<PasswordAttempt, 'failuresBefore'>,
  { id, homeCustomer }: Account,
): StatementPart | undefined =>
  failuresBefore < freeFailures
    ? undefined
    : mailInOneStatement(context, {
        to: id,
        kind: 'right-after-failures',
        values: { ...seenFrom(context.origin, context.now), failures: failuresBefore },
        customer: homeCustomer,
      })
