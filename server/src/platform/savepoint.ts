import { sql } from 'kysely'
import type { Transaction } from './database'

/** From here on, what follows can be undone without the rest of the transaction. One at a time: the next takes its place. */
export const startSavepoint = (db: Transaction): Promise<unknown> => sql`savepoint step`.execute(db)

/** Undoes what was done since the savepoint; a transaction that a failed statement had broken off goes on. */
export const undoToSavepoint = (db: Transaction): Promise<unknown> => sql`rollback to savepoint step`.execute(db)
