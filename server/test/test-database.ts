import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { closeDatabase, type Database, openDatabase } from '../src/platform/database'
import { onDatabase } from './database-address'
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
  const { adminUrl, url, template: migrated } = inject('testServer')
  const name = `${migrated.replace('_template', '')}_${randomBytes(6).toString('hex')}`
  const onAdmin = async (statement: (owner: string) => string) => {
    const admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    await admin.query(statement(admin.escapeIdentifier(new URL(url).username || (admin.user ?? ''))))
    await admin.end()
  }
  await onAdmin((owner) => `create database ${name} owner ${owner} template ${template}`)
  // Registered before what uses the database, and so run after it: vitest ends in reverse order.
  whenDone(() => onAdmin(() => `drop database if exists ${name} with (force)`))
  return onDatabase(url, name)
}
