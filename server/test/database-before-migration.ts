import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeDatabase, type Database, openDatabase } from '../src/platform/database'
import { migrateDatabase } from '../src/platform/migrate'
import { onCleanup } from './on-cleanup'
import { emptyDatabase } from './test-database'

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))

/** A database with the migrations before `number` applied, and a function that applies the rest. */
export async function databaseBeforeMigration(
  number: string,
): Promise<{ db: Database; migrateToLatest(): Promise<unknown> }> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-former-'))
  const url = await emptyDatabase()
  for (const file of readdirSync(migrations).filter((name) => name < number)) {
    cpSync(join(migrations, file), join(directory, file))
  }
  await migrateDatabase({ url, directory })
  const db = openDatabase({ url })
  onCleanup(async () => {
    await closeDatabase(db)
    rmSync(directory, { recursive: true })
  })
  return { db, migrateToLatest: () => migrateDatabase({ url }) }
}
