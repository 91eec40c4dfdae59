import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'

/** Runs something on a database that is not migrated yet, with a connection of its own, which is closed afterwards. */
export async function withMigrationDatabase<T>(url: string, run: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'lintel migrations',
    connectionTimeoutMillis: 10_000,
    // A migration can be silent for longer than networks keep idle connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
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
 * Waits until no other server prepares this database, after a call of `onWait`, and keeps others waiting until the
 * transaction ends. Lifts the time limits of the login for the transaction: both the wait and a migration may take long.
 * Between its statements it may idle for a minute, so that a machine that is gone does not keep the lock.
 */
export async function lockSchema(tx: Transaction<unknown>, onWait: () => void = () => undefined): Promise<void> {
  // PostgreSQL before 17 has no transaction_timeout.
  await sql`
    select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout')`.execute(tx)
  await sql`select set_config('idle_in_transaction_session_timeout', '60s', true)`.execute(tx)
  const lock = sql`hashtext('lintel schema')`
  const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${lock}) as "isFree"`.execute(tx)
  if (rows[0]?.isFree) return
  onWait()
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
}
