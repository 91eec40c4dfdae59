import { z } from 'zod'
import { hourMs, instantOf } from '../../platform/clock'
import type { Platform } from '../../platform/context'
import { assertNotStopping } from '../../platform/jobs/job-postponed'
import type { JobKind } from '../../platform/jobs/jobs'
import type { ObjectStore } from '../../platform/objects/object-store'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { claimObjectStore } from './claim-object-store'
import { deleteUnreferencedObjects, deleteUnusedImages, findEndOfSlice, findStoredKeys } from './sweep-objects.store'

/** Objects younger than this are kept, in milliseconds: an object is stored before its row is committed. No upload takes longer. */
const graceMs = 6 * hourMs

/** Images and files processed in one step. */
const batchSize = 500

/** Object rows read in one statement, few enough for its timeout in an installation of any size. */
const sliceSize = 5_000

/**
 * Removes stored objects that no row refers to any more: those of purged projects, deleted documents and unused images. The row is deleted before the
 * file, so that no row refers to a missing file. Nothing is removed from the store of another installation.
 */
export const sweepObjectsJob: JobKind<object> = {
  kind: 'objects.sweep',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform, signal }) {
    await claimObjectStore(platform)
    const before = instantOf(platform.clock() - graceMs)
    while (!signal.aborted && (await removeUnusedImages(platform, before)) === batchSize);
    await removeUnreferencedObjects(platform, before, signal)
  },
}

/**
 * Removes files without a row: those of a server that stopped before it wrote the row, or after it deleted one. It reads the list of the whole store,
 * and thus runs once a day.
 */
export const sweepFilesJob: JobKind<object> = {
  kind: 'objects.sweep-files',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 86_400,
  async run({ platform, signal }) {
    await claimObjectStore(platform)
    const store = openObjectStore(platform.configuration)
    const before = platform.clock() - graceMs
    await store.removeInterrupted(before)
    await removeUnknownFiles(platform, store, { before, signal })
  },
}

const removeUnusedImages = ({ db }: Platform, before: string): Promise<number> =>
  db.transaction().execute((tx) => deleteUnusedImages(tx, before, batchSize))

async function removeUnreferencedObjects(
  { db, configuration }: Platform,
  before: string,
  signal: AbortSignal,
): Promise<void> {
  const store = openObjectStore(configuration)
  let after = ''
  for (;;) {
    assertNotStopping(signal)
    const upTo = await findEndOfSlice(db, after, sliceSize)
    if (upTo === undefined) return
    const range = { after, upTo }
    const keys = await db.transaction().execute((tx) => deleteUnreferencedObjects(tx, range, before))
    for (const key of keys) await store.remove(key)
    after = upTo
  }
}

async function removeUnknownFiles(
  { db }: Platform,
  store: ObjectStore,
  { before, signal }: { before: number; signal: AbortSignal },
): Promise<void> {
  let old: string[] = []
  const removeOld = async () => {
    if (old.length === 0) return
    const known = await findStoredKeys(db, old)
    for (const key of old) if (!known.has(key)) await store.remove(key)
    old = []
  }
  for await (const { key, storedAt } of store.list()) {
    assertNotStopping(signal)
    if (storedAt < before) old.push(key)
    if (old.length === batchSize) await removeOld()
  }
  await removeOld()
}
