import { promisify } from 'node:util'
import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import { Problem } from '@lintel/contract/problems'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { readCsv } from './read-csv'
import { isEmpty, type SheetRow } from './sheet'

/** Limits of an archive (security I1): entries in all, files that are read, bytes of one of them and of all, and how much one unfolds. */
const mostEntries = 100
const mostFiles = 20
const largestFile = 25 * 1_024 * 1_024
const largestTotal = 50 * 1_024 * 1_024
const largestRatio = 100
/** A file of a few kilobytes may repeat itself as it likes. */
const ratioCountsFrom = 64 * 1_024

/** Why an archive is refused, as the answer says it. */
const refusals = {
  notAnArchive: 'The file is not a ZIP archive that can be read',
  empty: 'The archive has no CSV file',
  tooManyEntries: `The archive has more than ${mostFiles} files`,
  unsafeName: 'The archive has a file whose name leads out of it',
  link: 'The archive has a link in place of a file',
  encrypted: 'The archive is encrypted',
  notCsv: 'The archive has a file that is not CSV',
  duplicate: 'The archive has two files of the same name',
  tooLarge: 'The archive unfolds to more than is read',
  damaged: 'The archive is damaged',
} as const

export type ArchiveRefusal = keyof typeof refusals

const sizeReasons: readonly ArchiveRefusal[] = ['tooManyEntries', 'tooLarge']

function refused(reason: ArchiveRefusal, entry?: string): Problem {
  const name = entry === undefined ? '' : `: ${escaped(entry)}`
  return new Problem(sizeReasons.includes(reason) ? 'tooLarge' : 'notASpreadsheet', {
    pointer: '/data/attributes/input/file',
    detail: `${refusals[reason]}${name}`,
    meta: { reason },
  })
}

/** A name as it can be shown: whoever made the archive chose it. */
const escaped = (name: string): string =>
  JSON.stringify(name.slice(0, 100).replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, '\uFFFD'))

const open = promisify<Buffer, object, ZipFile>(fromBuffer)

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
  if (zip.entryCount > mostEntries) throw refused('tooManyEntries')
  const files = await filesOf(zip)
  if (files.length === 0) throw refused('empty')
  const rows: SheetRow[] = []
  let left = largestTotal
  for (const entry of files) {
    const content = await unfold(zip, entry, Math.min(left, largestFile))
    left -= content.length
    for (const row of rowsOf(content, entry.fileName)) rows.push(row)
  }
  return rows
}

/** The files that are read: what systems put beside them is passed over, everything else must be CSV. */
async function filesOf(zip: ZipFile): Promise<Entry[]> {
  const files = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) =>
      reject(refused(/fileName|relative path|absolute path/.test(error.message) ? 'unsafeName' : 'damaged')),
    )
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      const reason = judged(entry, files)
      if (reason) return reject(refused(reason, entry.fileName))
      if (!isPassedOver(entry.fileName)) files.set(entry.fileName.toLowerCase(), entry)
      if (files.size > mostFiles) return reject(refused('tooManyEntries'))
      zip.readEntry()
    })
    zip.readEntry()
  })
  return [...files.values()]
}

/** Folders, files whose name begins with a dot, and what macOS adds. */
const isPassedOver = (path: string): boolean =>
  path.endsWith('/') || path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

const fileKind = 0o170_000
const symbolicLink = 0o120_000

function judged(entry: Entry, files: ReadonlyMap<string, Entry>): ArchiveRefusal | undefined {
  const { fileName, externalFileAttributes, uncompressedSize } = entry
  if (fileName.includes('\0')) return 'unsafeName'
  if (((externalFileAttributes >>> 16) & fileKind) === symbolicLink) return 'link'
  if (isPassedOver(fileName)) return undefined
  if (entry.isEncrypted()) return 'encrypted'
  if (!/\.csv$/i.test(fileName)) return 'notCsv'
  if (files.has(fileName.toLowerCase())) return 'duplicate'
  return uncompressedSize > largestFile ? 'tooLarge' : undefined
}

async function unfold(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
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
      if (size > most || (size > ratioCountsFrom && size > entry.compressedSize * largestRatio)) {
        throw refused('tooLarge', entry.fileName)
      }
      chunks.push(Buffer.from(chunk))
    }
  } catch (error) {
    throw error instanceof Problem ? error : refused('damaged', entry.fileName)
  }
  return Buffer.concat(chunks)
}

/** The rows of one file that say something. */
function rowsOf(content: Buffer, file: string): SheetRow[] {
  // An archive in an archive, whatever it is called.
  if (content.subarray(0, 2).toString('latin1') === 'PK') throw refused('notCsv', file)
  try {
    const rows = readCsv(content).filter((row) => !isEmpty(row))
    if (rows.length - 1 > mostFileRows) {
      throw new Problem('tooManyRows', {
        pointer: '/data/attributes/input/file',
        detail: `${escaped(file)} has more than ${mostFileRows} rows`,
        meta: { limit: mostFileRows },
      })
    }
    return rows.map((row) => ({ ...row, file }))
  } catch (error) {
    throw error instanceof Problem && error.code === 'tooManyRows' ? error : refused('notCsv', file)
  }
}
