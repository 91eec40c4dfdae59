import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDatabase, type Database, openDatabase } from '../server/src/platform/database'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres'
import { migrateDatabase } from '../server/src/platform/migrate'
import { onDatabase } from '../server/test/database-address'

/** A PostgreSQL of its own for one benchmark, migrated and empty. */
export interface BenchDatabase {
  url: string
  /** The superuser's way into the same database. */
  adminUrl: string
  /** For statements without a time limit. */
  db: Database
  close(): Promise<void>
}

/**
 * Starts a PostgreSQL in a directory that is gone afterwards, with the settings the product gives its own one. One that
 * is not `durable` is filled faster; only for benchmarks that read.
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
