// Writes server/src/platform/database.types.ts from a freshly migrated database. With --check it only reports whether
// the file is current.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect } from 'kysely'
import { generate, getDialect, Logger } from 'kysely-codegen'
import pg from 'pg'
import { tsImport } from 'tsx/esm/api'

const file = fileURLToPath(new URL('../server/src/platform/database.types.ts', import.meta.url))
const { startEmbeddedPostgres } = await tsImport('../server/src/platform/embedded-postgres.ts', import.meta.url)
const { migrateDatabase } = await tsImport('../server/src/platform/migrate.ts', import.meta.url)

/** How `pg` parses these types, as configured in server/src/platform/database-values.ts. */
const typeMapping = { date: 'string', timestamp: 'string', timestamptz: 'string', int8: 'number', numeric: 'number' }

/** The database schema as TypeScript types. */
async function typesOf(connectionString) {
  const pool = new pg.Pool({ connectionString })
  // The server may stop before an idle connection notices.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    return await generate({
      db,
      dialect: getDialect('postgres'),
      typeMapping,
      excludePattern: 'schema_{migration,migration_lock,checksum}',
      logger: new Logger('silent'),
    })
  } finally {
    await db.destroy()
  }
}

const directory = mkdtempSync(join(tmpdir(), 'lintel-types-'))
const server = await startEmbeddedPostgres({ directory, durable: false, log: () => undefined })
try {
  await migrateDatabase({ url: server.url })
  const types = await typesOf(server.url)
  if (!process.argv.includes('--check')) writeFileSync(file, types)
  else if (readFileSync(file, 'utf8') !== types) {
    console.log('server/src/platform/database.types.ts is stale: run `npm run generate:types`.')
    process.exitCode = 1
  }
} finally {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}
