import { sql } from 'kysely'
import type { Transaction } from './database'

/** Starts a savepoint. There is one at a time: the next one replaces it. */
export const startSavepoint = (db: Transaction): Promise<unknown> => sql`savepoint step`.execute(db)

/** Rolls back to the savepoint, after which a failed transaction is usable again. */
export const rollbackToSavepoint = (db: Transaction): Promise<unknown> => sql`rollback to savepoint step`.execute(db)
