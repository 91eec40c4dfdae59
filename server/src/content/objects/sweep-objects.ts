import { z } from 'zod'
import { hourMs, instantOf } from '../../platform/clock'
import type { Platform } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import type { ObjectStore } from '../../platform/objects/object-store'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { claimObjectStore } from './claim-object-store'
import { deleteUnreferencedObjects, deleteUnusedImages, findStoredKeys } from './sweep-objects.store'

/** Objects younger than this are kept, in milliseconds: an object is stored before its row is committed. No upload takes longer. */
const graceMs = 6 * hourMs

/** Objects processed in one step. */
const batchSize = 500

/**
 * Removes stored objects that no row refers to: those of purged projects and deleted documents, and those of a server that stopped before
 * writing the row. The row is deleted before the file, so that no row refers to a missing file. Nothing is removed from the store of
 * another installation.
 */
export const sweepObjectsJob: JobKind<object> = {
  kind: 'objects.sweep',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform, signal }) {
    await claimObjectStore(platform)
    const store = openObjectStore(platform.configuration)
    const before = platform.clock() - graceMs
    await store.removeInterrupted(before)
    while (!signal.aborted && (await removeUnusedImages(platform, before)) === batchSize);
    while (!signal.aborted && (await removeUnreferencedObjects(platform, store, before)) === batchSize);
    await removeUnknownFiles(platform, store, before)
  },
}

const removeUnusedImages = ({ db }: Platform, before: number): Promise<number> =>
  db.transaction().execute((tx) => deleteUnusedImages(tx, instantOf(before), batchSize))

async function removeUnreferencedObjects({ db }: Platform, store: ObjectStore, before: number): Promise<number> {
  const keys = await db.transaction().execute((tx) => deleteUnreferencedObjects(tx, instantOf(before), batchSize))
  for (const key of keys) await store.remove(key)
  return keys.length
}

async function removeUnknownFiles({ db }: Platform, store: ObjectStore, before: number): Promise<void> {
  let old: string[] = []
  const removeOld = async () => {
    if (old.length === 0) return
    const known = await findStoredKeys(db, old)
    for (const key of old) if (!known.has(key)) await store.remove(key)
    old = []
  }
  for await (const { key, storedAt } of store.list()) {
    if (storedAt < before) old.push(key)
    if (old.length === batchSize) await removeOld()
  }
  await removeOld()
}
