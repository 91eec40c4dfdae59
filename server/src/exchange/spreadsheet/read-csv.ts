import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import Papa, { type ParseResult } from 'papaparse'
import {
  addedColumns,
  errorsColumn,
  isEmpty,
  maxColumns,
  maxRecordLength,
  notASpreadsheet,
  type SheetRow,
} from './sheet'

/** Characters parsed per chunk, which takes a few milliseconds, so that other requests are served in between. */
const defaultChunkSize = 16 * 1_024

/** Columns of a sheet in spreadsheet programs. */
const sheetColumns = 16_384

interface CsvOptions {
  /** Keep also the cells of a row beyond the maximum of columns, as far as a sheet has them. */
  keepsAllCells?: boolean
  chunkSize?: number
}

/**
 * Reads the non-empty lines of a text separated by `;`, `,` or tab, in the encodings that spreadsheets write
 * (security I2). Parses in chunks and yields to the event loop in between. A column of errors does not count for the limits.
 */
export async function readCsv(
  bytes: Buffer,
  { keepsAllCells = false, chunkSize = defaultChunkSize }: CsvOptions = {},
): Promise<SheetRow[]> {
  const text = decode(bytes)
  // A NUL character means that this is not a text file.
  if (text.includes('\u0000')) throw notASpreadsheet()
  const separator = detectDelimiter(text)
  const rows: SheetRow[] = []
  let line = 0
  let errorsAt = -1
  for await (const { data, errors } of parseChunks(text, separator, chunkSize)) {
    const broken = new Set(errors.map(({ row }) => row))
    for (const [at, cells] of data.entries()) {
      line += 1
      if (line === 1 && isDirective(cells[0] ?? '')) continue
      if (rows.length === 0) errorsAt = errorsColumn(cells)
      const hasBadQuotes = broken.has(at)
      const row = {
        line,
        cells: cells.slice(0, keepsAllCells ? sheetColumns : columnLimit(errorsAt)),
        formulaAt: undefined,
        isBroken: hasBadQuotes || isTooLarge(cells, errorsAt),
        hasBadQuotes,
        separator,
      }
      if (!isEmpty(row)) rows.push(row)
    }
  }
  return rows
}

/** Parses a text chunk by chunk; yields the complete records of each chunk. */
async function* parseChunks(
  text: string,
  delimiter: string,
  chunkSize: number,
): AsyncGenerator<ParseResult<string[]>, void> {
  const parser = new Papa.Parser({ delimiter, newline: detectLineEnding(text) })
  let size = chunkSize
  for (let from = 0; from < text.length; ) {
    const until = Math.min(from + size, text.length)
    const isLast = until === text.length
    const part: ParseResult<string[]> = parser.parse(text.slice(from, until), 0, !isLast)
    yield part
    // Double the chunk size for a record longer than the chunk, to avoid parsing it repeatedly in small steps.
    size = part.meta.cursor === 0 ? size * 2 : chunkSize
    from = isLast ? text.length : from + part.meta.cursor
    await yieldToEventLoop()
  }
}

const columnLimit = (errorsAt: number): number => (errorsAt < 0 ? maxColumns : maxColumns + addedColumns)

const isTooLarge = (cells: readonly string[], errorsAt: number): boolean =>
  cells.length > columnLimit(errorsAt) ||
  cells.reduce((sum, cell, at) => (at === errorsAt ? sum : sum + cell.length), 0) > maxRecordLength

/** Whether the first line is a directive, not a row: PowerShell writes `#TYPE`, spreadsheets write `sep=`. */
const isDirective = (line: string): boolean => /^"?#TYPE\b|^sep=/i.test(line)

/** Decodes by byte order mark, else as UTF-16LE if its zero bytes show that, else as UTF-8, else as Windows-1252. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (hasZeroBytesOfUtf16(bytes)) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whether in the first kilobyte most upper bytes of UTF-16LE are zero and hardly any lower one, as in a text of mostly Latin letters. */
function hasZeroBytesOfUtf16(bytes: Buffer): boolean {
  const beginning = bytes.subarray(0, 1_024)
  const characters = beginning.length / 2
  const zeros = (position: 0 | 1) => beginning.filter((byte, at) => byte === 0 && at % 2 === position).length
  return zeros(1) > characters / 2 && zeros(0) < characters / 10
}

/** The most frequent separator in the first row. */
function detectDelimiter(text: string): string {
  const [first = '', second = ''] = text.slice(0, 4_096).split(/\r?\n/, 2)
  const line = isDirective(first) ? second : first
  const count = (separator: string) => line.split(separator).length
  return [';', '\t', ','].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Detects the line ending with the parser's own heuristic: CRLF, CR or LF. */
function detectLineEnding(text: string): '\r\n' | '\r' | '\n' {
  const beginning = text.slice(0, 16 * defaultChunkSize).replaceAll(/"[^"]*"/g, '')
  const [feed, carriage] = [beginning.indexOf('\n'), beginning.indexOf('\r')]
  if (carriage < 0 || (feed >= 0 && feed < carriage)) return '\n'
  const count = (end: RegExp) => beginning.match(end)?.length ?? 0
  return count(/\r\n/g) * 2 >= count(/\r/g) ? '\r\n' : '\r'
}
