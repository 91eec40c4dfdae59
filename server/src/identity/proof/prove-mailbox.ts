import type { Change } from '../../platform/context'
import { endApiTokensOf } from '../api-tokens/api-tokens.store'
import { endPendingPasswords } from '../password-reset/password-reset.store'
import { withdrawAccess } from '../sessions/withdraw-access'
import { deleteCredentials, deleteMailedSecret, type MailboxProof, recordProof } from './proof.store'

/** The owner of the mailbox. */
export interface MailboxOwner {
  id: string
  email: string
  homeCustomer: string | null
}

/**
 * Marks the mailbox of an account as proved, in the transaction of its proof; the caller has to invalidate `actors`. Revokes
 * all earlier credentials and access, because anybody may have used the account before (contract §6). False, with no effect,
 * where the mailbox was proved before.
 */
export async function proveMailbox(change: Change, owner: MailboxOwner, by: MailboxProof): Promise<boolean> {
  const { db, now } = change
  if (!(await recordProof(db, owner.id, { by, mustUpdatePassword: false, now }))) return false
  await revokeCredentials(change, owner.id)
  await deleteMailedSecret(db, owner.id)
  auditProof(change, owner, by)
  return true
}

/** The same by the mailed secret of an invitation, which stays valid until a password is set. */
export async function proveByMailedSecret(change: Change, owner: MailboxOwner): Promise<boolean> {
  const { db, now } = change
  if (!(await recordProof(db, owner.id, { by: 'mail', mustUpdatePassword: true, now }))) return false
  await revokeCredentials(change, owner.id)
  auditProof(change, owner, 'mail')
  return true
}

async function revokeCredentials(change: Change, user: string): Promise<void> {
  await deleteCredentials(change.db, user)
  await endPendingPasswords(change.db, user, change.now)
  await endApiTokensOf(change.db, user, change.now)
  await withdrawAccess(change, user, { reason: 'access-withdrawn' })
}

const auditProof = ({ audit }: Change, { id, email, homeCustomer }: MailboxOwner, by: MailboxProof) =>
  audit({
    action: 'users.prove-email',
    customer: homeCustomer,
    ...(by !== 'staff' && { actor: { id, email } }),
    target: { type: 'users', id: email },
    after: { by },
  })
