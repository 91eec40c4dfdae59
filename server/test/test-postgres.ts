import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres'

/** The connection URLs of a PostgreSQL server. */
export interface PostgresAddresses {
  /** For the product's role. */
  url: string
  /** For a role that may create and drop databases. */
  adminUrl: string
}

/** Starts one PostgreSQL server per run: the one of `DATABASE_URL`, or an embedded one without durability. */
export async function startTestPostgres(): Promise<PostgresAddresses & { stop(): Promise<void> }> {
  const databaseUrl = process.env.DATABASE_URL
  if (databaseUrl) return { url: databaseUrl, adminUrl: databaseUrl, stop: async () => undefined }
  const directory = mkdtempSync(join(tmpdir(), 'lintel-test-'))
  const logLines: string[] = []
  const server = await startEmbeddedPostgres({
    directory,
    durable: false,
    log: (sentence) => logLines.push(sentence),
  }).catch((error) => {
    throw new Error(`The test database did not start. ${logLines.join(' ')}`, { cause: error })
  })
  return {
    url: server.url,
    adminUrl: server.adminUrl,
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Creates a database as a copy of `template`, owned by the product's role. The template must have no connections. */
export const copyDatabase = ({ url, adminUrl }: PostgresAddresses, name: string, template: string): Promise<void> =>
  onServer(adminUrl, async (admin) => {
    const owner = admin.escapeIdentifier(new URL(url).username || (admin.user ?? ''))
    await admin.query(`create database ${name} owner ${owner} template ${template} encoding 'UTF8'`)
  })

/** Drops a database and terminates its connections. */
export const dropDatabase = ({ adminUrl }: PostgresAddresses, name: string): Promise<void> =>
  onServer(adminUrl, async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`)
  })

/** Drops every database whose name begins with `prefix`. */
export const dropDatabases = ({ adminUrl }: PostgresAddresses, prefix: string): Promise<void> =>
  onServer(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`)
  })

async function onServer(adminUrl: string, run: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await run(admin)
  } finally {
    await admin.end()
  }
}
