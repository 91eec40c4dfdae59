import { sql } from 'kysely'
import pg from 'pg'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { anyOf } from '../../platform/rows'
import { canSignIn } from '../account.store'
import type { Account } from '../guessing/attempt.store'

/** A verified password, or the verified one-time password of an invitation. */
export type VerifiedPassword = Pick<Account, 'id' | 'passwordChangedAt'> & { temporaryHash?: Buffer | null }

/**
 * Locks the verified password until the transaction ends, as a part of a statement: fails when it was replaced meanwhile.
 * Locked before any counter, in the same order as a replacement.
 */
export const passwordLockSql = ({ id, passwordChangedAt, temporaryHash = null }: VerifiedPassword): StatementPart =>
  sql`select password_hold(${id}::uuid, ${passwordChangedAt}::timestamptz, ${temporaryHash}::bytea)`

/**
 * Locks the verified password for its replacement, so that concurrent replacements run one after the other. False where it was
 * replaced meanwhile. Locked before any counter, like {@link lockVerifiedPassword}.
 */
export async function lockPasswordForChange(
  db: Transaction,
  { id, passwordChangedAt }: Pick<Account, 'id' | 'passwordChangedAt'>,
): Promise<boolean> {
  const { rows } = await sql`
    select user_id from password_credential where user_id = ${id} and changed_at = ${passwordChangedAt}
    for update`.execute(db)
  return rows.length === 1
}

/** Whether an error is that of {@link passwordLockSql}: the password is no longer the verified one. */
export const isPasswordReplaced = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === 'LT001'

/** The same as a statement of its own, for a transaction that has more to write. */
export const lockVerifiedPassword = (db: Transaction, verified: VerifiedPassword) =>
  sql`${passwordLockSql(verified)}`.execute(db)

/** Stores a stronger hash of the same password, unless the password changed meanwhile. */
export const replaceHash = (db: Transaction, userId: string, old: string, stronger: string) =>
  db
    .updateTable('password_credential')
    .set({ hash: stronger })
    .where('user_id', '=', userId)
    .where('hash', '=', old)
    .execute()

/**
 * Sets the password of a person: their mailed one-time passwords are deleted and no password has to be set any more. True
 * when they had none before.
 */
export async function upsertPassword(db: Transaction, userId: string, hash: string, now: number): Promise<boolean> {
  const values = { hash, reset_needed: false, changed_at: instantOf(now) }
  const { isFirst } = await db
    .insertInto('password_credential')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    // `xmax` is 0 for an inserted row, not for an updated one.
    .returning(sql<boolean>`xmax = 0`.as('isFirst'))
    .executeTakeFirstOrThrow()
  // The mailed secrets of an unproved mailbox are kept, because they are what proves the mailbox.
  await db
    .deleteFrom('temporary_password')
    .where('user_id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('app_user').select('id').where('id', '=', userId).where('email_verified_at', 'is not', null)),
    )
    .execute()
  await db.deleteFrom('guessing').where('user_id', '=', userId).execute()
  await db
    .updateTable('app_user')
    .set(({ eb }) => ({ must_update_password: false, updated_at: instantOf(now), version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .where('must_update_password', '=', true)
    .execute()
  return isFirst
}

/** A mailed one-time password, of an `invitation` or of none. */
export interface TemporaryPassword {
  secretHash: Buffer
  now: number
  expiresAt: number
  invitation?: string
}

/**
 * Stores a mailed one-time password, in place of an earlier one of the same invitation or, without one, of none (security F3). Those of other
 * invitations stay valid.
 */
export const putTemporaryPassword = (db: Transaction, user: string, temporary: TemporaryPassword): Promise<void> =>
  putTemporaryPasswords(db, [{ ...temporary, user }])

async function putTemporaryPasswords(
  db: Transaction,
  temporary: readonly (TemporaryPassword & { user: string })[],
): Promise<void> {
  await db
    .insertInto('temporary_password')
    .values(
      temporary.map(({ user, secretHash, now, expiresAt, invitation }) => ({
        user_id: user,
        secret_hash: secretHash,
        created_at: instantOf(now),
        expires_at: instantOf(expiresAt),
        invitation_id: invitation ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'invitation_id']).doUpdateSet(({ ref }) => ({
        secret_hash: ref('excluded.secret_hash'),
        created_at: ref('excluded.created_at'),
        expires_at: ref('excluded.expires_at'),
      })),
    )
    .execute()
}

/** The same for distinct invitations: of these people, those without any sign-in method have to set a password before anything else. */
export async function putFirstTemporaryPasswords(
  db: Transaction,
  temporary: readonly (TemporaryPassword & { user: string })[],
): Promise<void> {
  if (temporary.length === 0) return
  await putTemporaryPasswords(db, temporary)
  await requirePasswordSetup(
    db,
    temporary.map(({ user }) => user),
  )
}

/** Requires those of these people who have no sign-in method to set a password before anything else. */
export const requirePasswordSetup = (db: Transaction, users: readonly string[]) =>
  db
    .updateTable('app_user')
    .set(({ eb }) => ({ must_update_password: true, version: eb('version', '+', 1) }))
    .where('id', '=', anyOf(users))
    .where('must_update_password', '=', false)
    .where(({ not }) => not(canSignIn()))
    .execute()

/** Whether the person still has to set a password; locked, so that only one of concurrent requests sets it. */
export async function mustSetPassword(db: Transaction, userId: string): Promise<boolean> {
  const person = await db
    .selectFrom('app_user')
    .select('must_update_password')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return person?.must_update_password ?? false
}

/** Names that are easily associated with a person: of their customers and projects, at most two hundred of each. */
export async function contextNamesOf(
  db: Database,
  userId: string,
): Promise<{ customers: string[]; projects: string[] }> {
  const customers = await db
    .selectFrom('customer')
    .select('name')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('id', 'in', selectFrom('app_user').select('home_customer_id').where('id', '=', userId)),
        eb('id', 'in', selectFrom('customer_admin').select('customer_id').where('user_id', '=', userId)),
        eb('id', 'in', selectFrom('project_member').select('customer_id').where('user_id', '=', userId)),
      ]),
    )
    .limit(200)
    .execute()
  const projects = await db
    .selectFrom('project_member as member')
    .innerJoin('project', 'project.id', 'member.project_id')
    .select('project.name')
    .where('member.user_id', '=', userId)
    .limit(200)
    .execute()
  return { customers: customers.map(({ name }) => name), projects: projects.map(({ name }) => name) }
}
