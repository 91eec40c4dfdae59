import { sql } from 'kysely'
import { endPendingPasswords } from '../../identity/password-reset/password-reset.store'
import { lockedAccount } from '../../identity/proof/proof.store'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { isOwnedByProvider } from './user-profiles.store'

/** The account whose address is to change. */
export interface ChangingAccount {
  email: string
  isGuest: boolean
  isOwnedByProvider: boolean
  isProved: boolean
}

/** The account whose address is to change, locked. */
export const lockAccount = (db: Transaction, user: string): Promise<ChangingAccount> =>
  lockedAccount(db, user)
    .select(['guest as isGuest', isOwnedByProvider.as('isOwnedByProvider')])
    .executeTakeFirstOrThrow()

/** An address that waits to be proved. */
export interface WaitingEmail {
  email: string
  codeHash: Buffer
  now: number
  expiresAt: number
}

/** Writes an address that waits to be proved, in place of an earlier one. */
export const writeWaiting = (db: Transaction, user: string, { email, codeHash, now, expiresAt }: WaitingEmail) => {
  const row = { email, code_hash: codeHash, created_at: instantOf(now), expires_at: instantOf(expiresAt) }
  return db
    .insertInto('email_change')
    .values({ user_id: user, ...row })
    .onConflict((known) => known.column('user_id').doUpdateSet(row))
    .execute()
}

/** Forgets the address that waits; gives it, where one did. */
export const dropWaiting = (db: Transaction, user: string): Promise<{ email: string } | undefined> =>
  db.deleteFrom('email_change').where('user_id', '=', user).returning('email').executeTakeFirst()

/** Takes the address that this person's code proves: once. Undefined for any other code, person or time. */
export const takeWaiting = (
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

/** Does an account have this address? */
export const isTaken = async (db: Database | Transaction, email: string): Promise<boolean> =>
  (await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst()) !== undefined

/** Gives an account its new, proved address. What was mailed to the old one to get in opens nothing any more. */
export async function changeEmail(db: Transaction, user: string, email: string, now: number): Promise<void> {
  const at = instantOf(now)
  await db
    .updateTable('app_user')
    .set({ email, email_verified_at: at, email_verified_by: 'mail', updated_at: at, version: sql`version + 1` })
    .where('id', '=', user)
    .execute()
  await endPendingPasswords(db, user, now)
}

/** Forgets addresses that nobody proved in time. */
export const removeOverEmails = (db: Database, now: number) =>
  db.deleteFrom('email_change').where('expires_at', '<', instantOf(now)).execute()
