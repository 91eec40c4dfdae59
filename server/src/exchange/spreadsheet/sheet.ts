import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import { Problem } from '@lintel/contract/problems'

/** A row of a spreadsheet, as texts. */
export interface SheetRow {
  /** Of an archive of several files, the path of its file. */
  file?: string
  /** Its line from 1, as the spreadsheet counts. */
  line: number
  cells: readonly string[]
  /** The first cell that is computed, not written, from 0; undefined where all are written. */
  formulaAt: number | undefined
  /** Its quotes do not close, it has too many columns or it is too long. */
  isBroken: boolean
}

/** A spreadsheet as it is sent: in base64, with the name of the file. */
export interface SheetFile {
  file: string
  name?: string | undefined
  /** Reads what is no single spreadsheet: an archive of several. */
  read?: (bytes: Buffer) => Promise<SheetRow[]>
}

/** Most columns of a row that are read, and most characters of all its cells together (security I2). */
export const mostColumns = 64
export const longestRecord = 32 * 1_024

/** The file is not what it says it is. */
export const notASheet = () => new Problem('notASpreadsheet', { pointer: '/data/attributes/input/file' })

/** The file unfolds to more than is read. */
export const tooLarge = () => new Problem('tooLarge', { pointer: '/data/attributes/input/file' })

/** The file has more rows than are read (security I2). */
export const tooManyRows = () =>
  new Problem('tooManyRows', {
    pointer: '/data/attributes/input/file',
    detail: `A file has at most ${mostFileRows} rows`,
    meta: { limit: mostFileRows },
  })

/** A row that says nothing: spreadsheets have thousands of them. */
export const isEmpty = ({ cells, isBroken }: SheetRow): boolean =>
  !isBroken && cells.every((cell) => cell.trim() === '')
