import { sql } from 'kysely'
import pg from 'pg'
import { hasWayIn } from '../../people/invitations/invitation-states.store'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { anyOf } from '../../platform/rows'
import type { Account } from '../guessing/attempt.store'

/** A password as it was verified, be it the one of an invitation. */
export type VerifiedPassword = Pick<Account, 'id' | 'passwordChangedAt' | 'temporaryHash'>

/**
 * Keeps the password as it was verified until the transaction ends, as a part of a statement that opens something by it:
 * fails where it was replaced meanwhile. Taken before any counter, as whoever replaces it does.
 */
export const holdingPassword = ({ id, passwordChangedAt, temporaryHash }: VerifiedPassword): StatementPart =>
  sql`select password_hold(${id}::uuid, ${passwordChangedAt}::timestamptz, ${temporaryHash}::bytea)`

/**
 * Keeps the password as it was verified for whoever is about to replace it: of two at once one goes first. False where it was
 * replaced meanwhile. Taken before any counter, as a sign-in takes {@link holdPassword}.
 */
export async function lockPassword(
  db: Transaction,
  { id, passwordChangedAt, temporaryHash }: VerifiedPassword,
): Promise<boolean> {
  const verified =
    passwordChangedAt === null
      ? sql`from temporary_password where user_id = ${id} and secret_hash = ${temporaryHash}`
      : sql`from password_credential where user_id = ${id} and changed_at = ${passwordChangedAt}`
  const { rows } = await sql`select user_id ${verified} for update`.execute(db)
  return rows.length === 1
}

/** The failure of {@link holdingPassword}: the password is no longer the one that was verified. */
export const isReplaced = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === 'LT001'

/** The same for a transaction that has more to write. */
export const holdPassword = (db: Transaction, verified: VerifiedPassword) =>
  sql`${holdingPassword(verified)}`.execute(db)

/** A stronger hash of the same password, unless the password changed meanwhile. */
export const replaceHash = (db: Transaction, userId: string, old: string, stronger: string) =>
  db
    .updateTable('password_credential')
    .set({ hash: stronger })
    .where('user_id', '=', userId)
    .where('hash', '=', old)
    .execute()

/**
 * The password of a person from now on: invitations are used up and nothing has to be set any more. True when they had none
 * before.
 */
export async function putPassword(db: Transaction, userId: string, hash: string, now: number): Promise<boolean> {
  const values = { hash, reset_needed: false, changed_at: instantOf(now) }
  const { isFirst } = await db
    .insertInto('password_credential')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    // Only a row that was there before has a transaction that replaced it.
    .returning(sql<boolean>`xmax = 0`.as('isFirst'))
    .executeTakeFirstOrThrow()
  // What was mailed to a mailbox that is not proved is still what proves it, whoever sets a password meanwhile.
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

/** What an invitation's one-time password is made of; `invitation` names the one that withdraws it. */
export interface TemporaryPassword {
  secretHash: Buffer
  now: number
  expiresAt: number
  invitation?: string
}

/** The one-time password of an invitation, in place of any earlier one (security F3). */
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
      conflict.column('user_id').doUpdateSet(({ ref }) => ({
        secret_hash: ref('excluded.secret_hash'),
        created_at: ref('excluded.created_at'),
        expires_at: ref('excluded.expires_at'),
        invitation_id: ref('excluded.invitation_id'),
      })),
    )
    .execute()
}

/** The same for people who have no way in of their own, each of them once: until they set one, it opens nothing else. */
export async function awaitFirstPasswords(
  db: Transaction,
  temporary: readonly (TemporaryPassword & { user: string })[],
): Promise<void> {
  if (temporary.length === 0) return
  await putTemporaryPasswords(db, temporary)
  await awaitPasswords(
    db,
    temporary.map(({ user }) => user),
  )
}

/** Whoever of these people has no way in of their own has to set a password before anything else. */
export const awaitPasswords = (db: Transaction, users: readonly string[]) =>
  db
    .updateTable('app_user')
    .set(({ eb }) => ({ must_update_password: true, version: eb('version', '+', 1) }))
    .where('id', '=', anyOf(users))
    .where('must_update_password', '=', false)
    .where(({ not }) => not(hasWayIn))
    .execute()

/** Takes the one-time password of an invitation back. True when it was still the person's. */
export async function dropTemporaryPassword(db: Transaction, userId: string, invitation: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('temporary_password')
    .where('user_id', '=', userId)
    .where('invitation_id', '=', invitation)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Whether the person still has to set a password; kept for this transaction, so that of two at once one does. */
export async function mustSetPassword(db: Transaction, userId: string): Promise<boolean> {
  const person = await db
    .selectFrom('app_user')
    .select('must_update_password')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return person?.must_update_password ?? false
}

/** Names that everybody around a person knows: of their customers and projects, at most two hundred of each. */
export async function namesAround(db: Database, userId: string): Promise<{ customers: string[]; projects: string[] }> {
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
