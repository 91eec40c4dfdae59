import { convertServiceAccounts } from '../../customers/customers/service-accounts.store'
import type { Change } from '../../platform/context'
import { endTokens } from '../credentials/stored-tokens.store'
import { endPendingPasswords } from '../password-reset/password-reset.store'
import { withdrawAccess } from '../sessions/withdraw-access'
import { deleteCredentials, deleteMailedSecrets, type MailboxProof, recordProof } from './proof.store'

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
  await handOver(change, owner, by)
  await deleteMailedSecrets(db, owner.id)
  return true
}

/** The same by the mailed secret of an invitation, which stays valid until a password is set. */
export async function proveByMailedSecret(change: Change, owner: MailboxOwner): Promise<boolean> {
  const { db, now } = change
  if (!(await recordProof(db, owner.id, { by: 'mail', mustUpdatePassword: true, now }))) return false
  await handOver(change, owner, 'mail')
  return true
}

/** Leaves the account to the owner of its mailbox alone; a service account becomes an ordinary one. */
async function handOver(
  change: Change,
  { id, email, homeCustomer: customer }: MailboxOwner,
  by: MailboxProof,
): Promise<void> {
  const { db, now, audit } = change
  await deleteCredentials(db, id)
  await endPendingPasswords(db, id, now)
  await endTokens(db, 'api_token', { userId: id, reason: 'mailbox-proved', now })
  await withdrawAccess(change, id, { reason: 'access-withdrawn' })
  const recorded = { customer, ...(by !== 'staff' && { actor: { id, email } }) }
  await convertServiceAccounts(change, [id], recorded)
  audit({ action: 'users.prove-email', ...recorded, target: { type: 'users', id: email }, after: { by } })
}
