import { type PasswordRejection, rulesWithSecondFactor } from '@lintel/contract/identity/passwords'
import { acceptFirstInvitations } from '../../people/invitations/invitation-states.store'
import { dropWaiting } from '../../people/user-profiles/email-change.store'
import type { Change } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import type { Account } from '../guessing/attempt.store'
import type { IdentityServices } from '../identity-services'
import { endPendingPasswords } from '../password-reset/password-reset.store'
import { seenFrom } from '../sessions/seen-from'
import { withdrawAccess } from '../sessions/withdraw-access'
import { hashPassword } from './hash'
import { namesAround, putPassword } from './passwords.store'
import { rejections } from './reject-password'

/** Whose password it is to be. */
export interface PasswordOwner {
  id: string
  email: string
  isStaff: boolean
}

/** Why this person cannot have this password. Staff sign in with a second factor: eight characters do (security A4). */
export async function rejectionsFor(
  { platform: { db, configuration } }: IdentityServices,
  owner: PasswordOwner,
  typed: string,
  current?: string,
): Promise<PasswordRejection[]> {
  const { passwordRequirements, mfa } = configuration
  return rejections(typed, {
    ...(await namesAround(db, owner.id)),
    rules: owner.isStaff && mfa ? rulesWithSecondFactor(passwordRequirements) : passwordRequirements,
    email: owner.email,
    ...(current !== undefined && { current }),
  })
}

/** Hashes a new password in its turn. */
export const hashNew = ({ gate }: IdentityServices, typed: string): Promise<string> =>
  gate.run(() => hashPassword(typed))

/**
 * Makes it the password, and ends all access that was given before, but for one session, every other way to a new password, and another
 * email that waits to be proved (security D6): whoever knew the old password may have asked for it. Invitations that waited for a first password are taken up; whose password was another until now is told by mail.
 */
export async function takePassword(
  change: Change,
  { id: userId, homeCustomer }: Pick<Account, 'id' | 'homeCustomer'>,
  hash: string,
  exceptSession?: string,
): Promise<void> {
  const { db, now, origin, audit } = change
  const isFirst = await putPassword(db, userId, hash, now)
  // Before the mail, which keeps the person's row: proving an email takes the two in this order.
  const waiting = await dropWaiting(db, userId)
  if (waiting) {
    audit({
      action: 'users.email-withdrawn',
      customer: homeCustomer,
      target: { type: 'users', id: userId },
      reason: 'password-changed',
      before: { email: waiting.email },
    })
  }
  // A first one is news to nobody (security B9).
  if (!isFirst) {
    const values = seenFrom(origin, now)
    await enqueueMail(change, { to: userId, kind: 'password-changed', values, customer: homeCustomer })
  }
  await endPendingPasswords(db, userId, now)
  for (const { id, customer } of await acceptFirstInvitations(db, userId)) {
    audit({ action: 'invitations.accept', customer, target: { type: 'invitations', id } })
  }
  await withdrawAccess(change, userId, {
    reason: 'password-changed',
    ...(exceptSession !== undefined && { exceptSession }),
  })
}
