import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { demoFiles, storeDemoFiles } from '../../../demo/content/files'
import { startBucket } from '../../../test/far-ends/bucket'
import { onCleanup } from '../../../test/on-cleanup'
import { testPlatform } from '../../../test/test-app'
import { emptyDatabase, testDatabase } from '../../../test/test-database'
import type { Configuration } from '../../platform/configuration'
import { type Database, openDatabase } from '../../platform/database'
import { migrateDatabase } from '../../platform/migrate'
import { newObjectKey, type ObjectStore } from '../../platform/objects/object-store'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { claimObjectStore } from './claim-object-store'
import { sweepFilesJob, sweepObjectsJob } from './sweep-objects'

/** The database of an installation with documents, and that of another one without any. */
const { db: inhabited } = await testDatabase()
const emptyUrl = await emptyDatabase()
await migrateDatabase({ url: emptyUrl })
const other = openDatabase({ url: emptyUrl })
onCleanup(() => other.destroy())

const bucket = await startBucket()

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-claim-'))
  onCleanup(() => rmSync(directory, { recursive: true }))
  return directory
}

let buckets = 0
/** An empty store in a folder, or below a prefix of the bucket. */
const newStore = {
  folder: () => ({ dataDirectory: newDirectory(), objectStoreUrl: undefined }),
  bucket: () => {
    buckets++
    return {
      dataDirectory: newDirectory(),
      objectStoreUrl: bucket.url.replace('/lintel?', `/lintel/${buckets}?`),
    }
  },
}

type StoreSettings = Pick<Configuration, 'dataDirectory' | 'objectStoreUrl'>

const platformOf = (db: Database, settings: StoreSettings, said: string[] = []) => ({
  ...testPlatform(db, settings),
  log: pino({ level: 'warn' }, { write: (line: string) => said.push(JSON.parse(line).msg) }),
})
const claim = (db: Database, settings: StoreSettings, said?: string[]) =>
  claimObjectStore(platformOf(db, settings, said))

/** Sweeps as a server does on a day when nothing in the store is young any more. */
const sweepWith =
  ({ run }: typeof sweepObjectsJob) =>
  (db: Database, settings: StoreSettings) =>
    run({
      platform: { ...platformOf(db, settings), clock: () => Date.now() + 86_400_000 },
      payload: {},
      job: { id: newObjectKey(), attempt: 1, customer: null },
      signal: new AbortController().signal,
    })
const [sweepObjects, sweepFiles] = [sweepWith(sweepObjectsJob), sweepWith(sweepFilesJob)]
const put = async (store: ObjectStore) => {
  const key = newObjectKey()
  await store.put(key, Readable.from([Buffer.from('a plan')]))
  return key
}
const keysOf = async (store: ObjectStore) => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}
const demoKeys = Object.values(demoFiles)
  .map(({ key }) => key)
  .sort()
const idOf = async (db: Database) => (await sql<{ id: string }>`select id from installation`.execute(db)).rows[0]?.id

const foreign = {
  name: 'StartRefused',
  message: expect.stringMatching(/belongs to another installation.*DATABASE_URL, DATA_DIR and OBJECT_STORE_URL/),
}
const unknown = {
  name: 'StartRefused',
  message: expect.stringMatching(
    /files that the database does not know: check DATABASE_URL, DATA_DIR and OBJECT_STORE/,
  ),
}

describe.each(['folder', 'bucket'] as const)('in a %s', (kind) => {
  test('an empty store becomes that of the installation, and another database neither starts on it nor sweeps it', async () => {
    const settings = newStore[kind]()
    const store = openObjectStore(settings)
    await claim(inhabited, settings)
    expect(await text(await store.get('installation'))).toBe(await idOf(inhabited))
    await storeDemoFiles(store)
    await claim(inhabited, settings)
    for (const attempt of [claim, sweepObjects, sweepFiles])
      await expect(attempt(other, settings)).rejects.toMatchObject(foreign)
    expect(await keysOf(store)).toEqual(demoKeys)
    const orphan = await put(store)
    expect(await keysOf(store)).toContain(orphan)
    await sweepFiles(inhabited, settings)
    expect(await keysOf(store)).toEqual(demoKeys)
  })

  test('a store from before there were markers goes to the database that knows its files, and to no other', async () => {
    const settings = newStore[kind]()
    const store = openObjectStore(settings)
    await storeDemoFiles(store)
    await put(store)
    const all = await keysOf(store)
    for (const attempt of [claim, sweepObjects, sweepFiles])
      await expect(attempt(other, settings)).rejects.toMatchObject(unknown)
    await expect(store.get('installation')).rejects.toThrow()
    expect(await keysOf(store)).toEqual(all)
    await claim(inhabited, settings)
    expect(await text(await store.get('installation'))).toBe(await idOf(inhabited))
    await expect(claim(other, settings)).rejects.toMatchObject(foreign)
  })

  test('a store of which the database knows the lesser part goes to nobody', async () => {
    const settings = newStore[kind]()
    const store = openObjectStore(settings)
    await storeDemoFiles(store)
    for (const _ of demoKeys) await put(store)
    for (const attempt of [claim, sweepObjects, sweepFiles])
      await expect(attempt(inhabited, settings)).rejects.toMatchObject(unknown)
    expect(await keysOf(store)).toHaveLength(2 * demoKeys.length)
  })

  test('of two installations that claim an empty store at once, one has it', async () => {
    const settings = newStore[kind]()
    const outcomes = await Promise.allSettled([claim(inhabited, settings), claim(other, settings)])
    const owner = await text(await openObjectStore(settings).get('installation'))
    expect([await idOf(inhabited), await idOf(other)]).toContain(owner)
    await expect(claim(owner === (await idOf(other)) ? inhabited : other, settings)).rejects.toMatchObject(foreign)
    expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
  })
})

test('an empty store of a database that names files is told in the log and taken, as after a disaster', async () => {
  const said: string[] = []
  const settings = newStore.folder()
  await claim(inhabited, settings, said)
  expect(said).toEqual([expect.stringMatching(/^the object store is empty, but the database names stored files/)])
  expect(await readFile(join(settings.dataDirectory, 'objects', 'installation'), 'utf8')).toBe(await idOf(inhabited))
  await claim(inhabited, settings, said)
  await claim(other, newStore.folder(), said)
  expect(said).toHaveLength(1)
})

test('while a bucket does not answer, nobody knows whose it is, and nothing is swept', async () => {
  const settings = newStore.bucket()
  await claim(inhabited, settings)
  bucket.behaviour = 'hangs up'
  for (const sweep of [sweepObjects, sweepFiles])
    await expect(sweep(inhabited, settings)).rejects.toMatchObject({ name: 'ObjectStoreAway' })
  bucket.behaviour = 'keeps'
  await sweepFiles(inhabited, settings)
})

test('files below a longer prefix of the same bucket are not taken for those of the shorter one', async () => {
  const settings = { dataDirectory: newDirectory(), objectStoreUrl: bucket.url.replace('/lintel?', '/short?') }
  const below = { ...settings, objectStoreUrl: bucket.url.replace('/lintel?', '/short/longer%20one?') }
  await claim(inhabited, below)
  await storeDemoFiles(openObjectStore(below))
  await claim(other, settings)
  await sweepFiles(other, settings)
  expect(await keysOf(openObjectStore(below))).toEqual(demoKeys)
  expect(await keysOf(openObjectStore(settings))).toEqual([])
})
