import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'

/** How a mailbox was proved: by a secret mailed to it, by a provider that speaks for its domain, or by staff. */
export type MailboxProof = 'mail' | 'provider' | 'staff'

/**
 * A query for an account and whether its mailbox is proved, with a row lock so that concurrent requests run one after the
 * other.
 */
export const accountLockQuery = (db: Transaction, user: string) =>
  db
    .selectFrom('app_user')
    .select(['email', 'home_customer_id as homeCustomer', sql<boolean>`email_verified_at is not null`.as('isProved')])
    .where('id', '=', user)
    .forNoKeyUpdate()

/** The account whose mailbox is to be proved, locked for this transaction. */
export const lockAccountProof = (
  db: Transaction,
  user: string,
): Promise<{ email: string; homeCustomer: string | null; isProved: boolean } | undefined> =>
  accountLockQuery(db, user).executeTakeFirst()

/**
 * Records that the mailbox is proved; false where it was before. A database trigger activates what waited for the proof
 * (migration 044).
 */
export async function recordProof(
  db: Transaction,
  user: string,
  { by, mustUpdatePassword, now }: { by: MailboxProof; mustUpdatePassword: boolean; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set(({ eb }) => ({
      email_verified_at: instantOf(now),
      email_verified_by: by,
      must_update_password: mustUpdatePassword,
      version: eb('version', '+', 1),
      updated_at: instantOf(now),
    }))
    .where('id', '=', user)
    .where('email_verified_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes all credentials that an account had before its mailbox was proved; recovery codes are deleted with the second factor. */
export async function deleteCredentials(db: Transaction, user: string): Promise<void> {
  await db.deleteFrom('password_credential').where('user_id', '=', user).execute()
  await db.deleteFrom('totp_factor').where('user_id', '=', user).execute()
  await db.deleteFrom('totp_setup').where('user_id', '=', user).execute()
  await db.deleteFrom('passkey').where('user_id', '=', user).execute()
  await db.deleteFrom('external_identity').where('user_id', '=', user).execute()
  await db.deleteFrom('copied_link').where('user_id', '=', user).execute()
  await db.deleteFrom('email_change').where('user_id', '=', user).execute()
  await db.deleteFrom('federation_verification').where('user_id', '=', user).execute()
}

/** Deletes everything that an account has only for signing in: its credentials, what was mailed to get new ones, and its counters of failures. */
export async function deleteSignInData(db: Transaction, user: string): Promise<void> {
  await deleteCredentials(db, user)
  await deleteMailedSecrets(db, user)
  await db.deleteFrom('password_reset').where('user_id', '=', user).execute()
  await db.deleteFrom('password_link').where('user_id', '=', user).execute()
  await db.deleteFrom('passkey_challenge').where('user_id', '=', user).execute()
  await db.deleteFrom('guessing').where('user_id', '=', user).execute()
}

/** Deletes the mailed secrets of a person, of invitations and of proofs. */
export const deleteMailedSecrets = (db: Transaction, user: string) =>
  db.deleteFrom('temporary_password').where('user_id', '=', user).execute()

/** The account of an email address that is not deleted, locked for this transaction. */
export const lockAccountToProve = (
  db: Transaction,
  email: string,
): Promise<{ id: string; email: string; homeCustomer: string | null } | undefined> =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'home_customer_id as homeCustomer'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
