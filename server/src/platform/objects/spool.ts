import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type StoredBytes, storeError } from './object-store'

/** Spooled bytes and their file, flushed to disk. */
export interface Spooled extends StoredBytes {
  file: string
}

const incoming = (directory: string) => join(directory, 'incoming')

/**
 * Writes a stream to a file below `directory` to determine its length and digest. Fails with the error of the stream,
 * or with `ObjectStoreAway` if the disk fails; then there is no file.
 */
export async function spool(directory: string, key: string, bytes: Readable): Promise<Spooled> {
  // Servers that share the directory may store the same key concurrently.
  const file = join(incoming(directory), `${key}.${randomUUID()}`)
  const digest = createHash('sha256')
  let size = 0
  try {
    await mkdir(incoming(directory), { recursive: true })
    const handle = await open(file, 'wx')
    try {
      for await (const chunk of sourceOf(bytes)) {
        await handle.writeFile(chunk)
        digest.update(chunk)
        size += chunk.length
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    return { file, size, sha256: digest.digest('hex') }
  } catch (error) {
    await rm(file, { force: true }).catch(() => undefined)
    if (error instanceof SourceFailed) throw error.cause
    throw storeError(error)
  }
}

/** The source stream failed, not the store. */
class SourceFailed extends Error {
  override readonly name = 'SourceFailed'
}

async function* sourceOf(bytes: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes) yield chunk as Buffer
  } catch (error) {
    throw new SourceFailed('The stream ended early', { cause: error })
  }
}

/** Removes the files of uploads that were interrupted before an instant. */
export async function removeSpooled(directory: string, before: number): Promise<void> {
  const names = await readdir(incoming(directory)).catch(() => [])
  for (const name of names) {
    const file = join(incoming(directory), name)
    const stats = await stat(file).catch(() => undefined)
    if (stats && stats.mtimeMs < before) await rm(file, { force: true })
  }
}
