import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onCleanup } from '../../../test/on-cleanup'
import { testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { isDatabaseAway } from '../database'
import { openObjectStore } from './open-object-store'
import { type NewObject, storeWithRows } from './store-with-rows'

const { db } = await testDatabase()
const platform = testPlatform(db)
const dataDirectory = mkdtempSync(join(tmpdir(), 'lintel-rows-'))
onCleanup(() => rmSync(dataDirectory, { recursive: true, force: true }))
const store = openObjectStore({ dataDirectory, objectStoreUrl: undefined })

const keep = (write: (kept: NewObject) => Promise<unknown>) =>
  storeWithRows(platform, store, Readable.from([Buffer.from('a plan')]), write)
const addRow = ({ key, size }: NewObject) => db.insertInto('stored_object').values({ key, size }).execute()
const kept = async () => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}
const named = async () => {
  const rows = await db
    .selectFrom('stored_object')
    .select('key')
    .where('key', 'in', await kept())
    .execute()
  return rows.map(({ key }) => key).sort()
}

test('bytes whose rows are not written are taken away again', async () => {
  await keep(addRow)
  const refused = keep(() => Promise.reject(new Error('The document was removed')))
  await expect(refused).rejects.toThrow('The document was removed')
  expect(await kept()).toHaveLength(1)
})

test('bytes stay when nobody knows whether their rows were written, since a row may name them', async () => {
  const [before = ''] = await kept()
  const lost = keep(async (object) => {
    await addRow(object)
    // The connection breaks before the commit is acknowledged.
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
  })
  await expect(lost).rejects.toSatisfy(isDatabaseAway)
  const all = await kept()
  expect(all).toHaveLength(2)
  expect(all).toContain(before)
  expect(await named()).toEqual(all)
})
