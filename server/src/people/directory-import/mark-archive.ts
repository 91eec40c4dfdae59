import { PassThrough, Readable } from 'node:stream'
import { byteOrderMark, csvLine, textOfCell } from '@lintel/contract/exchange/csv'
import { Problem } from '@lintel/contract/problems'
import { ZipFile } from 'yazl'
import { openEntry, openZip } from '../../exchange/spreadsheet/open-zip'
import { readArchive } from '../../exchange/spreadsheet/read-archive'
import type { SheetRow } from '../../exchange/spreadsheet/sheet'
import type { LineErrors } from './line-errors'
import { filesOf } from './read-directory'

type Files = ReadonlyMap<string, readonly SheetRow[]>

/**
 * The CSV files of an archive with a last column of this heading that says what is wrong with each line; one from an earlier download is replaced.
 * Names, lines, columns and separators stay, and reading the files again gives the same cells. Throws like `readArchive`, and 409 `conflict` if a
 * line with an error is not in the archive.
 */
export async function markArchive(bytes: Buffer, errors: LineErrors, heading: string): Promise<Readable> {
  const files = filesOf(await readArchive(bytes))
  assertPlanned(files, errors)
  const separators = await readSeparators(bytes, files)
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  zip.on('error', (error: Error) => output.destroy(error))
  for (const [name, rows] of files) {
    const marked = markedCsv(rows, errors.get(name) ?? new Map(), { heading, separator: separators.get(name) ?? ';' })
    zip.addReadStream(Readable.from(marked, { objectMode: false }), name)
  }
  zip.end()
  return output
}

function assertPlanned(files: Files, errors: LineErrors): void {
  for (const [name, ofFile] of errors) {
    const lines = new Set(files.get(name)?.map(({ line }) => line))
    if ([...ofFile.keys()].every((line) => lines.has(line))) continue
    throw new Problem('conflict', { pointer: '/file', detail: 'This is not the archive that was planned' })
  }
}

/** The separator of each file, by its beginning. */
async function readSeparators(bytes: Buffer, files: Files): Promise<Map<string, string>> {
  const separators = new Map<string, string>()
  const zip = await openZip(bytes, { strictFileNames: true })
  for await (const entry of zip.eachEntry()) {
    if (!files.has(entry.fileName)) continue
    for await (const chunk of await openEntry(zip, entry)) {
      separators.set(entry.fileName, separatorOf(Buffer.from(chunk).toString('latin1')))
      break
    }
  }
  return separators
}

/** The most frequent separator in the first line that has any. */
function separatorOf(beginning: string): string {
  const line = beginning.split(/[\r\n]+/).find((each) => /[;\t,]/.test(each)) ?? ''
  const count = (separator: string) => line.split(separator).length
  return [';', '\t', ','].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Approximate characters per written chunk. */
const chunkLength = 64 * 1_024

/** A line that could not be divided into cells stands as one text behind the columns, and is refused until it is mended. */
function* markedCsv(
  [headings, ...lines]: readonly SheetRow[],
  errors: ReadonlyMap<number, string>,
  { heading, separator }: { heading: string; separator: string },
): Generator<string, void> {
  if (!headings) return
  const earlier = headings.cells.findIndex((cell) => cell.trim().startsWith(heading))
  const withoutEarlier = (cells: readonly string[]) => cells.filter((_, at) => at !== earlier)
  const cellsOf = ({ cells, isBroken }: SheetRow) =>
    isBroken ? [...withoutEarlier(headings.cells).map(() => ''), cells.join(separator)] : withoutEarlier(cells)
  const titles = withoutEarlier(headings.cells)
  const width = lines.reduce((most, line) => Math.max(most, filledLength(cellsOf(line))), filledLength(titles))
  const write = (cells: readonly string[], last: string) =>
    [...Array.from({ length: width }, (_, at) => cells[at] ?? ''), last]
      .map((cell) => cellText(cell, separator))
      .join(separator)
      .concat('\r\n')
  let piece = byteOrderMark + write(titles, headingText(heading, errors.get(headings.line)))
  for (const line of lines) {
    piece += write(cellsOf(line), errors.get(line.line) ?? '')
    if (piece.length < chunkLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

const filledLength = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** The heading with the error of the whole file. It has no separator, since the headings decide which one the file has. */
const headingText = (heading: string, error: string | undefined): string =>
  (error === undefined ? heading : `${heading}: ${error}`).replaceAll(/[;,\t]+/g, ' –')

/** A cell as the import reads it, written like {@link csvLine} for this separator. */
function cellText(cell: string, separator: string): string {
  const text = csvLine([textOfCell(cell.trim())]).slice(0, -2)
  return text.includes(separator) && !text.startsWith('"') ? `"${text}"` : text
}
