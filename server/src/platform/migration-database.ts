import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'

/**
 * Runs something on a database that is not migrated yet, with at most `max` connections of its own, which are closed
 * afterwards.
 */
export async function withMigrationDatabase<T>(
  url: string,
  run: (db: Kysely<unknown>) => Promise<T>,
  max = 1,
): Promise<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'lintel migrations',
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await run(db)
  } finally {
    await db.destroy()
  }
}

/** Waits until no other server prepares this database, and keeps others waiting until the transaction ends. */
export const lockSchema = (tx: Transaction<unknown>) =>
  sql`select pg_advisory_xact_lock(hashtext('lintel schema'))`.execute(tx)
