import type { Url } from '@lintel/contract/settings/urls'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/** The URL of a key, which is case-insensitive. */
export const find = (db: Database | Transaction, key: string): Promise<Url | undefined> =>
  db
    .selectFrom('url')
    .select(['key as id', 'url', sql<number>`1`.as('version')])
    .where('key', '=', key.toUpperCase())
    .executeTakeFirst()
