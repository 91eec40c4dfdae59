import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { demoFiles, storeDemoFiles } from '../../../demo/content/files'
import { interceptStatements } from '../../../test/intercept-statements'
import { world } from '../../../test/world'
import { newObjectKey } from '../../platform/objects/object-store'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { sweepFilesJob, sweepObjectsJob } from './sweep-objects'

const { db, platform } = await world()
const { beforeStatement } = interceptStatements(db)
const store = openObjectStore(platform.configuration)
const directory = join(platform.configuration.dataDirectory, 'objects')
const bytes = () => Readable.from([Buffer.from('a plan')])

const work = () => ({
  platform,
  payload: {},
  job: { id: newObjectKey(), attempt: 1, customer: null },
  signal: new AbortController().signal,
})
const sweep = () => sweepObjectsJob.run(work())
/** Makes the object older than any upload in progress. */
const age = async (key: string) => {
  const old = new Date(platform.clock() - 7 * 3_600_000)
  await utimes(join(directory, key.slice(0, 2), key), old, old)
}
const storedKeys = async () => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}

test('bytes that a killed server stored without their row are removed, those of documents and of uploads under way stay', async () => {
  await storeDemoFiles(store)
  for (const { key } of Object.values(demoFiles)) await age(key)
  const [killed, young] = [newObjectKey(), newObjectKey()]
  await store.put(killed, bytes())
  await store.put(young, bytes())
  await age(killed)
  await writeFile(join(directory, 'incoming', newObjectKey()), 'half of it')
  const [half = ''] = await readdir(join(directory, 'incoming'))
  await utimes(join(directory, 'incoming', half), 1_000, 1_000)
  await sweepFilesJob.run(work())
  expect((await storedKeys()).sort()).toEqual([young, ...Object.values(demoFiles).map(({ key }) => key)].sort())
  expect(await readdir(join(directory, 'incoming'))).toEqual([])
})

test('bytes go with the last row that names them, whatever project it is in, and not before', async () => {
  const { key } = demoFiles.dusk
  const naming = () => db.selectFrom('document_version').select('project_id').where('object_key', '=', key).execute()
  const [first, ...others] = await naming()
  expect(others.length).toBeGreaterThan(5)
  await db
    .deleteFrom('project')
    .where('id', '=', first?.project_id ?? '')
    .execute()
  await sweep()
  expect(await storedKeys()).toContain(key)
  await db.deleteFrom('document_version').where('object_key', '=', key).execute()
  await sweep()
  expect(await storedKeys()).not.toContain(key)
  expect(await db.selectFrom('stored_object').select('key').where('key', '=', key).execute()).toEqual([])
  expect(await storedKeys()).toContain(demoFiles.plan.key)
})

test('bytes that somebody is about to name are left, and a row never names what is gone', async () => {
  const key = newObjectKey()
  await store.put(key, bytes())
  await age(key)
  await db
    .insertInto('stored_object')
    .values({ key, size: 6, stored_at: new Date(platform.clock() - 7 * 3_600_000).toISOString() })
    .execute()
  const document = await db.selectFrom('document').select(['id', 'project_id']).orderBy('id').executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('document_version')
      .values({
        project_id: document.project_id,
        document_id: document.id,
        number: 2,
        size: 6,
        media_type: 'text/plain',
        object_key: key,
        checksum: 'x',
      })
      .execute()
    await sweep()
    expect(await storedKeys()).toContain(key)
  })
  await sweep()
  expect(await storedKeys()).toContain(key)
  // Deleted objects cannot be referenced any more.
  const reference = sql`update document_version set object_key = ${newObjectKey()} where object_key = ${key}`
  await expect(reference.execute(db)).rejects.toMatchObject({ constraint: 'document_version_object_fk' })
})

test('a store of many objects is swept slice by slice, so that no statement reads all of them', async () => {
  await sql`
    insert into stored_object (key, size, stored_at)
    select '1' || substr(md5(number::text), 2), 1, now() from generate_series(1, 5000) as number`.execute(db)
  const key = `f${newObjectKey().slice(1)}`
  await store.put(key, bytes())
  const stored_at = new Date(platform.clock() - 7 * 3_600_000).toISOString()
  await db.insertInto('stored_object').values({ key, size: 6, stored_at }).execute()
  let slices = 0
  const count = async (): Promise<void> => {
    slices += 1
    beforeStatement('delete from stored_object', count)
  }
  beforeStatement('delete from stored_object', count)
  await sweep()
  expect(slices).toBe(2)
  expect(await storedKeys()).not.toContain(key)
})
