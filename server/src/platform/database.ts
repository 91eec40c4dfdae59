import { Kysely, type Transaction as KyselyTransaction, PostgresDialect, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { DB } from './database.types'
import { DatabaseAway, type PoolLimits, WatchedPool } from './database-pool'

/** The open database. Stores take it, or a transaction, as their first argument. */
export type Database = Kysely<DB>

/** Statements that happen together or not at all. Is a `Database`, too. */
export type Transaction = KyselyTransaction<DB>

/** A part of a statement that does several things at once: one store makes it, another one puts it into its own. */
export type StatementPart = RawBuilder<unknown>

/** Where the database is and what the pool may take (times in milliseconds). */
export type DatabaseOptions = Partial<PoolLimits> & {
  url: string
  /** Told of connections that broke while nobody used them; the pool replaces them by itself. */
  onError?: (error: Error) => void
}

/**
 * Opens a pool; no connection is made before the first query, so a database that is away does not keep the server
 * from starting. Every query fails within two seconds of the server's going away (`isDatabaseAway`) and works again
 * with the first query after its return.
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
 * Is the database away, or too busy to take the query within its time (queue full, statement or lock time-out)?
 * The answer to such a call is 503 with `Retry-After`.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  // 57014 statement time-out, 55P03 lock time-out, 53xxx out of connections, memory or disk
  return error instanceof pg.DatabaseError && /^(57014|55P03|53...)$/.test(error.code ?? '')
}

/**
 * The name of the constraint that refused a row (unique, foreign key, check, exclusion), by which a rule that the
 * database keeps is translated into a problem; undefined for every other error.
 */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !/^23(505|503|514|P01)$/.test(error.code ?? '')) return undefined
  return error.constraint
}

/** Two transactions stood in each other's way (serialization failure, deadlock): the same one again may succeed. */
export function isWorthRepeating(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}
