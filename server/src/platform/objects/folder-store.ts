import { constants } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { away, type ByteRange, isObjectKey, type ObjectStore, type StoredObject } from './object-store'
import { removeSpooled, spool } from './spool'

/** Files in a folder, each in a subfolder of its key's first two digits; what is on its way stands in `incoming` first. */
export function folderStore(directory: string): ObjectStore {
  const place = (key: string) => join(directory, key.slice(0, 2), key)
  return {
    async put(key, bytes) {
      const { file, ...kept } = await spool(directory, key, bytes)
      try {
        await mkdir(join(directory, key.slice(0, 2)), { recursive: true })
        await rename(file, place(key))
        await flushDirectory(join(directory, key.slice(0, 2)))
        return kept
      } catch (error) {
        await rm(file, { force: true })
        throw away(error)
      }
    },
    get: (key, range) => read(place(key), range),
    remove: async (key) => {
      await rm(place(key), { force: true }).catch((error) => {
        throw away(error)
      })
    },
    list: () => everyFile(directory),
    removeInterrupted: (before) => removeSpooled(directory, before),
  }
}

async function read(file: string, range?: ByteRange): Promise<Readable> {
  try {
    const handle = await open(file, constants.O_RDONLY)
    return handle.createReadStream({ autoClose: true, ...range })
  } catch (error) {
    throw away(error)
  }
}

/** A file that was renamed survives a power failure when its directory was written, too. */
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
      const found = await stat(join(directory, folder, key)).catch(() => undefined)
      if (found?.isFile() && folder !== 'incoming') yield { key, storedAt: found.mtimeMs }
    }
  }
}

/** Names in a directory; none when it is not there. */
async function* entriesOf(directory: string): AsyncGenerator<string> {
  const opened = await opendir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw away(error)
  })
  if (opened) for await (const entry of opened) yield entry.name
}
