import Papa from 'papaparse'
import { longestRecord, mostColumns, notASheet, type SheetRow } from './sheet'

/** The lines of a text separated by `;`, `,` or tab, in the encodings that spreadsheets write (security I2). */
export function readCsv(bytes: Buffer): SheetRow[] {
  const text = decode(bytes)
  // A text has no such character: this is something else.
  if (text.includes('\u0000')) throw notASheet()
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) })
  const broken = new Set(errors.map(({ row }) => row))
  const rows = data.map((cells, at) => ({
    line: at + 1,
    cells: cells.slice(0, mostColumns),
    formulaAt: undefined,
    isBroken:
      broken.has(at) || cells.length > mostColumns || cells.reduce((sum, cell) => sum + cell.length, 0) > longestRecord,
  }))
  return isAboutTheFile(rows[0]?.cells[0] ?? '') ? rows.slice(1) : rows
}

/** A first line that is no row: PowerShell says there of which type its objects are, spreadsheets which separator follows. */
const isAboutTheFile = (line: string): boolean => /^"?#TYPE\b|^sep=/i.test(line)

/** By the mark at the beginning, else UTF-8, else what Windows wrote before that. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that the first line of rows has most of. */
function delimiterOf(text: string): string {
  const [first = '', second = ''] = text.slice(0, 4_096).split(/\r?\n/, 2)
  const line = isAboutTheFile(first) ? second : first
  const count = (separator: string) => line.split(separator).length
  return [';', '\t', ','].reduce((best, each) => (count(each) > count(best) ? each : best))
}
