import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { closeDatabase, type Database, openDatabase } from '../src/platform/database'
import { onDatabase } from './database-address'
import { copyDatabase, dropDatabase } from './test-postgres'
import { whenDone } from './when-done'

/**
 * This test file's own copy of the demo world, dropped when the file ends. Call it at the top of the file:
 * `const { db } = await testDatabase()`.
 */
export async function testDatabase(): Promise<{ db: Database; url: string }> {
  const url = await makeDatabase(inject('testServer').template)
  const db = openDatabase({ url })
  whenDone(() => closeDatabase(db))
  return { db, url }
}

/** The address of a database with nothing in it, dropped when the file ends. */
export const emptyDatabase = (): Promise<string> => makeDatabase('template0')

async function makeDatabase(template: string): Promise<string> {
  const server = inject('testServer')
  const name = `${server.template.replace('_template', '')}_${randomBytes(6).toString('hex')}`
  await copyDatabase(server, name, template)
  // Registered before what uses the database, and so run after it: vitest ends in reverse order.
  whenDone(() => dropDatabase(server, name))
  return onDatabase(server.url, name)
}
