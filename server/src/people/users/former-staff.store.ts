import { endPendingPasswords } from '../../identity/password-reset/password-reset.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'

/**
 * Requires a new password of somebody who is staff no longer before the next sign-in by it: that of staff may be shorter (security A4), which its
 * hash does not tell. What has verified it but is not committed fails, as if it had been replaced. Called before the account is written,
 * as sign-ins lock the two.
 */
export async function requireNewPassword({ db, now }: Change, email: string): Promise<void> {
  const owner = await db
    .updateTable('password_credential as password')
    .from('app_user')
    .set({ reset_needed: true, changed_at: instantOf(now) })
    .whereRef('app_user.id', '=', 'password.user_id')
    .where('app_user.email', '=', email)
    .returning('password.user_id as id')
    .executeTakeFirst()
  // A short password may also wait for its mailed link.
  if (owner) await endPendingPasswords(db, owner.id, now)
}
