import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely'
import { lockSchema, withMigrationDatabase } from './migration-database'
import { refuseOldPostgres } from './postgres-version'
import { StartRefused } from './start-refused'

type MigrationFile = { name: string; text: string; checksum: string }

/** When each migration ran, and the checksum of its file then. */
const appliedTable = 'schema_migration'
const checksumTable = 'schema_checksum'

/** `server/migrations`, from the sources as well as from the bundle in `server/dist`. */
function migrationsDirectory(): string {
  const here = ['../migrations/', '../../migrations/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return here.find(existsSync) ?? here[0] ?? ''
}

async function readMigrations(directory: string): Promise<MigrationFile[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  const misnamed = files.find((file) => !/^\d{3}_[a-z0-9_]+\.sql$/.test(file))
  if (misnamed) throw new StartRefused(`The migration ${misnamed} is not named NNN_words.sql.`)
  const twice = files.find((file, at) => files[at + 1]?.slice(0, 3) === file.slice(0, 3))
  if (twice) throw new StartRefused(`Two migrations have the number ${twice.slice(0, 3)}.`)
  return Promise.all(
    files.map(async (file) => {
      // A checkout may convert line endings.
      const text = (await readFile(`${directory}/${file}`, 'utf8')).replaceAll('\r\n', '\n')
      return { name: file.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function appliedChecksums(db: QueryExecutorProvider): Promise<Map<string, string>> {
  const there = await sql<{ there: boolean }>`select to_regclass(${checksumTable}) is not null as there`.execute(db)
  if (!there.rows[0]?.there) return new Map()
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from ${sql.table(checksumTable)}`.execute(db)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function refuseForeignHistory(files: MigrationFile[], applied: Map<string, string>): void {
  const known = new Map(files.map((file) => [file.name, file.checksum]))
  const newer = [...applied.keys()].sort().find((name) => !known.has(name))
  if (newer) {
    throw new StartRefused(
      `The database was brought to ${newer} by a newer Lintel than this one, which ends at ${files.at(-1)?.name}: start the newer one.`,
    )
  }
  const edited = files.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (edited) {
    throw new StartRefused(
      `The migration ${edited.name} was edited after it had run on this database: undo the edit and write a new migration.`,
    )
  }
  const last = [...applied.keys()].sort().at(-1) ?? ''
  const late = files.find(({ name }) => !applied.has(name) && name < last)
  if (late) throw new StartRefused(`The migration ${late.name} comes too late, after ${last}: give it a higher number.`)
}

/** The database to migrate, and the directory of migrations (default: that of the product). */
export type MigrateOptions = {
  url: string
  directory?: string
  /** Called before it waits for another server that prepares the database. */
  onWait?: () => void
  /** Called with the database before it is migrated, while no other server prepares it; throws to refuse that. */
  before?: ((db: Transaction<unknown>) => Promise<void>) | undefined
}

/**
 * Migrates the schema in one transaction under an advisory lock and returns the names of the migrations that ran.
 * Concurrent servers wait and find nothing to do; an interrupted migration leaves nothing behind.
 * @throws StartRefused when the database is newer than these files, an applied file was edited, or PostgreSQL is too
 * old
 */
export async function migrateDatabase({
  url,
  directory = migrationsDirectory(),
  onWait,
  before,
}: MigrateOptions): Promise<string[]> {
  const files = await readMigrations(directory)
  return withMigrationDatabase(url, async (db) => {
    await refuseOldPostgres(db)
    return db.transaction().execute(async (tx) => {
      await lockSchema(tx, onWait)
      await before?.(tx)
      return runMigrations(tx, files)
    })
  })
}

async function runMigrations(tx: Transaction<unknown>, files: MigrationFile[]): Promise<string[]> {
  await createRecords(tx)
  // Read under the lock, so that migrations of another server are visible.
  const applied = await appliedChecksums(tx)
  refuseForeignHistory(files, applied)
  const pending = files.filter(({ name }) => !applied.has(name))
  for (const file of pending) await runMigration(tx, file)
  return pending.map(({ name }) => name)
}

async function createRecords(tx: Transaction<unknown>): Promise<void> {
  await sql`create table if not exists ${sql.table(appliedTable)} (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(tx)
  await sql`create table if not exists ${sql.table(checksumTable)} (
    name text primary key, checksum text not null)`.execute(tx)
}

async function runMigration(tx: Transaction<unknown>, { name, text, checksum }: MigrationFile): Promise<void> {
  try {
    await sql.raw(text).execute(tx)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new Error(`The migration ${name} failed and changed nothing: ${error.message}`, { cause: error })
  }
  await sql`insert into ${sql.table(appliedTable)} (name, timestamp)
    values (${name}, ${new Date().toISOString()})`.execute(tx)
  await sql`insert into ${sql.table(checksumTable)} (name, checksum) values (${name}, ${checksum})`.execute(tx)
}

/** The names of the migrations that have not run, and of those that a newer version ran. */
export interface SchemaDifference {
  pending: string[]
  newer: string[]
}

/** How the schema differs from that of this version; nowhere if it is current. For `/readyz`. */
export async function schemaDifference(
  db: QueryExecutorProvider,
  directory = migrationsDirectory(),
): Promise<SchemaDifference> {
  const [files, applied] = await Promise.all([readMigrations(directory), appliedChecksums(db)])
  const known = new Set(files.map(({ name }) => name))
  return {
    pending: [...known].filter((name) => !applied.has(name)),
    newer: [...applied.keys()].filter((name) => !known.has(name)).sort(),
  }
}
