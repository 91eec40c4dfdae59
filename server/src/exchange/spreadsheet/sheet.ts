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
  /** It has unbalanced quotes, so that its cells are not those that were meant. */
  hasBadQuotes?: boolean
  /** What separates the cells of the file, where it is a text. */
  separator?: string
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

/** How the heading of a column begins that our downloads add to a file with the errors of its lines. */
export const errorsMark = '[!]'

/** Columns that such a file may have more: the errors, and before them the text of lines with unbalanced quotes. */
export const addedColumns = 2

/** The index of the column of errors among the headings; -1 without one. */
export const errorsColumn = (headings: readonly string[]): number =>
  headings.findIndex((cell) => cell.trim().startsWith(errorsMark))

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
