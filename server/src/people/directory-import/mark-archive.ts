import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { byteOrderMark, csvLine, textOfCell } from '@lintel/contract/exchange/csv'
import { Problem } from '@lintel/contract/problems'
import { ZipFile } from 'yazl'
import { eachFile } from '../../exchange/spreadsheet/read-archive'
import { addedColumns, errorsColumn, errorsMark, maxColumns, type SheetRow } from '../../exchange/spreadsheet/sheet'
import { storableText } from '../../platform/cut-text'
import { assertRowLimit } from '../change-sets/engine/assert-row-limit'
import type { LineErrors } from './line-errors'

type Files = ReadonlyMap<string, readonly SheetRow[]>

/**
 * The CSV files of an archive with a last column of this heading that says what is wrong with each line; one from an earlier download is replaced.
 * Names, columns (16,384 at most) and separators stay, and reading the files again gives the same cells. Empty lines, a first line about the file (`#TYPE`, `sep=`)
 * and files without a row are left out, so that later lines move up; the text is UTF-8. Throws like `eachFile`, 413 `tooManyRows` for more than an
 * import may have, and 409 `conflict` if a line with an error is not in the archive or lacks a cell that identified it.
 */
export async function markArchive(bytes: Buffer, errors: LineErrors, heading: string): Promise<Buffer> {
  const files = await readFiles(bytes)
  await assertPlanned(files, errors)
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  zip.on('error', (error: Error) => output.destroy(error))
  for (const [name, rows] of files) {
    const marked = markedCsv(rows, errors.get(name) ?? new Map(), heading)
    zip.addReadStream(Readable.from(marked, { objectMode: false }), name)
  }
  zip.end()
  return buffer(output)
}

/** Reads the rows of each file by its name. All lines are written as wide as the widest: those of a wide file count several times. */
async function readFiles(bytes: Buffer): Promise<Files> {
  const files = new Map<string, SheetRow[]>()
  let count = 0
  for await (const rows of eachFile(bytes, { keepsAllCells: true })) {
    const [headings, ...lines] = rows
    if (headings?.file === undefined) continue
    const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 1)
    count += lines.length * Math.ceil(width / (maxColumns + addedColumns))
    assertRowLimit('ad-import', count)
    files.set(headings.file, rows)
  }
  return files
}

/** Lines compared before other requests are served. */
const linesAtATime = 100

async function assertPlanned(files: Files, errors: LineErrors): Promise<void> {
  let compared = 0
  for (const [name, ofFile] of errors) {
    const rows = new Map(files.get(name)?.map((row) => [row.line, row]))
    for (const [line, { given }] of ofFile) {
      compared += 1
      if (compared % linesAtATime === 0) await yieldToEventLoop()
      const row = rows.get(line)
      if (row && hasCells(row, given)) continue
      throw new Problem('conflict', { pointer: '/file', detail: 'This is not the archive that was planned' })
    }
  }
}

/** Whether a row has each of these cells, which may be cut. */
function hasCells({ cells }: SheetRow, given: readonly string[]): boolean {
  if (given.length === 0) return true
  const text = comparable(cells.map((cell) => textOfCell(cell.trim())).join('\n'))
  return given.every((cell) => text.includes(comparable(cell)))
}

const comparable = (text: string): string => storableText(text).normalize('NFC').toLowerCase()

/** Approximate characters per written chunk. */
const chunkLength = 64 * 1_024

/** A line with unbalanced quotes stands as one text behind the columns, and is refused until it is mended. */
function* markedCsv(
  [headings, ...lines]: readonly SheetRow[],
  errors: ReadonlyMap<number, { text: string }>,
  heading: string,
): Generator<string, void> {
  if (!headings) return
  const { separator = ';' } = headings
  const earlier = errorsColumn(headings.cells)
  const withoutEarlier = (cells: readonly string[]) => cells.filter((_, at) => at !== earlier)
  const titles = withoutEarlier(headings.cells)
  const emptyCells = Array.from({ length: filledLength(titles) }, () => '')
  const cellsOf = ({ cells, hasBadQuotes }: SheetRow) =>
    hasBadQuotes ? [...emptyCells, cells.join(separator)] : withoutEarlier(cells)
  const width = lines.reduce((most, line) => Math.max(most, filledLength(cellsOf(line))), filledLength(titles))
  const write = (cells: readonly string[], last: string) =>
    [...Array.from({ length: width }, (_, at) => cells[at] ?? ''), last]
      .map((cell) => cellText(cell, separator))
      .join(separator)
      .concat('\r\n')
  let piece = byteOrderMark + write(titles, headingText(heading, errors.get(headings.line)?.text))
  for (const line of lines) {
    piece += write(cellsOf(line), errors.get(line.line)?.text ?? '')
    if (piece.length < chunkLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

const filledLength = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** The heading with its mark and the error of the whole file. It has no separator, since the headings decide which one the file has. */
const headingText = (heading: string, error: string | undefined): string =>
  `${errorsMark} ${error === undefined ? heading : `${heading}: ${error}`}`.replaceAll(/[;,\t]+/g, ' –')

/** A cell as the import reads it, written like {@link csvLine} for this separator. */
function cellText(cell: string, separator: string): string {
  const text = csvLine([textOfCell(cell.trim())]).slice(0, -2)
  return text.includes(separator) && !text.startsWith('"') ? `"${text}"` : text
}
