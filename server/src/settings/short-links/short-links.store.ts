import { randomInt } from 'node:crypto'
import type { Database, Transaction } from '../../platform/database'

/** The target of a short link. */
export type ShortLinkTarget = 'ios' | 'android' | 'device'

// The base 32 alphabet of Crockford, without similar characters.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const newKey = () => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

/** The key of the link to a target, created if missing. */
export async function ensureKey(db: Transaction, target: ShortLinkTarget): Promise<string> {
  const inserted = await db
    .insertInto('short_link')
    .values({ key: newKey(), target })
    .onConflict((known) => known.column('target').doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted?.key ?? (await findKey(db, target)) ?? ''
}

/** The key of the link to a target, if it exists. */
export const findKey = async (db: Database | Transaction, target: ShortLinkTarget): Promise<string | undefined> =>
  (await db.selectFrom('short_link').select('key').where('target', '=', target).executeTakeFirst())?.key

/** The target of a key, which is case-insensitive. */
export const findTarget = async (db: Database, key: string): Promise<ShortLinkTarget | undefined> =>
  (await db.selectFrom('short_link').select('target').where('key', '=', key.toUpperCase()).executeTakeFirst())
    ?.target as ShortLinkTarget | undefined
