import type { Change } from '../../platform/context'
import { endApiTokensOf } from '../api-tokens/api-tokens.store'
import { endPendingPasswords } from '../password-reset/password-reset.store'
import { withdrawAccess } from '../sessions/withdraw-access'
import { dropCredentials, dropMailedSecret, type MailboxProof, recordProof } from './proof.store'

/** Whose mailbox it is. */
export interface MailboxOwner {
  id: string
  email: string
  homeCustomer: string | null
}

/**
 * Proves the mailbox of an account, in the transaction of what proved it; the caller then tells `actors`. Whoever used the account
 * before may have been anybody: every way back ends (contract §6). False where the mailbox was proved before: then nothing ends.
 */
export async function proveMailbox(change: Change, owner: MailboxOwner, by: MailboxProof): Promise<boolean> {
  const { db, now } = change
  if (!(await recordProof(db, owner.id, { by, mustUpdatePassword: false, now }))) return false
  await endWaysBack(change, owner.id)
  await dropMailedSecret(db, owner.id)
  tellProof(change, owner, by)
  return true
}

/** The same by the mailed secret of an invitation, which is the way in until a password is set. */
export async function proveByMailedSecret(change: Change, owner: MailboxOwner): Promise<boolean> {
  const { db, now } = change
  if (!(await recordProof(db, owner.id, { by: 'mail', mustUpdatePassword: true, now }))) return false
  await endWaysBack(change, owner.id)
  tellProof(change, owner, 'mail')
  return true
}

async function endWaysBack(change: Change, user: string): Promise<void> {
  await dropCredentials(change.db, user)
  await endPendingPasswords(change.db, user, change.now)
  await endApiTokensOf(change.db, user, change.now)
  await withdrawAccess(change, user, { reason: 'access-withdrawn' })
}

const tellProof = ({ audit }: Change, { id, email, homeCustomer }: MailboxOwner, by: MailboxProof) =>
  audit({
    action: 'users.prove-email',
    customer: homeCustomer,
    ...(by !== 'staff' && { actor: { id, email } }),
    target: { type: 'users', id: email },
    after: { by },
  })
