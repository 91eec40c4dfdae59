import { Problem } from '@lintel/contract/problems'

/** A row of a spreadsheet, as texts. */
export interface SheetRow {
  /** Its line from 1, as the spreadsheet counts. */
  line: number
  cells: readonly string[]
  /** A cell is computed, not written. */
  hasFormula: boolean
  /** Its quotes do not close, it has too many columns or it is too long. */
  isBroken: boolean
}

/** Most columns of a row that are read. */
export const mostColumns = 64

/** The file is not what it says it is. */
export const notASheet = () =>
  new Problem('invalid', { pointer: '/data/attributes/input/file', detail: 'It is not a spreadsheet that can be read' })
