import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, type Migration, Migrator, type QueryExecutorProvider, sql } from 'kysely'
import { lockSchema, withMigrationDatabase } from './migration-database'
import { refuseOldPostgres } from './postgres-version'
import { StartRefused } from './start-refused'

type MigrationFile = { name: string; text: string; checksum: string }

/** Tables of Kysely's migrator, and the checksums of the files when they ran. */
const appliedTable = 'schema_migration'
const lockTable = 'schema_migration_lock'
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
}

const asMigration = ({ name, text, checksum }: MigrationFile): Migration => ({
  async up(db) {
    await sql.raw(text).execute(db)
    await sql`insert into ${sql.table(checksumTable)} (name, checksum) values (${name}, ${checksum})`.execute(db)
  },
})

/** The database to migrate, and the directory of migrations (default: that of the product). */
export type MigrateOptions = { url: string; directory?: string }

/**
 * Migrates the schema in one transaction under an advisory lock and returns the names of the migrations that ran.
 * Concurrent servers wait and find nothing to do; an interrupted migration leaves nothing behind.
 * @throws StartRefused when the database is newer than these files, an applied file was edited, or PostgreSQL is too
 * old
 */
export async function migrateDatabase({ url, directory = migrationsDirectory() }: MigrateOptions): Promise<string[]> {
  const files = await readMigrations(directory)
  // The migrator reads the checksums on a second connection while the first one holds its lock.
  return withMigrationDatabase(url, (db) => runMigrations(db, files), 2)
}

async function runMigrations(db: Kysely<unknown>, files: MigrationFile[]): Promise<string[]> {
  await refuseOldPostgres(db)
  // The lock makes `if not exists` safe when two servers start concurrently.
  await db.transaction().execute(async (tx) => {
    await lockSchema(tx)
    await sql`create table if not exists ${sql.table(checksumTable)} (
      name text primary key, checksum text not null)`.execute(tx)
  })
  const migrator = new Migrator({
    db,
    migrationTableName: appliedTable,
    migrationLockTableName: lockTable,
    // Called under the migrator's lock, so that migrations of another server are visible.
    provider: {
      async getMigrations() {
        refuseForeignHistory(files, await appliedChecksums(db))
        return Object.fromEntries(files.map((file) => [file.name, asMigration(file)]))
      },
    },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw failure(error, results?.find(({ status }) => status === 'Error')?.migrationName)
  return (results ?? []).map(({ migrationName }) => migrationName)
}

function failure(error: unknown, name: string | undefined): unknown {
  if (!name || !(error instanceof Error)) return error
  return new Error(`The migration ${name} failed and changed nothing: ${error.message}`, { cause: error })
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
