import { Kysely, type Transaction as KyselyTransaction, PostgresDialect, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { DB } from './database.types'
import { DatabaseAway, type PoolLimits, WatchedPool } from './database-pool'

/** The database. Stores take it, or a transaction, as their first argument. */
export type Database = Kysely<DB>

/** A database transaction. Is a `Database`, too. */
export type Transaction = KyselyTransaction<DB>

/** A fragment of a larger statement, built by one store and used by another. */
export type StatementPart = RawBuilder<unknown>

/** The address of the database and the limits of the pool (times in milliseconds). */
export type DatabaseOptions = Partial<PoolLimits> & {
  url: string
  /** Called when an idle connection breaks, and at most once a minute when the database only reads. */
  onError?: (error: Error) => void
}

/**
 * Opens a pool. Connections are opened on demand, so the server can start while the database is unavailable. Queries
 * fail within two seconds of an outage (`isDatabaseAway`) and work again when it ends.
 */
export function openDatabase({ url, onError = () => undefined, ...limits }: DatabaseOptions): Database {
  const pool = new WatchedPool(
    url,
    {
      max: 10,
      waiting: 100,
      connectTimeout: 1_000,
      statementTimeout: 10_000,
      idleInTransactionTimeout: 10_000,
      silence: 1_750,
      ...limits,
    },
    onError,
  )
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Waits for running queries and closes every connection. */
export const closeDatabase = (db: Database): Promise<void> => db.destroy()

/**
 * Is the database unavailable, read-only or overloaded (queue full, statement or lock timeout)? Answered with 503 and
 * `Retry-After`.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  // 57014 statement time-out, 55P03 lock time-out, 53xxx out of connections, memory or disk, 25006 read-only
  return error instanceof pg.DatabaseError && /^(57014|55P03|53...|25006)$/.test(error.code ?? '')
}

/**
 * The name of the violated constraint (unique, foreign key, check, exclusion), by which a violation is translated to a
 * problem; undefined for other errors.
 */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !/^23(505|503|514|P01)$/.test(error.code ?? '')) return undefined
  return error.constraint
}

/** Did the transaction fail because of a concurrent one (serialization failure, deadlock)? It may succeed when repeated. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}
