import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import { readCsv } from './read-csv'
import { readXlsx, unfoldedSize as unfoldedArchive } from './read-xlsx'
import { isEmpty, notASheet, type SheetFile, type SheetRow, tooManyRows } from './sheet'

/**
 * The rows of a spreadsheet that say something: XLSX (its first sheet) or CSV, told apart by the first bytes. Throws 422 for a file
 * that is called a spreadsheet and is none, 413 for one that unfolds to more than is read.
 */
export async function readSheet(bytes: Buffer, name = ''): Promise<SheetRow[]> {
  const isZip = isArchive(bytes)
  // The spreadsheets of before 2007 and encrypted ones begin like this.
  const isOld = bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
  if (isOld || (/\.xls[xm]?$/i.test(name) && !isZip)) throw notASheet()
  const rows = isZip ? (await readXlsx(bytes)).filter((row) => !isEmpty(row)) : await readCsv(bytes)
  if (rows.length > mostFileRows) throw tooManyRows()
  return rows
}

const isArchive = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** How many bytes of text a spreadsheet is to read; of an archive what it unfolds to. */
export const unfoldedSize = async (bytes: Buffer): Promise<number> =>
  isArchive(bytes) ? unfoldedArchive(bytes) : bytes.length

/** Files from here on are read by a job, in characters of base64: what takes longer than anybody should wait for a click. */
const heavyFrom = 512 * 1_024

/** The same of an archive of several files, which unfolds to a hundred times as much. */
const heavyArchiveFrom = 24 * 1_024

/** The same of what an archive unfolds to, in bytes. */
const heavyUnfoldedFrom = 2 * 1_024 * 1_024

/** The rows of a spreadsheet as it is sent. */
export const readFile = ({ file, name, read }: SheetFile): Promise<SheetRow[]> => {
  const bytes = Buffer.from(file, 'base64')
  return read ? read(bytes) : readSheet(bytes, name)
}

/** The same, where it is read while somebody waits; undefined for one so large that a job is to read it. */
export async function readSmallFile(sent: SheetFile): Promise<SheetRow[] | undefined> {
  if (sent.file.length > (sent.read ? heavyArchiveFrom : heavyFrom)) return undefined
  if (sent.read) return readFile(sent)
  const isHeavy = (await unfoldedSize(Buffer.from(sent.file, 'base64'))) > heavyUnfoldedFrom
  return isHeavy ? undefined : readFile(sent)
}
