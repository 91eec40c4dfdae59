import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { dayMs } from '../../platform/clock'
import { columnName, sheetFoot, sheetHead, sheetPath, style, workbookParts, xmlText } from './xlsx-parts'

/** A cell value: text, number, or an instant (RFC 3339) displayed as a day or to the minute, in UTC. */
export type Cell = string | number | { day: string } | { minute: string }

/** The non-empty cells of a row in order, each with its column index from 0. */
export type Row = readonly (readonly [number, Cell])[]

/** A table whose headings and first columns are frozen. */
export interface Sheet {
  name: string
  headings: readonly string[]
  frozenColumns: number
  rows: AsyncIterable<Row>
}

/** Maximum rows of one sheet (security I5); a longer table continues in further sheets with a numbered name. */
export const maxSheetRows = 100_000

/** Maximum columns of the format. */
export const maxSheetColumns = 16_384

/** Approximate characters per written chunk. */
const chunkLength = 64 * 1_024

/** Streams a workbook with backpressure, so that memory stays at a few rows. Cells are typed; text is never a formula or a link. */
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
    const rows = peekable(sheet.rows)
    for (let part = 1; part === 1 || !(await rows.isDone()); part += 1) {
      names.push(xmlText(part === 1 ? sheet.name : `${sheet.name} ${part}`))
      const xml = Readable.from(sheetXml(sheet, rows), { objectMode: false, highWaterMark: chunkLength })
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
  for (let number = 2; number <= maxSheetRows; number += 1) {
    const row = await rows.next()
    if (!row) break
    piece += `<row r="${number}">${row.map(([column, cell]) => cellXml(column, number, cell)).join('')}</row>`
    if (piece.length < chunkLength) continue
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

/** Date serial: days since 1899-12-30. */
const serialOf = (instant: string): number => Date.parse(instant) / dayMs + 25_569

interface Rows {
  next(): Promise<Row | undefined>
  isDone(): Promise<boolean>
  stop(): Promise<void>
}

/** Wraps rows so that the end can be detected before the next row is read, which decides whether another sheet is needed. */
function peekable(source: AsyncIterable<Row>): Rows {
  const iterator = source[Symbol.asyncIterator]()
  let peeked: Promise<IteratorResult<Row>> | undefined
  return {
    async next() {
      const result = await (peeked ?? iterator.next())
      peeked = undefined
      return result.done ? undefined : result.value
    },
    async isDone() {
      peeked ??= iterator.next()
      return (await peeked).done ?? false
    },
    async stop() {
      await iterator.return?.()
    },
  }
}
