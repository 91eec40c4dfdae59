import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'

/** How a mailbox was proved: by a secret mailed to it, by a provider that speaks for its domain, or by the word of staff. */
export type MailboxProof = 'mail' | 'provider' | 'staff'

/** An account and whether its mailbox is proved, locked: of two requests at once the second sees what the first did. */
export const lockedAccount = (db: Transaction, user: string) =>
  db
    .selectFrom('app_user')
    .select(['email', 'home_customer_id as homeCustomer', sql<boolean>`email_verified_at is not null`.as('isProved')])
    .where('id', '=', user)
    .forNoKeyUpdate()

/** The account whose mailbox is to be proved, kept for this transaction. */
export const lockUnproved = (
  db: Transaction,
  user: string,
): Promise<{ email: string; homeCustomer: string | null; isProved: boolean } | undefined> =>
  lockedAccount(db, user).executeTakeFirst()

/**
 * The mailbox is proved from now on, and what it takes to go on; false where it was before. The database opens what waited for the
 * proof (migration 044).
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

/** Every credential of an account that was there before its mailbox was proved; of second factors the recovery codes go along. */
export async function dropCredentials(db: Transaction, user: string): Promise<void> {
  await db.deleteFrom('password_credential').where('user_id', '=', user).execute()
  await db.deleteFrom('totp_factor').where('user_id', '=', user).execute()
  await db.deleteFrom('totp_setup').where('user_id', '=', user).execute()
  await db.deleteFrom('passkey').where('user_id', '=', user).execute()
  await db.deleteFrom('external_identity').where('user_id', '=', user).execute()
  await db.deleteFrom('copied_link').where('user_id', '=', user).execute()
  await db.deleteFrom('email_change').where('user_id', '=', user).execute()
  await db.deleteFrom('federation_verification').where('user_id', '=', user).execute()
}

/** No mailed secret of an invitation or a proof opens the account any more. */
export const dropMailedSecret = (db: Transaction, user: string) =>
  db.deleteFrom('temporary_password').where('user_id', '=', user).execute()

/** The account of an address that is not deleted, kept for this transaction. */
export const accountToProve = (
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
