import type { Readable } from 'node:stream'
import type { Platform } from '../context'
import { isDatabaseAway } from '../database'
import { newObjectKey, type ObjectStore, type StoredBytes } from './object-store'
import { withStoreAwayProblem } from './store-away-problem'

/** Newly stored bytes and their key. */
export interface NewObject extends StoredBytes {
  key: string
}

/**
 * Stores bytes, then writes the rows that refer to them, so that no row refers to missing bytes. If `write` fails the
 * bytes are removed; after a crash, or if the database is unavailable (the rows may exist), they are left to the sweep.
 * Throws 503 `objectStoreAway` when the store is unavailable.
 */
export async function storeWithRows<T>(
  { log }: Pick<Platform, 'log'>,
  store: ObjectStore,
  bytes: Readable,
  write: (object: NewObject) => Promise<T>,
): Promise<T> {
  const key = newObjectKey()
  const stored = await withStoreAwayProblem(store.put(key, bytes))
  try {
    return await write({ key, ...stored })
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await store
      .remove(key)
      .catch((reason) => log.warn({ err: reason }, 'an object without a row is left to the sweep job'))
    throw error
  }
}
