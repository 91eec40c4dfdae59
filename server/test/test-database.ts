import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { closeDatabase, type Database, openDatabase } from '../src/platform/database'
import { onDatabase } from './database-address'
import { onCleanup } from './on-cleanup'
import { copyDatabase, dropDatabase } from './test-postgres'

/**
 * How long a test waits for a connection, in milliseconds: beside other tests, opening one can take longer than the server waits. What it
 * does without a database is tested by the tests of faults, with the limits of production.
 */
const connectTimeout = 10_000

/**
 * A copy of the demo world for this test file, dropped when the file ends. Call it at the top of the file: `const { db
 * } = await testDatabase()`.
 */
export async function testDatabase(): Promise<{ db: Database; url: string }> {
  const url = await createDatabase(inject('testServer').template)
  const db = openDatabase({ url, connectTimeout })
  onCleanup(() => closeDatabase(db))
  return { db, url }
}

/** The URL of an empty database, dropped when the test or file ends. */
export const emptyDatabase = (): Promise<string> => createDatabase('template0')

async function createDatabase(template: string): Promise<string> {
  const server = inject('testServer')
  const name = `${server.template.replace('_template', '')}_${randomBytes(6).toString('hex')}`
  await copyDatabase(server, name, template)
  // Registered before the cleanup of what uses the database, so that it runs after it: Vitest runs cleanups in reverse
  // order.
  onCleanup(() => dropDatabase(server, name))
  return onDatabase(server.url, name)
}
