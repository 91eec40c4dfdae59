import { promisify } from 'node:util'
import type { Entry, Options, ZipFile } from 'yauzl'

/** Maximum bytes that the files of an archive have in total once they are decompressed (security I1). */
export const maxTotalBytes = 50 * 1_024 * 1_024

/** Opens a ZIP archive whose entries are read one by one, checking the sizes that they declare. Fails if the bytes are no archive. */
export async function openZip(bytes: Buffer, options: Options = {}): Promise<ZipFile> {
  // The library is imported on first use.
  const { fromBuffer } = await import('yauzl')
  return promisify<Buffer, Options, ZipFile>(fromBuffer)(bytes, {
    ...options,
    lazyEntries: true,
    validateEntrySizes: true,
    autoClose: false,
  })
}

/** Opens the decompressed content of an entry. */
export const openEntry = (zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> =>
  promisify(
    zip.openReadStream.bind(zip) as (
      entry: Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
    ) => void,
  )(entry)
