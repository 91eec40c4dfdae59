import type { Readable } from 'node:stream'
import type { Platform } from '../context'
import { isDatabaseAway } from '../database'
import { type KeptBytes, newObjectKey, type ObjectStore } from './object-store'
import { answeringWhenAway } from './store-away'

/** Bytes that were kept, and the key under which they are. */
export interface KeptObject extends KeptBytes {
  key: string
}

/**
 * Keeps bytes, then writes the rows that name them, so that no row names bytes that are not there. What fails in between takes the bytes
 * away again; what is killed leaves them to the sweep, and so does a database that is away: the rows may be there all the same. Where the
 * store is away: 503 `objectStoreAway`.
 */
export async function storeWithRows<T>(
  { log }: Pick<Platform, 'log'>,
  store: ObjectStore,
  bytes: Readable,
  write: (kept: KeptObject) => Promise<T>,
): Promise<T> {
  const key = newObjectKey()
  const kept = await answeringWhenAway(store.put(key, bytes))
  try {
    return await write({ key, ...kept })
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await store.remove(key).catch((reason) => log.warn({ err: reason }, 'bytes without a row are left to the sweep'))
    throw error
  }
}
