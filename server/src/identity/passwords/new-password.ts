import { type PasswordRejection, passwordRulesFor } from '@lintel/contract/identity/passwords'
import { acceptFirstInvitations } from '../../people/invitations/invitation-states.store'
import { deletePendingEmail } from '../../people/user-profiles/email-change.store'
import type { Change } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import { endVerifications } from '../federation/end-verifications.store'
import type { Account } from '../guessing/attempt.store'
import type { IdentityServices } from '../identity-services'
import { endPendingPasswords } from '../password-reset/password-reset.store'
import { describeOrigin } from '../sessions/describe-origin'
import { withdrawAccess } from '../sessions/withdraw-access'
import { hashPassword } from './hash'
import { passwordRejections } from './password-rejections'
import { contextNamesOf, upsertPassword } from './passwords.store'

/** The owner of the new password. */
export interface PasswordOwner {
  id: string
  email: string
  isStaff: boolean
}

/** Why a password is rejected for this person; empty when it is accepted (security A4, A5). */
export async function rejectionsFor(
  { platform: { db, configuration } }: IdentityServices,
  owner: PasswordOwner,
  typed: string,
  current?: string,
): Promise<PasswordRejection[]> {
  const { passwordRequirements, mfa } = configuration
  return passwordRejections(typed, {
    ...(await contextNamesOf(db, owner.id)),
    rules: passwordRulesFor(passwordRequirements, { isStaff: owner.isStaff, isMfaEnabled: mfa }),
    email: owner.email,
    ...(current !== undefined && { current }),
  })
}

/** Hashes a new password through the hash gate. */
export const hashNewPassword = ({ gate }: IdentityServices, typed: string): Promise<string> =>
  gate.run(() => hashPassword(typed))

/**
 * Stores the password and ends all earlier access except one session, all pending password changes, mailed codes of providers and a
 * pending email change (security D6): whoever knew the old password may have requested it. Accepts invitations that waited for a first password, and
 * notifies the person by mail if they had a password before.
 */
export async function applyPassword(
  change: Change,
  { id: userId, homeCustomer }: Pick<Account, 'id' | 'homeCustomer'>,
  hash: string,
  exceptSession?: string,
): Promise<void> {
  const { db, now, origin, audit } = change
  const isFirst = await upsertPassword(db, userId, hash, now)
  // Before the mail, which locks the person's row: proving an email locks the two in this order.
  const waiting = await deletePendingEmail(db, userId)
  if (waiting) {
    audit({
      action: 'users.email-withdrawn',
      customer: homeCustomer,
      target: { type: 'users', id: userId },
      reason: 'password-changed',
      before: { email: waiting.email },
    })
  }
  // No mail for a first password (security B9).
  if (!isFirst) {
    const values = describeOrigin(origin, now)
    await enqueueMail(change, { to: userId, kind: 'password-changed', values, customer: homeCustomer })
  }
  await endPendingPasswords(db, userId, now)
  await endVerifications(db, userId)
  for (const { id, customer } of await acceptFirstInvitations(db, userId)) {
    audit({ action: 'invitations.accept', customer, target: { type: 'invitations', id } })
  }
  await withdrawAccess(change, userId, { reason: 'password-changed', exceptSession })
}
