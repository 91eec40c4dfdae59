import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObjectKey, ObjectMissing, type ObjectStore, type StoredObject, storeError } from './object-store'
import { removeSpooled, spool } from './spool'

/**
 * An object store in a folder: files in subfolders named by the first two digits of their keys; unfinished ones are in
 * `incoming`.
 */
export function folderStore(directory: string): ObjectStore {
  const pathOf = (key: string) => join(directory, isObjectKey(key) ? key.slice(0, 2) : '', key)
  return {
    async put(key, bytes) {
      const { file, ...stored } = await spool(directory, key, bytes)
      try {
        await mkdir(dirname(pathOf(key)), { recursive: true })
        await rename(file, pathOf(key))
        await flushDirectory(dirname(pathOf(key)))
        return stored
      } catch (error) {
        await rm(file, { force: true })
        throw storeError(error)
      }
    },
    get: async (key, range) => (await openFile(pathOf(key))).createReadStream({ autoClose: true, ...range }),
    assertStored: async (key) => (await openFile(pathOf(key))).close(),
    remove: async (key) => {
      await rm(pathOf(key), { force: true }).catch((error) => {
        throw storeError(error)
      })
    },
    list: () => everyFile(directory),
    removeInterrupted: (before) => removeSpooled(directory, before),
  }
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, constants.O_RDONLY)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new ObjectMissing('The object is not there', { cause: error })
    throw storeError(error)
  }
}

/** A rename survives a power failure only when the directory is flushed. */
async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* everyFile(directory: string): AsyncGenerator<StoredObject> {
  for await (const folder of entriesOf(directory)) {
    for await (const key of entriesOf(join(directory, folder))) {
      if (!isObjectKey(key)) continue
      const stats = await stat(join(directory, folder, key)).catch(() => undefined)
      if (stats?.isFile() && folder !== 'incoming') yield { key, storedAt: stats.mtimeMs }
    }
  }
}

/** Names in a directory; none if it does not exist. */
async function* entriesOf(directory: string): AsyncGenerator<string> {
  const opened = await opendir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw storeError(error)
  })
  if (opened) for await (const entry of opened) yield entry.name
}
