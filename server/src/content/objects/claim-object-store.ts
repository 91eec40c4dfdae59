import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Platform } from '../../platform/context'
import { ObjectMissing, type ObjectStore, storeError } from '../../platform/objects/object-store'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { StartRefused } from '../../platform/start-refused'
import { findInstallation, findStoredKeys, hasStoredObjects } from './sweep-objects.store'

/** The name of the object with the id of the installation. It is no object key, so that a listing does not contain it. */
const markerName = 'installation'

/** How many of the objects of a store without a marker are looked up in the database. */
const sampleSize = 500

/**
 * Makes sure that the object store is that of the database: it has the marker of this installation. A store without a
 * marker gets it if it is empty, or if the database knows most of its objects.
 * @throws StartRefused when the store is, or may be, that of another installation
 * @throws ObjectStoreAway when that cannot be known, because the store does not answer
 */
export async function claimObjectStore({ configuration, db, log }: Platform): Promise<void> {
  const store = openObjectStore(configuration)
  const installation = await findInstallation(db)
  if ((await readMarker(store)) === undefined) {
    await refuseUnknownObjects({ db, log }, store)
    await store.put(markerName, Readable.from([installation]))
  }
  // Read again, because two installations that mark one store at the same time do not see each other before.
  if ((await readMarker(store)) !== installation) {
    throw new StartRefused(
      'The object store belongs to another installation than the database: check DATABASE_URL, DATA_DIR and OBJECT_STORE_URL. Nothing was removed from it.',
    )
  }
}

async function readMarker(store: ObjectStore): Promise<string | undefined> {
  try {
    return await text(await store.get(markerName))
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined
    throw storeError(error)
  }
}

async function refuseUnknownObjects({ db, log }: Pick<Platform, 'db' | 'log'>, store: ObjectStore): Promise<void> {
  const keys = await firstKeys(store)
  if (keys.length === 0) {
    if (await hasStoredObjects(db)) {
      log.warn(
        'the object store is empty, but the database names stored files: every copy of the server needs the same files, and a restored database those of its backup',
      )
    }
    return
  }
  const known = await findStoredKeys(db, keys)
  if (known.size * 2 > keys.length) return
  throw new StartRefused(
    'The object store holds files that the database does not know: check DATABASE_URL, DATA_DIR and OBJECT_STORE_URL. Nothing was removed from it.',
  )
}

async function firstKeys(store: ObjectStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) {
    keys.push(key)
    if (keys.length === sampleSize) break
  }
  return keys
}
