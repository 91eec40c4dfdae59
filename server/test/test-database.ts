import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { closeDatabase, type Database, openDatabase } from '../src/platform/database'
import { onDatabase } from './database-address'
import { copyDatabase, dropDatabase } from './test-postgres'
import { onCleanup } from './on-cleanup'

/**
 * This test file's own copy of the demo world, dropped when the file ends. Call it at the top of the file:
 * `const { db } = await testDatabase()`.
 */
export async function testDatabase(): Promise<{ db: Database; url: string }> {
  const url = await createDatabase(inject('testServer').template)
  const db = openDatabase({ url })
  onCleanup(() => closeDatabase(db))
  return { db, url }
}

/** The address of a database with nothing in it, dropped when the file ends. */
export const emptyDatabase = (): Promise<string> => createDatabase('template0')

async function createDatabase(template: string): Promise<string> {
  const server = inject('testServer')
  const name = `${server.template.replace('_template', '')}_${randomBytes(6).toString('hex')}`
  await copyDatabase(server, name, template)
  // Registered before what uses the database, and so run after it: vitest ends in reverse order.
  onCleanup(() => dropDatabase(server, name))
  return onDatabase(server.url, name)
}
