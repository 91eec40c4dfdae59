import { promisify } from 'node:util'
import type { ArchiveLimit, ArchiveRefusal } from '@lintel/contract/people/archive-refusals'
import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import { Problem } from '@lintel/contract/problems'
import type { Entry, ZipFile } from 'yauzl'
import { readCsv } from './read-csv'
import type { SheetRow } from './sheet'

/** Limits of an archive (security I1): entries in all, files that are read, bytes of one of them and of all, and how much one unfolds. */
const mostEntries = 100
const mostFiles = 20
const largestFile = 25 * 1_024 * 1_024
const largestTotal = 50 * 1_024 * 1_024
const largestRatio = 100
/** A file of a few kilobytes may repeat itself as it likes. */
const ratioCountsFrom = 64 * 1_024

/** Why an archive is refused, as the answer says it. */
const refusals: Record<Exclude<ArchiveRefusal, 'noRows'>, string> = {
  notAnArchive: 'The file is not a ZIP archive that can be read',
  empty: 'The archive has no CSV file',
  tooManyEntries: 'The archive has more than are read',
  unsafeName: 'The archive has a file whose name is not allowed',
  link: 'The archive has a link in place of a file',
  encrypted: 'The archive is encrypted',
  notCsv: 'The archive has a file that is not CSV',
  duplicate: 'The archive has two files of the same name',
  tooLarge: 'The archive unfolds to more than is read',
  damaged: 'The archive is damaged',
}

/** How much each limit allows, and of what. */
const limits: Record<ArchiveLimit, { most: number; of: string }> = {
  file: { most: largestFile, of: 'bytes in one file' },
  archive: { most: largestTotal, of: 'bytes in all files' },
  ratio: { most: largestRatio, of: 'times its size' },
  files: { most: mostFiles, of: 'files' },
  entries: { most: mostEntries, of: 'entries' },
}

/** The refusal, with the entry that is at fault and, of what is too large or too many, the limit. */
function refused(reason: keyof typeof refusals, entry?: string, limit?: ArchiveLimit): Problem {
  const name = entry === undefined ? '' : `: ${JSON.stringify(shown(entry))}`
  const exceeded = limit && limits[limit]
  return new Problem(limit ? 'tooLarge' : 'notASpreadsheet', {
    pointer: '/data/attributes/input/file',
    detail: `${refusals[reason]}${exceeded ? ` (more than ${exceeded.most} ${exceeded.of})` : ''}${name}`,
    meta: {
      reason,
      ...(entry !== undefined && { entry: shown(entry) }),
      ...(exceeded && { limitOf: limit, limit: exceeded.most }),
    },
  })
}

/** A name as it can be shown: whoever made the archive chose it. */
const shown = (name: string): string => name.slice(0, 100).replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}\p{S}]/gu, '\uFFFD')

/** Opens an archive, with the library for it: loaded with the first. */
async function open(bytes: Buffer, options: object): Promise<ZipFile> {
  const { fromBuffer } = await import('yauzl')
  return promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, options)
}

/**
 * The rows of the CSV files in an archive, one file after the other, each with its path and its line. Files are unfolded one at a
 * time in memory while their true size is counted; nothing is written to a disk. Throws 413 or 422 with the reason and the entry.
 */
export async function readArchive(bytes: Buffer): Promise<SheetRow[]> {
  const zip = await open(bytes, {
    lazyEntries: true,
    validateEntrySizes: true,
    strictFileNames: true,
    autoClose: false,
  }).catch(() => Promise.reject(refused('notAnArchive')))
  if (zip.entryCount > mostEntries) throw refused('tooManyEntries', undefined, 'entries')
  const files = await filesOf(zip)
  if (files.length === 0) throw refused('empty')
  const rows: SheetRow[] = []
  let left = largestTotal
  for (const entry of files) {
    const content = await unfold(zip, entry, left)
    left -= content.length
    for (const row of await rowsOf(content, entry.fileName)) rows.push(row)
  }
  return rows
}

/** The files that are read: what systems put beside them is passed over, everything else must be CSV. */
async function filesOf(zip: ZipFile): Promise<Entry[]> {
  const files = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) =>
      reject(isUnsafe(error) ? refused('unsafeName', error.message.replace(/^[^:]*: /, '')) : refused('damaged')),
    )
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      const refusal = refusalOf(entry, files)
      if (refusal) return reject(refusal)
      if (!isPassedOver(entry.fileName)) files.set(entry.fileName.toLowerCase(), entry)
      if (files.size > mostFiles) return reject(refused('tooManyEntries', undefined, 'files'))
      zip.readEntry()
    })
    zip.readEntry()
  })
  return [...files.values()]
}

/** The library refuses such names by itself, and says which it is after the colon. */
const isUnsafe = ({ message }: Error): boolean => /fileName|relative path|absolute path/.test(message)

/** Folders, files whose name begins with a dot, and what macOS adds. */
const isPassedOver = (path: string): boolean =>
  path.endsWith('/') || path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

const fileKind = 0o170_000
const symbolicLink = 0o120_000

function refusalOf(entry: Entry, files: ReadonlyMap<string, Entry>): Problem | undefined {
  const { fileName, externalFileAttributes, uncompressedSize } = entry
  if (fileName.includes('\0')) return refused('unsafeName', fileName)
  if (((externalFileAttributes >>> 16) & fileKind) === symbolicLink) return refused('link', fileName)
  if (isPassedOver(fileName)) return undefined
  if (entry.isEncrypted()) return refused('encrypted', fileName)
  if (!/\.csv$/i.test(fileName)) return refused('notCsv', fileName)
  if (files.has(fileName.toLowerCase())) return refused('duplicate', fileName)
  return uncompressedSize > largestFile ? refused('tooLarge', fileName, 'file') : undefined
}

/** The bytes of a file; `left`: how many all files may still have. */
async function unfold(zip: ZipFile, entry: Entry, left: number): Promise<Buffer> {
  const openStream = promisify(
    zip.openReadStream.bind(zip) as (
      entry: Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
    ) => void,
  )
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of await openStream(entry)) {
      size += chunk.length
      const limit = limitOver(size, left, entry.compressedSize)
      if (limit) throw refused('tooLarge', entry.fileName, limit)
      chunks.push(Buffer.from(chunk))
    }
  } catch (error) {
    throw error instanceof Problem ? error : refused('damaged', entry.fileName)
  }
  return Buffer.concat(chunks)
}

function limitOver(size: number, left: number, compressed: number): ArchiveLimit | undefined {
  if (size > ratioCountsFrom && size > compressed * largestRatio) return 'ratio'
  if (size > largestFile) return 'file'
  return size > left ? 'archive' : undefined
}

/** The rows of one file that say something. */
async function rowsOf(content: Buffer, file: string): Promise<SheetRow[]> {
  // An archive in an archive, whatever it is called.
  if (content.subarray(0, 2).toString('latin1') === 'PK') throw refused('notCsv', file)
  try {
    const rows = await readCsv(content)
    if (rows.length - 1 > mostFileRows) {
      throw new Problem('tooManyRows', {
        pointer: '/data/attributes/input/file',
        detail: `${JSON.stringify(shown(file))} has more than ${mostFileRows} rows`,
        meta: { limit: mostFileRows, entry: shown(file) },
      })
    }
    return rows.map((row) => ({ ...row, file }))
  } catch (error) {
    throw error instanceof Problem && error.code === 'tooManyRows' ? error : refused('notCsv', file)
  }
}
