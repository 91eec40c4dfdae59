import type { Passkey } from '@lintel/contract/identity/passkeys'
import type { StrongProof } from '@lintel/contract/identity/step-up'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { administersAny, isUsable, lockAccount } from '../account.store'

/** A challenge issued to a browser. */
export interface IssuedChallenge {
  challengeHash: Buffer
  browserHash: Buffer
  /** The account for a registration; null for an authentication. */
  userId: string | null
}

export const addChallenge = (db: Database, issued: IssuedChallenge, expiresAt: number) =>
  db
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: issued.challengeHash,
      browser_hash: issued.browserHash,
      user_id: issued.userId,
      expires_at: instantOf(expiresAt),
    })
    .execute()

/** Deletes a challenge, whatever becomes of the response; false where there is none. */
export async function consumeChallenge(db: Database, issued: IssuedChallenge, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', issued.challengeHash)
    .where('browser_hash', '=', issued.browserHash)
    .where(sql<boolean>`user_id is not distinct from ${issued.userId}::uuid`)
    .where('expires_at', '>', instantOf(now))
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** A new passkey. */
export interface NewPasskey {
  id: string
  userId: string
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
  isSynchronized: boolean
  name: string
  createdAt: string
}

/** Locks the account against concurrent additions and returns its number of passkeys. */
export async function lockAndCountPasskeys(db: Transaction, userId: string): Promise<number> {
  await lockAccount(db, userId)
  const { many: count } = await db
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll<string>().as('many'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a passkey; false where its credential id is stored already, for any account. */
export async function insertPasskey(db: Transaction, passkey: NewPasskey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: passkey.transports,
      is_synchronized: passkey.isSynchronized,
      name: passkey.name,
      created_at: passkey.createdAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const passkeyColumns = [
  'id',
  'name',
  'is_synchronized as isSynchronized',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

/** The passkeys of a person, oldest first. */
export const passkeysOf = (db: Database, userId: string): Promise<Passkey[]> =>
  db
    .selectFrom('passkey')
    .select(passkeyColumns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The credential ids of a person, excluded from registration so that no authenticator creates a second passkey. */
export async function credentialIdsOf(db: Database, userId: string): Promise<{ id: string; transports: string[] }[]> {
  return db.selectFrom('passkey').select(['credential_id as id', 'transports']).where('user_id', '=', userId).execute()
}

export const renameOwn = (
  db: Transaction,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<Passkey | undefined> =>
  db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(passkeyColumns)
    .executeTakeFirst()

export const removeOwn = (
  db: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<{ name: string } | undefined> =>
  db.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId).returning('name').executeTakeFirst()

/** The kinds of second factor that the person has. */
export async function strongProofsOf(db: Database | Transaction, userId: string): Promise<StrongProof[]> {
  const { rows } = await sql<{ by: StrongProof }>`
    select 'passkey' as by where exists (select from passkey where user_id = ${userId})
    union all
    select 'code' where exists (select from totp_factor where user_id = ${userId} and enabled_at is not null)`.execute(
    db,
  )
  return rows.map(({ by }) => by)
}

/** A passkey with what sign-in needs to know of its account. */
export interface PasskeyWithAccount {
  id: string
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
  userId: string
  email: string
  homeCustomer: string | null
  isStaff: boolean
  isAdministrator: boolean
  mustUpdatePassword: boolean
  /** The account can be signed in to. */
  isUsable: boolean
  /** The browser signed in to this account before (security B3). */
  isKnownBrowser: boolean
}

export async function findPasskey(
  db: Database,
  credentialId: string,
  { browserHash, now }: { browserHash: Buffer | null; now: number },
): Promise<PasskeyWithAccount | undefined> {
  const at = instantOf(now)
  const { rows } = await sql<PasskeyWithAccount>`
    select passkey.id, passkey.credential_id as "credentialId", passkey.public_key as "publicKey",
      passkey.sign_count as "signCount", passkey.transports, app_user.id as "userId", app_user.email,
      app_user.home_customer_id as "homeCustomer", app_user.role is not null as "isStaff",
      ${administersAny} as "isAdministrator",
      app_user.must_update_password as "mustUpdatePassword", ${isUsable(at)} as "isUsable",
      exists (select from known_browser as known where known.user_id = app_user.id
        and known.secret_hash = ${browserHash} and known.expires_at > ${at}) as "isKnownBrowser"
    from passkey join app_user on app_user.id = passkey.user_id
    where passkey.credential_id = ${credentialId}`.execute(db)
  return rows[0]
}

/** Records a use of a passkey; false when a concurrent use was counted or the passkey was removed. */
export async function recordPasskeyUse(
  db: Transaction,
  { id, signCount }: Pick<PasskeyWithAccount, 'id' | 'signCount'>,
  { newCounter, now }: { newCounter: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ sign_count: newCounter, last_used_at: instantOf(now) })
    .where('id', '=', id)
    .where('sign_count', '=', signCount)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes expired challenges. */
export const removeExpiredChallenges = (db: Database, now: number) =>
  db.deleteFrom('passkey_challenge').where('expires_at', '<', instantOf(now)).execute()
