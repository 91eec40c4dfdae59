import { sql } from 'kysely'
import { endPendingPasswords } from '../../identity/password-reset/password-reset.store'
import { accountLockQuery } from '../../identity/proof/proof.store'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { isOwnedByProvider } from './user-profiles.store'

/** The account whose email is to be changed. */
export interface EmailChangeAccount {
  email: string
  isGuest: boolean
  isOwnedByProvider: boolean
  isProved: boolean
}

/** Locks and returns the account whose email is to be changed. */
export const lockAccount = (db: Transaction, user: string): Promise<EmailChangeAccount> =>
  accountLockQuery(db, user)
    .select(['guest as isGuest', isOwnedByProvider.as('isOwnedByProvider')])
    .executeTakeFirstOrThrow()

/** A new email that is not verified yet. */
export interface PendingEmail {
  email: string
  codeHash: Buffer
  now: number
  expiresAt: number
}

/** Saves an unverified new email, replacing an earlier one. */
export const savePendingEmail = (db: Transaction, user: string, { email, codeHash, now, expiresAt }: PendingEmail) => {
  const row = { email, code_hash: codeHash, created_at: instantOf(now), expires_at: instantOf(expiresAt) }
  return db
    .insertInto('email_change')
    .values({ user_id: user, ...row })
    .onConflict((known) => known.column('user_id').doUpdateSet(row))
    .execute()
}

/** Deletes the pending email and returns it; undefined when there was none. */
export const deletePendingEmail = (db: Transaction, user: string): Promise<{ email: string } | undefined> =>
  db.deleteFrom('email_change').where('user_id', '=', user).returning('email').executeTakeFirst()

/** Claims the pending email that the code verifies; single use. Undefined for a wrong code, another person or an expired code. */
export const claimPendingEmail = (
  db: Transaction,
  { user, codeHash, now }: { user: string; codeHash: Buffer; now: number },
): Promise<{ email: string } | undefined> =>
  db
    .deleteFrom('email_change')
    .where('user_id', '=', user)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', instantOf(now))
    .returning('email')
    .executeTakeFirst()

/** Whether an account with this email exists. */
export const isEmailTaken = async (db: Database | Transaction, email: string): Promise<boolean> =>
  (await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst()) !== undefined

/** Sets the verified new email and invalidates temporary passwords mailed to the old one. */
export async function changeEmail(db: Transaction, user: string, email: string, now: number): Promise<void> {
  const at = instantOf(now)
  await db
    .updateTable('app_user')
    .set({ email, email_verified_at: at, email_verified_by: 'mail', updated_at: at, version: sql`version + 1` })
    .where('id', '=', user)
    .execute()
  await endPendingPasswords(db, user, now)
}

/** Deletes pending emails that have expired. */
export const deleteExpiredEmailChanges = (db: Database, now: number) =>
  db.deleteFrom('email_change').where('expires_at', '<', instantOf(now)).execute()
