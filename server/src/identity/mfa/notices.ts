import type { Change, Context } from '../../platform/context'
import { enqueueMail, mailInOneStatement, type NewMail } from '../../platform/mail/mail'
import { seenFrom } from '../sessions/seen-from'

/** Whose account it happened to. */
export interface Owner {
  userId: string
  homeCustomer: string | null
}

/** What happened to somebody's ways in, beside where and when. */
export type FactorEvent =
  | 'second-factor-enabled'
  | 'second-factor-disabled'
  | 'recovery-codes-renewed'
  | 'passkey-added'
  | 'passkey-removed'

/** Tells a person by mail that their second factor changed (security B9). */
export const noticeFactor = (change: Change, { userId, homeCustomer }: Owner, kind: FactorEvent) =>
  enqueueMail(change, { to: userId, kind, values: seenFrom(change.origin, change.now), customer: homeCustomer })

type RecoveryOwner = Owner & {
  /** Unused codes before this one was used. */
  codesLeft: number
}

const recoveryMail = (
  { origin, now }: Pick<Context, 'origin' | 'now'>,
  { userId, homeCustomer, codesLeft }: RecoveryOwner,
): NewMail<'recovery-code-used'> => ({
  to: userId,
  kind: 'recovery-code-used',
  values: { ...seenFrom(origin, now), left: Math.max(0, codesLeft - 1) },
  customer: homeCustomer,
})

/** Tells a person that one of their recovery codes was used: in a change, or as a part of the one statement that uses it. */
export const recoveryNotice = {
  enqueue: (change: Change, owner: RecoveryOwner) => enqueueMail(change, recoveryMail(change, owner)),
  atOnce: (context: Context, owner: RecoveryOwner, from: string) =>
    mailInOneStatement(context, recoveryMail(context, owner), from),
}
