import { join } from 'node:path'
import type { Configuration } from '../configuration'
import { readBucketAddress } from './bucket-address'
import { folderStore } from './folder-store'
import type { ObjectStore } from './object-store'
import { s3Store } from './s3-store'

/** Opens the object store: the bucket of `OBJECT_STORE_URL`, else a folder in `DATA_DIR`. */
export function openObjectStore({
  objectStoreUrl,
  dataDirectory,
}: Pick<Configuration, 'objectStoreUrl' | 'dataDirectory'>): ObjectStore {
  const directory = join(dataDirectory, 'objects')
  return objectStoreUrl === undefined ? folderStore(directory) : s3Store(readBucketAddress(objectStoreUrl), directory)
}
