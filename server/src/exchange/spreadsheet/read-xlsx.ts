import { promisify } from 'node:util'
import { Problem } from '@lintel/contract/problems'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { isEmpty, longestRecord, mostColumns, mostRows, notASheet, type SheetRow, tooLarge } from './sheet'
import {
  attributeOf,
  elementOf,
  elementsOf,
  plainText,
  withoutElements,
  withoutPrefixes,
  type XmlElement,
} from './xml-elements'

/** Most bytes that one part of the file unfolds to, and all that are read together (security I1). */
const largestPart = 25 * 1_024 * 1_024
const largestFile = 50 * 1_024 * 1_024

/** How many parts the file may have: a workbook of a hundred sheets has some hundred. */
const mostParts = 500

/** Longest format of a number that spreadsheets know, in characters. */
const longestFormat = 255

/** Last line that a sheet can have (ECMA-376). */
const lastLine = 1_048_576

/** Spreadsheets count days from the end of 1899, or those of the 1904 system 1,462 days later. */
const dayZero = Date.UTC(1899, 11, 30)
const dayZeroOf1904 = Date.UTC(1904, 0, 1)

/** The rows of the first sheet of an XLSX file that say something. Its formulas are not computed: their rows are said to have one. */
export async function readXlsx(bytes: Buffer): Promise<SheetRow[]> {
  try {
    const { read } = await openParts(bytes)
    const workbook = await read('xl/workbook.xml')
    const sheet = await read(firstSheet(workbook, await read('xl/_rels/workbook.xml.rels')))
    if (sheet === '') throw notASheet()
    const shared = sharedTexts(await read('xl/sharedStrings.xml'))
    return rowsOf(sheet, shared, { styles: dateStyles(await read('xl/styles.xml')), dayZero: firstDay(workbook) })
  } catch (error) {
    throw error instanceof Problem ? error : notASheet()
  }
}

/** How many bytes an archive says that it unfolds to. One that lies is refused when it is read. */
export async function unfoldedSize(bytes: Buffer): Promise<number> {
  const { entries } = await openParts(bytes).catch(() => ({ entries: new Map<string, Entry>() }))
  return [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
}

/** The day that the workbook counts from. */
function firstDay(workbook: string): number {
  const properties = elementOf(workbook, 'workbookPr')
  const is1904 = /^(1|true)$/.test((properties && attributeOf(properties, 'date1904')) ?? '')
  return is1904 ? dayZeroOf1904 : dayZero
}

const open = promisify<Buffer, object, ZipFile>(fromBuffer)

/** Gives a part of the file by its path, empty where there is none; unfolded only then, while its true size is counted. */
async function openParts(
  bytes: Buffer,
): Promise<{ entries: ReadonlyMap<string, Entry>; read: (path: string) => Promise<string> }> {
  const zip = await open(bytes, { lazyEntries: true, validateEntrySizes: true, autoClose: false })
  if (zip.entryCount > mostParts) throw tooLarge()
  const entries = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      // Two parts of one name, or a name that ends early: what one program reads is not what another one does.
      if (entries.has(entry.fileName) || entry.fileName.includes('\0')) return reject(notASheet())
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
  let left = largestFile
  const read = async (path: string) => {
    const entry = entries.get(path)
    if (!entry) return ''
    const part = await readPart(zip, entry, Math.min(left, largestPart))
    left -= part.length
    return withoutPrefixes(part.toString('utf8'))
  }
  return { entries, read }
}

async function readPart(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const stream = await promisify(
    zip.openReadStream.bind(zip) as (
      entry: Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
    ) => void,
  )(entry)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) throw tooLarge()
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

/** Where the sheet is that is shown first, by the workbook's word. */
function firstSheet(workbook: string, relations: string): string {
  const sheet = elementOf(workbook, 'sheet')
  const id = sheet && attributeOf(sheet, 'r:id')
  for (const relation of elementsOf(relations, 'Relationship')) {
    const path = attributeOf(relation, 'Id') === id && attributeOf(relation, 'Target')
    if (path) return path.startsWith('/') ? path.slice(1) : `xl/${path}`
  }
  return 'xl/worksheets/sheet1.xml'
}

/** All texts within an element, its pronunciation guides left out. */
const textOf = (xml: string): string =>
  [...elementsOf(withoutElements(xml, 'rPh'), 't')].map(({ body }) => plainText(body)).join('')

const sharedTexts = (xml: string): string[] => [...elementsOf(xml, 'si')].map(({ body }) => textOf(body))

/** Which styles show a number as a date. */
function dateStyles(xml: string): ReadonlySet<number> {
  const own = new Map(
    [...elementsOf(xml, 'numFmt')].map((format) => [
      Number(attributeOf(format, 'numFmtId')),
      attributeOf(format, 'formatCode')?.slice(0, longestFormat) ?? '',
    ]),
  )
  const isDate = (id: number) =>
    (id >= 14 && id <= 22) || /[dy]/i.test((own.get(id) ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]/g, ''))
  const styles = [...elementsOf(elementOf(xml, 'cellXfs')?.body ?? '', 'xf')]
  return new Set(styles.flatMap((style, at) => (isDate(Number(attributeOf(style, 'numFmtId'))) ? [at] : [])))
}

/** How the workbook writes days: by which styles, counted from when. */
interface Dates {
  styles: ReadonlySet<number>
  dayZero: number
}

function rowsOf(sheet: string, shared: readonly string[], dates: Dates): SheetRow[] {
  const rows: SheetRow[] = []
  let line = 0
  for (const element of elementsOf(sheet, 'row')) {
    const read = cellsOf(element, shared, dates)
    const said = lineOf(attributeOf(element, 'r'))
    // A line that no spreadsheet has is not the row's place: the row is bad where it stands.
    line = said ?? line + 1
    const row = {
      line,
      ...read,
      isBroken: read.isBroken || (said === undefined && attributeOf(element, 'r') !== undefined),
    }
    if (isEmpty(row)) continue
    if (rows.length === mostRows) throw tooLarge()
    rows.push(row)
  }
  return rows
}

/** The cells of a row. One text may be shared by all of them: what is too long together is not handed on. */
function cellsOf(
  { body }: XmlElement,
  shared: readonly string[],
  dates: Dates,
): Pick<SheetRow, 'cells' | 'hasFormula' | 'isBroken'> {
  const cells: string[] = []
  let hasFormula = false
  let length = 0
  for (const cell of elementsOf(body, 'c')) {
    const at = columnOf(attributeOf(cell, 'r')) ?? cells.length
    if (at >= mostColumns) return { cells, hasFormula, isBroken: true }
    while (cells.length < at) cells.push('')
    hasFormula ||= elementOf(cell.body, 'f') !== undefined
    const text = cellText(cell, shared, dates)
    length += text.length
    if (length > longestRecord) return { cells: [], hasFormula, isBroken: true }
    cells[at] = text
  }
  return { cells, hasFormula, isBroken: false }
}

/** The number of a line that spreadsheets have; undefined for anything else. */
function lineOf(text: string | undefined): number | undefined {
  const line = /^\d{1,7}$/.test(text ?? '') ? Number(text) : 0
  return line >= 1 && line <= lastLine ? line : undefined
}

/** `C7` is the third column: 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(cell: XmlElement, shared: readonly string[], dates: Dates): string {
  const type = attributeOf(cell, 't') ?? 'n'
  if (type === 'inlineStr') return textOf(cell.body)
  const value = plainText(elementOf(cell.body, 'v')?.body ?? '')
  if (type === 's') return shared[Number(value)] ?? ''
  const isDate = type === 'n' && value !== '' && dates.styles.has(Number(attributeOf(cell, 's') ?? -1))
  const day = new Date(dates.dayZero + Math.floor(Number(value)) * 86_400_000)
  // A number beyond all days stays the number that it is.
  return isDate && !Number.isNaN(day.getTime()) ? day.toISOString().slice(0, 10) : value
}
