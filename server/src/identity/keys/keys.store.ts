import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/** A key pair as it is stored; instants are RFC 3339. */
export interface StoredKey {
  kid: string
  algorithm: string
  publicJwk: unknown
  privateEncrypted: string
  publishedAt: string
  signsFrom: string
  signsUntil: string
  retiresAt: string
}

const columns = [
  'kid',
  'algorithm',
  'public_jwk as publicJwk',
  'private_encrypted as privateEncrypted',
  'published_at as publishedAt',
  'signs_from as signsFrom',
  'signs_until as signsUntil',
  'retires_at as retiresAt',
] as const

/** The keys whose tokens are accepted, ordered by the time from which they sign. */
export const keysOf = (db: Database | Transaction, at: string): Promise<StoredKey[]> =>
  db.selectFrom('signing_key').select(columns).where('retires_at', '>', at).orderBy('signs_from').execute()

/** Takes an advisory lock until the end of the transaction, so that one server at a time changes the keys. */
export const lockKeys = (db: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtext('lintel signing keys'))`.execute(db)

export const addKey = (db: Transaction, key: StoredKey) =>
  db
    .insertInto('signing_key')
    .values({
      kid: key.kid,
      algorithm: key.algorithm,
      public_jwk: JSON.stringify(key.publicJwk),
      private_encrypted: key.privateEncrypted,
      published_at: key.publishedAt,
      signs_from: key.signsFrom,
      signs_until: key.signsUntil,
      retires_at: key.retiresAt,
    })
    .execute()

/** Sets when a key stops signing and when it is no longer accepted. */
export const endKey = (
  db: Transaction,
  kid: string,
  { signsUntil, retiresAt }: Pick<StoredKey, 'signsUntil' | 'retiresAt'>,
) =>
  db.updateTable('signing_key').set({ signs_until: signsUntil, retires_at: retiresAt }).where('kid', '=', kid).execute()

/** Stores a private key that was encrypted again. */
export const resealKey = (db: Transaction, kid: string, privateEncrypted: string) =>
  db.updateTable('signing_key').set({ private_encrypted: privateEncrypted }).where('kid', '=', kid).execute()
