import { randomInt } from 'node:crypto'
import type { Database, Transaction } from '../../platform/database'

/** Where a short link leads. */
export type ShortLinkTarget = 'ios' | 'android' | 'device'

// Crockford's: nothing that reads like something else.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const newKey = () => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

/** The key of a target's link, made when there is none. */
export async function keyFor(db: Transaction, target: ShortLinkTarget): Promise<string> {
  const made = await db
    .insertInto('short_link')
    .values({ key: newKey(), target })
    .onConflict((known) => known.column('target').doNothing())
    .returning('key')
    .executeTakeFirst()
  return made?.key ?? (await findKey(db, target)) ?? ''
}

/** The key of a target's link, when it has one. */
export const findKey = async (db: Database | Transaction, target: ShortLinkTarget): Promise<string | undefined> =>
  (await db.selectFrom('short_link').select('key').where('target', '=', target).executeTakeFirst())?.key

/** Where a key leads, in whatever case it is asked for. */
export const findTarget = async (db: Database, key: string): Promise<ShortLinkTarget | undefined> =>
  (await db.selectFrom('short_link').select('target').where('key', '=', key.toUpperCase()).executeTakeFirst())
    ?.target as ShortLinkTarget | undefined
