import { Problem } from '@lintel/contract/problems'

/** A row of a spreadsheet, as texts. */
export interface SheetRow {
  /** Its line from 1, as the spreadsheet counts. */
  line: number
  cells: readonly string[]
  /** The first cell that is computed, not written, from 0; undefined where all are written. */
  formulaAt: number | undefined
  /** Its quotes do not close, it has too many columns or it is too long. */
  isBroken: boolean
}

/** Most columns of a row that are read, and most characters of all its cells together (security I2). */
export const mostColumns = 64
export const longestRecord = 32 * 1_024

/** Most rows of a file that say something (security I2). */
export const mostRows = 100_000

/** The file is not what it says it is. */
export const notASheet = () => new Problem('notASpreadsheet', { pointer: '/data/attributes/input/file' })

/** The file unfolds to more than is read. */
export const tooLarge = () => new Problem('tooLarge', { pointer: '/data/attributes/input/file' })

/** The file has more rows than are read. */
export const tooManyRows = () =>
  new Problem('tooLarge', { pointer: '/data/attributes/input/file', meta: { limit: mostRows } })

/** A row that says nothing: spreadsheets have thousands of them. */
export const isEmpty = ({ cells, isBroken }: SheetRow): boolean =>
  !isBroken && cells.every((cell) => cell.trim() === '')
