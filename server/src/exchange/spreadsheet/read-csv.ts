import { setImmediate as breathe } from 'node:timers/promises'
import Papa, { type ParseResult } from 'papaparse'
import { isEmpty, longestRecord, mostColumns, notASheet, type SheetRow } from './sheet'

/** Characters that are read at once, in a few milliseconds: others are answered between any two parts, and an answer takes several turns. */
const charactersAtOnce = 16 * 1_024

/**
 * The lines of a text separated by `;`, `,` or tab that say something, in the encodings that spreadsheets write (security I2). Read in
 * parts, so that the event loop turns in between.
 */
export async function readCsv(bytes: Buffer, atOnce = charactersAtOnce): Promise<SheetRow[]> {
  const text = decode(bytes)
  // A text has no such character: this is something else.
  if (text.includes('\u0000')) throw notASheet()
  const rows: SheetRow[] = []
  let line = 0
  for await (const { data, errors } of partsOf(text, atOnce)) {
    const broken = new Set(errors.map(({ row }) => row))
    for (const [at, cells] of data.entries()) {
      line += 1
      if (line === 1 && isAboutTheFile(cells[0] ?? '')) continue
      const row = rowOf(cells, line, broken.has(at))
      if (!isEmpty(row)) rows.push(row)
    }
  }
  return rows
}

/** The records of a text, those that end in the same part at once. */
async function* partsOf(text: string, atOnce: number): AsyncGenerator<ParseResult<string[]>, void> {
  const parser = new Papa.Parser({ delimiter: delimiterOf(text), newline: endOfLinesOf(text) })
  let size = atOnce
  for (let from = 0; from < text.length; ) {
    const until = Math.min(from + size, text.length)
    const isLast = until === text.length
    const part: ParseResult<string[]> = parser.parse(text.slice(from, until), 0, !isLast)
    yield part
    // A record that is longer than a part is looked at in twice as long ones, not again and again.
    size = part.meta.cursor === 0 ? size * 2 : atOnce
    from = isLast ? text.length : from + part.meta.cursor
    await breathe()
  }
}

const rowOf = (cells: string[], line: number, isMalformed: boolean): SheetRow => ({
  line,
  cells: cells.slice(0, mostColumns),
  formulaAt: undefined,
  isBroken:
    isMalformed || cells.length > mostColumns || cells.reduce((sum, cell) => sum + cell.length, 0) > longestRecord,
})

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

/** How lines end, found as the parser does where it is not told: as Windows has it, as the Mac once had it, or as all others. */
function endOfLinesOf(text: string): '\r\n' | '\r' | '\n' {
  const beginning = text.slice(0, 16 * charactersAtOnce).replaceAll(/"[^"]*"/g, '')
  const [feed, carriage] = [beginning.indexOf('\n'), beginning.indexOf('\r')]
  if (carriage < 0 || (feed >= 0 && feed < carriage)) return '\n'
  const count = (end: RegExp) => beginning.match(end)?.length ?? 0
  return count(/\r\n/g) * 2 >= count(/\r/g) ? '\r\n' : '\r'
}
