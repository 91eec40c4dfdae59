import type { ArchiveLimit, ArchiveRefusal } from '@lintel/contract/people/archive-refusals'
import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import { Problem } from '@lintel/contract/problems'
import type { Entry, ZipFile } from 'yauzl'
import { maxTotalBytes, openEntry, openZip } from './open-zip'
import { readCsv } from './read-csv'
import type { SheetRow } from './sheet'

/** Limits of an archive (security I1): entries, CSV files, decompressed bytes per file, and the compression ratio. */
const maxEntries = 100
const maxFiles = 20
const maxFileBytes = 25 * 1_024 * 1_024
const maxRatio = 100
/** Small files may have any ratio. */
const ratioCheckMinBytes = 64 * 1_024

/** Error details by reason. */
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

/** Maximum and unit of each limit. */
const limits: Record<ArchiveLimit, { max: number; unit: string }> = {
  file: { max: maxFileBytes, unit: 'bytes in one file' },
  archive: { max: maxTotalBytes, unit: 'bytes in all files' },
  ratio: { max: maxRatio, unit: 'times its size' },
  files: { max: maxFiles, unit: 'files' },
  entries: { max: maxEntries, unit: 'entries' },
}

/** The problem for a rejected archive, with the entry and, for size errors, the limit. */
function archiveProblem(reason: keyof typeof refusals, entry?: string, limit?: ArchiveLimit): Problem {
  const name = entry === undefined ? '' : `: ${JSON.stringify(printable(entry))}`
  const exceeded = limit && limits[limit]
  return new Problem(limit ? 'tooLarge' : 'notASpreadsheet', {
    pointer: '/data/attributes/input/file',
    detail: `${refusals[reason]}${exceeded ? ` (more than ${exceeded.max} ${exceeded.unit})` : ''}${name}`,
    meta: {
      reason,
      ...(entry !== undefined && { entry: printable(entry) }),
      ...(exceeded && { limitOf: limit, limit: exceeded.max }),
    },
  })
}

/** A file name made safe for display, since the archive's author chose it. */
const printable = (name: string): string => name.slice(0, 100).replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}\p{S}]/gu, '\uFFFD')

/** Reads the rows of the CSV files in an archive, each with its path and line. Throws like {@link eachFile}. */
export async function readArchive(bytes: Buffer): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const file of eachFile(bytes)) for (const row of file) rows.push(row)
  return rows
}

/**
 * Reads the rows of one CSV file of an archive after the other. Files are decompressed one at a time in memory while
 * their actual size is counted; nothing is written to disk. Throws 413 or 422 with the reason and the entry.
 */
export async function* eachFile(bytes: Buffer, options?: { keepsAllCells: boolean }): AsyncGenerator<SheetRow[]> {
  const zip = await openZip(bytes, { strictFileNames: true }).catch(() =>
    Promise.reject(archiveProblem('notAnArchive')),
  )
  if (zip.entryCount > maxEntries) throw archiveProblem('tooManyEntries', undefined, 'entries')
  const files = await filesOf(zip)
  if (files.length === 0) throw archiveProblem('empty')
  let left = maxTotalBytes
  for (const entry of files) {
    const content = await decompress(zip, entry, left)
    left -= content.length
    yield await rowsOf(content, entry.fileName, options)
  }
}

/** The CSV entries; system files are ignored and anything else is rejected. */
async function filesOf(zip: ZipFile): Promise<Entry[]> {
  const files = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) =>
      reject(
        isUnsafe(error)
          ? archiveProblem('unsafeName', error.message.replace(/^[^:]*: /, ''))
          : archiveProblem('damaged'),
      ),
    )
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      const refusal = findRefusal(entry, files)
      if (refusal) return reject(refusal)
      if (!isIgnored(entry.fileName)) files.set(entry.fileName.toLowerCase(), entry)
      if (files.size > maxFiles) return reject(archiveProblem('tooManyEntries', undefined, 'files'))
      zip.readEntry()
    })
    zip.readEntry()
  })
  return [...files.values()]
}

/** The library rejects unsafe names itself, with the name after the colon in its message. */
const isUnsafe = ({ message }: Error): boolean => /fileName|relative path|absolute path/.test(message)

/** Folders, dotfiles and macOS metadata. */
const isIgnored = (path: string): boolean =>
  path.endsWith('/') || path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

const fileTypeMask = 0o170_000
const symbolicLink = 0o120_000

function findRefusal(entry: Entry, files: ReadonlyMap<string, Entry>): Problem | undefined {
  const { fileName, externalFileAttributes, uncompressedSize } = entry
  if (fileName.includes('\0')) return archiveProblem('unsafeName', fileName)
  if (((externalFileAttributes >>> 16) & fileTypeMask) === symbolicLink) return archiveProblem('link', fileName)
  if (isIgnored(fileName)) return undefined
  if (entry.isEncrypted()) return archiveProblem('encrypted', fileName)
  if (!/\.csv$/i.test(fileName)) return archiveProblem('notCsv', fileName)
  if (files.has(fileName.toLowerCase())) return archiveProblem('duplicate', fileName)
  return uncompressedSize > maxFileBytes ? archiveProblem('tooLarge', fileName, 'file') : undefined
}

/** Decompresses a file; `left` is the number of bytes that remain for all files. */
async function decompress(zip: ZipFile, entry: Entry, left: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of await openEntry(zip, entry)) {
      size += chunk.length
      const limit = exceededLimit(size, left, entry.compressedSize)
      if (limit) throw archiveProblem('tooLarge', entry.fileName, limit)
      chunks.push(Buffer.from(chunk))
    }
  } catch (error) {
    throw error instanceof Problem ? error : archiveProblem('damaged', entry.fileName)
  }
  return Buffer.concat(chunks)
}

function exceededLimit(size: number, left: number, compressed: number): ArchiveLimit | undefined {
  if (size > ratioCheckMinBytes && size > compressed * maxRatio) return 'ratio'
  if (size > maxFileBytes) return 'file'
  return size > left ? 'archive' : undefined
}

/** The non-empty rows of one file. */
async function rowsOf(content: Buffer, file: string, options?: { keepsAllCells: boolean }): Promise<SheetRow[]> {
  // A nested archive, whatever its name.
  if (content.subarray(0, 2).toString('latin1') === 'PK') throw archiveProblem('notCsv', file)
  try {
    const rows = await readCsv(content, options)
    if (rows.length - 1 > mostFileRows) {
      throw new Problem('tooManyRows', {
        pointer: '/data/attributes/input/file',
        detail: `${JSON.stringify(printable(file))} has more than ${mostFileRows} rows`,
        meta: { limit: mostFileRows, entry: printable(file) },
      })
    }
    return rows.map((row) => ({ ...row, file }))
  } catch (error) {
    throw error instanceof Problem && error.code === 'tooManyRows' ? error : archiveProblem('notCsv', file)
  }
}
