import type { Change, Context } from '../../platform/context'
import { enqueueMail, mailInOneStatement, type NewMail } from '../../platform/mail/mail'
import { describeOrigin } from '../sessions/describe-origin'

/** The owner of the account. */
export interface Owner {
  userId: string
  homeCustomer: string | null
}

/** Changes of second factors that are notified by mail. */
export type FactorEvent =
  | 'second-factor-enabled'
  | 'second-factor-disabled'
  | 'recovery-codes-renewed'
  | 'passkey-added'
  | 'passkey-removed'

/** Notifies a person by mail that their second factor changed (security B9). */
export const notifyOfFactor = (change: Change, { userId, homeCustomer }: Owner, kind: FactorEvent) =>
  enqueueMail(change, { to: userId, kind, values: describeOrigin(change.origin, change.now), customer: homeCustomer })

type RecoveryOwner = Owner & {
  /** Number of unused codes before this one was used. */
  codesLeft: number
}

const recoveryMail = (
  { origin, now }: Pick<Context, 'origin' | 'now'>,
  { userId, homeCustomer, codesLeft }: RecoveryOwner,
): NewMail<'recovery-code-used'> => ({
  to: userId,
  kind: 'recovery-code-used',
  values: { ...describeOrigin(origin, now), left: Math.max(0, codesLeft - 1) },
  customer: homeCustomer,
})

/** Notifies a person that one of their recovery codes was used: in a transaction, or as a part of the statement that uses it. */
export const recoveryNotice = {
  enqueue: (change: Change, owner: RecoveryOwner) => enqueueMail(change, recoveryMail(change, owner)),
  statementPart: (context: Context, owner: RecoveryOwner, from: string) =>
    mailInOneStatement(context, recoveryMail(context, owner), from),
}
