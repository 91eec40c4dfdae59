import type { Context } from '../../platform/context'
import type { StatementPart } from '../../platform/database'
import { mailInOneStatement } from '../../platform/mail/mail'
import type { Account } from '../guessing/attempt.store'
import { freeFailures } from '../guessing/guessing'
import { describeOrigin } from '../sessions/describe-origin'
import type { PasswordAttempt } from './try-password'

/**
 * The mail sent when a password is verified after five or more failures (security B9), as a part of a statement; undefined with
 * fewer failures.
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
        values: { ...describeOrigin(context.origin, context.now), failures: failuresBefore },
        customer: homeCustomer,
      })
