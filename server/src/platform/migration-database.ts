import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'

/** Runs something on a database that is not migrated yet, with a connection of its own, which is closed afterwards. */
export async function withMigrationDatabase<T>(url: string, run: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
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

/**
 * Waits until no other server prepares this database, and keeps others waiting until the transaction ends. Lifts the
 * time limits of the login for the transaction: both the wait and a migration may take long.
 */
export async function lockSchema(tx: Transaction<unknown>): Promise<void> {
  // PostgreSQL before 17 has no transaction_timeout.
  await sql`
    select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')
  `.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('lintel schema'))`.execute(tx)
}
