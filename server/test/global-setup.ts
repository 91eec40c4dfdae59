import type { TestProject } from 'vitest/node'
import { loadDemoWorld } from '../demo/load-demo-world'
import { closeDatabase, openDatabase } from '../src/platform/database'
import { migrateDatabase } from '../src/platform/migrate'
import { onDatabase } from './database-address'
import { copyDatabase, dropDatabases, type PostgresAddresses, startTestPostgres } from './test-postgres'
import { testSecrets } from './test-secrets'

/** What the global setup provides to the test files. */
export type TestServer = PostgresAddresses & {
  /** Name of the template database: migrated, with the demo world, without connections. */
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, adminUrl, stop } = await startTestPostgres()
  const prefix = `lintel_test_${process.pid}_`
  const template = `${prefix}template`
  await copyDatabase({ url, adminUrl }, template, 'template0')
  const templateUrl = onDatabase(url, template)
  await migrateDatabase({ url: templateUrl })
  const db = openDatabase({ url: templateUrl, statementTimeout: 60_000 })
  await loadDemoWorld(db, { secrets: testSecrets() })
  await closeDatabase(db)
  project.provide('testServer', { adminUrl, url, template })
  return async () => {
    await dropDatabases({ url, adminUrl }, prefix)
    await stop()
  }
}
