import type { Passkey } from '@lintel/contract/identity/passkeys'
import type { StrongProof } from '@lintel/contract/identity/step-up'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { isUsable } from '../account.store'

/** What a browser was asked to sign. */
export interface AskedChallenge {
  challengeHash: Buffer
  browserHash: Buffer
  /** Whose passkey is to be added; null where one is to be used. */
  userId: string | null
}

export const addChallenge = (db: Database, asked: AskedChallenge, expiresAt: number) =>
  db
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: asked.challengeHash,
      browser_hash: asked.browserHash,
      user_id: asked.userId,
      expires_at: instantOf(expiresAt),
    })
    .execute()

/** Takes the challenge away, whatever becomes of the answer; false where there is none such. */
export async function takeChallenge(db: Database, asked: AskedChallenge, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', asked.challengeHash)
    .where('browser_hash', '=', asked.browserHash)
    .where(sql<boolean>`user_id is not distinct from ${asked.userId}::uuid`)
    .where('expires_at', '>', instantOf(now))
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** A passkey to be stored. */
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

/** One change of a person's passkeys after the other: what depends on how many are left sees those before it. */
export const lockAccount = (db: Transaction, userId: string) =>
  db.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

/** Locks the account, so that of several additions at once each sees the others, and gives how many passkeys it has. */
export async function countForAdding(db: Transaction, userId: string): Promise<number> {
  await lockAccount(db, userId)
  const { many } = await db
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll<string>().as('many'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(many)
}

/** Stores a passkey; false where this one is stored already, whosever it is. */
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

const shown = [
  'id',
  'name',
  'is_synchronized as isSynchronized',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

/** The passkeys of a person, in the order in which they came. */
export const passkeysOf = (db: Database, userId: string): Promise<Passkey[]> =>
  db.selectFrom('passkey').select(shown).where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

/** How authenticators call the passkeys of a person: none of them makes a second one. */
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
    .returning(shown)
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

/** A passkey that is used, with what a sign-in needs to know of its person. */
export interface UsedPasskey {
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

export async function findUsed(
  db: Database,
  credentialId: string,
  { browserHash, now }: { browserHash: Buffer | null; now: number },
): Promise<UsedPasskey | undefined> {
  const at = instantOf(now)
  const { rows } = await sql<UsedPasskey>`
    select passkey.id, passkey.credential_id as "credentialId", passkey.public_key as "publicKey",
      passkey.sign_count as "signCount", passkey.transports, app_user.id as "userId", app_user.email,
      app_user.home_customer_id as "homeCustomer", app_user.role is not null as "isStaff",
      exists (select from customer_admin where customer_admin.user_id = app_user.id) as "isAdministrator",
      app_user.must_update_password as "mustUpdatePassword", ${isUsable(at)} as "isUsable",
      exists (select from known_browser as known where known.user_id = app_user.id
        and known.secret_hash = ${browserHash} and known.expires_at > ${at}) as "isKnownBrowser"
    from passkey join app_user on app_user.id = passkey.user_id
    where passkey.credential_id = ${credentialId}`.execute(db)
  return rows[0]
}

/** Notes the use of a passkey; false where another use was counted meanwhile, or the passkey is gone. */
export async function noteUse(
  db: Transaction,
  { id, signCount }: Pick<UsedPasskey, 'id' | 'signCount'>,
  { counted, now }: { counted: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ sign_count: counted, last_used_at: instantOf(now) })
    .where('id', '=', id)
    .where('sign_count', '=', signCount)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Challenges that nobody answered in time. */
export const removeOverChallenges = (db: Database, now: number) =>
  db.deleteFrom('passkey_challenge').where('expires_at', '<', instantOf(now)).execute()
