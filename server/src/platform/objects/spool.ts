import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { away, type KeptBytes } from './object-store'

/** What was spooled, and the file in which it is, written to the disk. */
export interface Spooled extends KeptBytes {
  file: string
}

const incoming = (directory: string) => join(directory, 'incoming')

/**
 * Writes what a stream brings into a file below `directory`, so that its length and digest are known. Fails with the stream's own
 * error, or `ObjectStoreAway` where the disk fails; then there is no file.
 */
export async function spool(directory: string, key: string, bytes: Readable): Promise<Spooled> {
  // Two servers that share the directory may store the same bytes at the same moment.
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
    throw away(error)
  }
}

/** The stream that is stored failed, not the store. */
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

/** Removes what was left in the way of an upload that was interrupted before an instant. */
export async function removeSpooled(directory: string, before: number): Promise<void> {
  const names = await readdir(incoming(directory)).catch(() => [])
  for (const name of names) {
    const file = join(incoming(directory), name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(file, { force: true })
  }
}
