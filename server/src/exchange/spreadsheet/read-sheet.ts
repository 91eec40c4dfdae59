import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import { readCsv } from './read-csv'
import { decompressedSize as archiveSize, readXlsx } from './read-xlsx'
import { isEmpty, notASpreadsheet, type SheetFile, type SheetRow, tooManyRows } from './sheet'

/**
 * Reads the non-empty rows of an XLSX (first sheet) or CSV file, detected by the first bytes. Throws 422 for a file
 * that is not a spreadsheet, 413 for one that decompresses to too much.
 */
export async function readSheet(bytes: Buffer, name = ''): Promise<SheetRow[]> {
  const isZip = isArchive(bytes)
  // OLE compound file: legacy XLS and encrypted workbooks.
  const isOld = bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
  if (isOld || (/\.xls[xm]?$/i.test(name) && !isZip)) throw notASpreadsheet()
  const rows = isZip ? (await readXlsx(bytes)).filter((row) => !isEmpty(row)) : await readCsv(bytes)
  if (rows.length > mostFileRows) throw tooManyRows()
  return rows
}

const isArchive = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** Bytes to parse; for an archive its decompressed size. */
export const decompressedSize = async (bytes: Buffer): Promise<number> =>
  isArchive(bytes) ? archiveSize(bytes) : bytes.length

/** From this size on, in characters of base64, a file is read by a job because it takes too long for a request. */
const largeFileChars = 512 * 1_024

/** The same threshold for an archive of several files, which may decompress to a hundred times its size. */
const largeArchiveChars = 24 * 1_024

/** The same threshold for the decompressed size, in bytes. */
const largeContentBytes = 2 * 1_024 * 1_024

/** Reads the rows of an uploaded spreadsheet. */
export const readFile = ({ file, name, read }: SheetFile): Promise<SheetRow[]> => {
  const bytes = Buffer.from(file, 'base64')
  return read ? read(bytes) : readSheet(bytes, name)
}

/** Like {@link readFile}, within a request; undefined for a file so large that a job must read it. */
export async function readSmallFile(sent: SheetFile): Promise<SheetRow[] | undefined> {
  if (sent.file.length > (sent.read ? largeArchiveChars : largeFileChars)) return undefined
  if (sent.read) return readFile(sent)
  const isLarge = (await decompressedSize(Buffer.from(sent.file, 'base64'))) > largeContentBytes
  return isLarge ? undefined : readFile(sent)
}
