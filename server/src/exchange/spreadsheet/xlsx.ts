import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { columnName, sheetFoot, sheetHead, sheetPath, style, workbookParts, xmlText } from './xlsx-parts'

/** What a cell holds: a text, a number, or an instant (RFC 3339) that is shown as a day or to the minute, in UTC. */
export type Cell = string | number | { day: string } | { minute: string }

/** The filled cells of a row, from left to right, each with its column (0 is the first). */
export type Row = readonly (readonly [number, Cell])[]

/** A table: its headings stay in sight, and so do its first columns. */
export interface Sheet {
  name: string
  headings: readonly string[]
  frozenColumns: number
  rows: AsyncIterable<Row>
}

/** The most rows of one sheet (security I5); a longer table goes on in further sheets of the same name. */
export const mostSheetRows = 100_000

/** The most columns that the format has. */
export const mostSheetColumns = 16_384

/** Rows are handed on in pieces of about this many characters. */
const pieceLength = 64 * 1_024

/**
 * A workbook as it is written: rows are asked for as fast as the reader takes them, so that a table of any length needs the
 * memory of a few rows. Cells are typed, texts are never formulas, and nothing is a link.
 */
export function writeXlsx(sheets: readonly Sheet[]): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  zip.on('error', (error: Error) => output.destroy(error))
  writeSheets(zip, output, sheets).catch((error: Error) => output.destroy(error))
  return output
}

async function writeSheets(zip: ZipFile, output: Readable, sheets: readonly Sheet[]): Promise<void> {
  const names: string[] = []
  for (const sheet of sheets) {
    const rows = lookingAhead(sheet.rows)
    for (let part = 1; part === 1 || !(await rows.isOver()); part += 1) {
      names.push(xmlText(part === 1 ? sheet.name : `${sheet.name} ${part}`))
      const xml = Readable.from(sheetXml(sheet, rows), { objectMode: false, highWaterMark: pieceLength })
      const stop = () => xml.destroy()
      output.once('close', stop)
      zip.addReadStream(xml, sheetPath(names.length))
      await once(xml, 'close')
      output.off('close', stop)
      if (output.destroyed) return await rows.stop()
    }
  }
  for (const [path, content] of workbookParts(names)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
}

async function* sheetXml({ headings, frozenColumns }: Sheet, rows: Rows): AsyncGenerator<string, void> {
  const first = headings.map((heading, column) => cellXml(column, 1, heading, style.heading)).join('')
  let piece = `${sheetHead(frozenColumns)}<row r="1">${first}</row>`
  for (let number = 2; number <= mostSheetRows; number += 1) {
    const row = await rows.next()
    if (!row) break
    piece += `<row r="${number}">${row.map(([column, cell]) => cellXml(column, number, cell)).join('')}</row>`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece + sheetFoot
}

function cellXml(column: number, row: number, cell: Cell, textStyle: number = style.text): string {
  const at = `${columnName(column)}${row}`
  if (typeof cell === 'string') {
    return `<c r="${at}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
  }
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if ('day' in cell) return `<c r="${at}" s="${style.day}"><v>${Math.floor(serialOf(cell.day))}</v></c>`
  return `<c r="${at}" s="${style.minute}"><v>${serialOf(cell.minute)}</v></c>`
}

/** Days since the last day of 1899, as spreadsheets count. */
const serialOf = (instant: string): number => Date.parse(instant) / 86_400_000 + 25_569

interface Rows {
  next(): Promise<Row | undefined>
  isOver(): Promise<boolean>
  stop(): Promise<void>
}

/** Rows of which one can be looked at before it is taken: whether another sheet is needed. */
function lookingAhead(source: AsyncIterable<Row>): Rows {
  const iterator = source[Symbol.asyncIterator]()
  let ahead: Promise<IteratorResult<Row>> | undefined
  return {
    async next() {
      const result = await (ahead ?? iterator.next())
      ahead = undefined
      return result.done ? undefined : result.value
    },
    async isOver() {
      ahead ??= iterator.next()
      return (await ahead).done ?? false
    },
    async stop() {
      await iterator.return?.()
    },
  }
}
