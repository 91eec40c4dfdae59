import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { startBucket } from '../../../test/far-ends/bucket'
import { onCleanup } from '../../../test/on-cleanup'
import { readBucketAddress } from './bucket-address'
import { newObjectKey, ObjectMissing, type ObjectStore, ObjectStoreAway } from './object-store'
import { openObjectStore } from './open-object-store'

const dataDirectory = mkdtempSync(join(tmpdir(), 'lintel-objects-'))
onCleanup(() => rmSync(dataDirectory, { recursive: true, force: true }))
const far = await startBucket()
const stores = {
  folder: openObjectStore({ dataDirectory, objectStoreUrl: undefined }),
  bucket: openObjectStore({ dataDirectory: join(dataDirectory, 'beside'), objectStoreUrl: far.url }),
}

const bytesOf = async (stream: Readable) => Buffer.concat(await stream.toArray())
const keysOf = async (store: ObjectStore) => {
  const keys: string[] = []
  for await (const { key, storedAt } of store.list()) {
    expect(Math.abs(Date.now() - storedAt)).toBeLessThan(60_000)
    keys.push(key)
  }
  return keys.sort()
}
const big = Buffer.alloc(3_000_000, 'concrete ')

describe.each(Object.entries(stores))('in a %s', (_name, store) => {
  test('what is put is got whole and in parts, is listed, and gone when it is removed', async () => {
    const [key, other] = [newObjectKey(), newObjectKey()]
    await store.put(key, Readable.from([big.subarray(0, 1_000_000), big.subarray(1_000_000)]))
    await store.put(other, Readable.from([]))
    expect((await bytesOf(await store.get(key))).equals(big)).toBe(true)
    expect((await bytesOf(await store.get(key, { start: 9, end: 16 }))).toString()).toBe('concrete')
    expect(await bytesOf(await store.get(other))).toHaveLength(0)
    expect(await keysOf(store)).toEqual([key, other].sort())
    await store.assertStored(key)
    await store.remove(key)
    await store.remove(key)
    await expect(store.get(key)).rejects.toBeInstanceOf(ObjectStoreAway)
    await expect(store.assertStored(key)).rejects.toBeInstanceOf(ObjectMissing)
    expect(await keysOf(store)).toEqual([other])
    await store.remove(other)
  })

  test('a stream that breaks off leaves nothing', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half of it')
        throw new Error('The line is cut')
      })(),
    )
    await expect(store.put(newObjectKey(), broken)).rejects.toThrow('The line is cut')
    expect(await keysOf(store)).toEqual([])
  })
})

test('each request to a bucket is signed as another implementation signs it, and without its key refused', async () => {
  const key = newObjectKey()
  await stores.bucket.put(key, Readable.from([Buffer.from('a plan')]))
  expect(await far.keys()).toEqual([`lintel/${key}`])
  expect(far.refused).toBe(0)
  const stranger = openObjectStore({ dataDirectory, objectStoreUrl: far.url.replace(':S3RVER@', ':wrong@') })
  await expect(stranger.get(key)).rejects.toBeInstanceOf(ObjectStoreAway)
  expect(far.refused).toBe(1)
})

test('a bucket that is full or hangs up is away, and nothing of what was on its way stays behind', async () => {
  for (const behaviour of ['is full', 'hangs up'] as const) {
    far.behaviour = behaviour
    const put = stores.bucket.put(newObjectKey(), Readable.from([big]))
    await expect(put).rejects.toBeInstanceOf(ObjectStoreAway)
    far.behaviour = 'keeps'
    expect(await far.keys()).toHaveLength(1)
    expect(await readdir(join(dataDirectory, 'beside', 'objects', 'incoming'))).toEqual([])
  }
})

test('a folder that cannot be written is away', async () => {
  const blocked = join(dataDirectory, 'blocked')
  await writeFile(blocked, 'a file where the folder should be')
  const store = openObjectStore({ dataDirectory: blocked, objectStoreUrl: undefined })
  await expect(store.put(newObjectKey(), Readable.from(['x']))).rejects.toBeInstanceOf(ObjectStoreAway)
})

test('what a killed server left on its way is removed when it is old', async () => {
  const incoming = join(dataDirectory, 'objects', 'incoming')
  await mkdir(incoming, { recursive: true })
  const [old, young] = [newObjectKey(), newObjectKey()]
  for (const key of [old, young]) await writeFile(join(incoming, key), 'half')
  await utimes(join(incoming, old), 1_000, 1_000)
  await stores.folder.removeInterrupted(Date.now() - 3_600_000)
  expect(await readdir(incoming)).toEqual([young])
})

test('the address of a bucket is read, and refused in words that do not tell its secret', () => {
  expect(readBucketAddress('s3://key:se%2Fcret@storage.example:9000/files/lintel?region=eu-north-1')).toEqual({
    base: 'https://storage.example:9000/files/lintel/',
    accessKeyId: 'key',
    secretAccessKey: 'se/cret',
    region: 'eu-north-1',
  })
  expect(readBucketAddress('s3://key:secret@storage.example/files').region).toBe('us-east-1')
  for (const wrong of [
    'files',
    's3://storage.example/files',
    'https://k:secret@h/b',
    's3://k:secret@h',
    's3://k:secret@h/b?x=1',
    's3://k:secret%ZZ@h/b',
    's3://%ZZ:secret@h/b',
    's3://k:secret@h/b/%ZZ',
  ]) {
    expect(() => readBucketAddress(wrong)).toThrow(/OBJECT_STORE_URL has to be/)
    expect(() => readBucketAddress(wrong)).not.toThrow(/secret@/)
  }
})
