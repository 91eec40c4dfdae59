import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDatabase, type Database, openDatabase } from '../server/src/platform/database'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres'
import { migrateDatabase } from '../server/src/platform/migrate'
import { onDatabase } from '../server/test/database-address'

/** A PostgreSQL server for one benchmark, migrated and empty. */
export interface BenchDatabase {
  url: string
  /** Connection string of the superuser for the same database. */
  adminUrl: string
  /** For statements without a timeout. */
  db: Database
  close(): Promise<void>
}

/**
 * Starts a PostgreSQL server in a temporary directory, with the same settings as the product's own. Without `durable` it is filled faster; use
 * that only for benchmarks that read.
 */
export async function openBenchDatabase({ durable = true } = {}): Promise<BenchDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'))
  const { url, adminUrl, stop } = await startEmbeddedPostgres({ directory, durable, log: () => undefined })
  await migrateDatabase({ url })
  const db = openDatabase({ url, statementTimeout: 0, idleInTransactionTimeout: 0, silence: 600_000 })
  return {
    url,
    adminUrl: onDatabase(adminUrl, new URL(url).pathname.slice(1)),
    db,
    async close() {
      await closeDatabase(db)
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
