import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDatabase, type Database, openDatabase } from '../server/src/platform/database'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres'
import { migrateDatabase } from '../server/src/platform/migrate'

/** A PostgreSQL of its own for one benchmark, migrated and empty. */
export interface BenchDatabase {
  url: string
  /** For statements without a time limit. */
  db: Database
  close(): Promise<void>
}

/** Starts a PostgreSQL in a directory that is gone afterwards, with the settings the product gives its own one. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'))
  const { url, stop } = await startEmbeddedPostgres({ directory, log: () => undefined })
  await migrateDatabase({ url })
  const db = openDatabase({ url, statementTimeout: 0, idleInTransactionTimeout: 0, silence: 600_000 })
  return {
    url,
    db,
    async close() {
      await closeDatabase(db)
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
