import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import { Problem } from '@lintel/contract/problems'

/** A row of a spreadsheet with its cells as text. */
export interface SheetRow {
  /** For an archive of several files, the path of the row's file. */
  file?: string
  /** Line number from 1, as the spreadsheet counts. */
  line: number
  cells: readonly string[]
  /** Index of the first cell with a formula, from 0; undefined without one. */
  formulaAt: number | undefined
  /** The row has unbalanced quotes, too many columns or is too long. */
  isBroken: boolean
}

/** An uploaded spreadsheet: base64 content and file name. */
export interface SheetFile {
  file: string
  name?: string | undefined
  /** Custom reader for an archive of several spreadsheets. */
  read?: (bytes: Buffer) => Promise<SheetRow[]>
}

/** Maximum columns of a row, and maximum characters of all its cells (security I2). */
export const maxColumns = 64
export const maxRecordLength = 32 * 1_024

/** 422: the file is not a spreadsheet. */
export const notASpreadsheet = () => new Problem('notASpreadsheet', { pointer: '/data/attributes/input/file' })

/** 413: the file decompresses to too much. */
export const tooLarge = () => new Problem('tooLarge', { pointer: '/data/attributes/input/file' })

/** 422: the file has too many rows (security I2). */
export const tooManyRows = () =>
  new Problem('tooManyRows', {
    pointer: '/data/attributes/input/file',
    detail: `A file has at most ${mostFileRows} rows`,
    meta: { limit: mostFileRows },
  })

/** Whether a row has no content; spreadsheets may have thousands of such rows. */
export const isEmpty = ({ cells, isBroken }: SheetRow): boolean =>
  !isBroken && cells.every((cell) => cell.trim() === '')
