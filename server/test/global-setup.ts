import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { loadDemoWorld } from '../demo/load'
import { closeDatabase, openDatabase } from '../src/platform/database'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres'
import { migrateDatabase } from '../src/platform/migrate'
import { onDatabase } from './database-address'
import { testSecrets } from './test-secrets'

/** What a run tells its test files. */
export type TestServer = {
  /** May make and drop databases. */
  adminUrl: string
  /** How the product signs in; its database is replaced by each test file's own. */
  url: string
  /** Migrated, with the demo world, never connected to. */
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** One PostgreSQL a run: the one of `DATABASE_URL`, or an embedded one that forgets everything. */
async function startServer(): Promise<{ url: string; adminUrl: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, adminUrl: given, stop: async () => undefined }
  const directory = mkdtempSync(join(tmpdir(), 'lintel-test-'))
  const said: string[] = []
  const server = await startEmbeddedPostgres({
    directory,
    durable: false,
    log: (sentence) => said.push(sentence),
  }).catch((error) => {
    throw new Error(`The test database did not start. ${said.join(' ')}`, { cause: error })
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const template = `lintel_test_${process.pid}_template`
  const admin = new pg.Client({ connectionString: server.adminUrl })
  await admin.connect()
  const owner = admin.escapeIdentifier(new URL(server.url).username || (admin.user ?? ''))
  await admin.query(`create database ${template} owner ${owner} template template0 encoding 'UTF8'`)
  const url = onDatabase(server.url, template)
  await migrateDatabase({ url })
  const db = openDatabase({ url, statementTimeout: 60_000 })
  await loadDemoWorld(db, { secrets: testSecrets() })
  await closeDatabase(db)
  project.provide('testServer', { adminUrl: server.adminUrl, url: server.url, template })
  return async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select datname as name from pg_database where datname like $1`,
      [`lintel\\_test\\_${process.pid}\\_%`],
    )
    for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await server.stop()
  }
}
