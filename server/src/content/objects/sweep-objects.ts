import { z } from 'zod'
import { instantOf } from '../../platform/clock'
import type { Platform } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import type { ObjectStore } from '../../platform/objects/object-store'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { forgetUnnamed, forgetUnusedImages, knownKeys } from './sweep-objects.store'

/** What is younger may be on its way: its file is there before its row. In milliseconds; no upload takes as long. */
const graceMs = 6 * 3_600_000

/** Objects that are looked at together. */
const atOnce = 500

/**
 * Removes bytes that no row of any project names: those of purged projects and removed documents, and what a killed server stored
 * without coming to the row. A file goes after its row, so that no row names one that is not there.
 */
export const sweepObjectsJob: JobKind<object> = {
  kind: 'objects.sweep',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform, signal }) {
    const store = openObjectStore(platform.configuration)
    const before = platform.clock() - graceMs
    await store.removeInterrupted(before)
    while (!signal.aborted && (await removeUnused(platform, before)) === atOnce);
    while (!signal.aborted && (await removeUnnamed(platform, store, before)) === atOnce);
    await removeUnknown(platform, store, before)
  },
}

const removeUnused = ({ db }: Platform, before: number): Promise<number> =>
  db.transaction().execute((tx) => forgetUnusedImages(tx, instantOf(before), atOnce))

async function removeUnnamed({ db }: Platform, store: ObjectStore, before: number): Promise<number> {
  const keys = await db.transaction().execute((tx) => forgetUnnamed(tx, instantOf(before), atOnce))
  for (const key of keys) await store.remove(key)
  return keys.length
}

async function removeUnknown({ db }: Platform, store: ObjectStore, before: number): Promise<void> {
  let old: string[] = []
  const removeOld = async () => {
    if (old.length === 0) return
    const known = await knownKeys(db, old)
    for (const key of old) if (!known.has(key)) await store.remove(key)
    old = []
  }
  for await (const { key, storedAt } of store.list()) {
    if (storedAt < before) old.push(key)
    if (old.length === atOnce) await removeOld()
  }
  await removeOld()
}
