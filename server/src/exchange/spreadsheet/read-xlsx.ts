import { promisify } from 'node:util'
import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import { Problem } from '@lintel/contract/problems'
import type { Entry, ZipFile } from 'yauzl'
import { type Attributes, type XmlListener, xmlReader } from './read-xml'
import { isEmpty, longestRecord, mostColumns, notASheet, type SheetRow, tooLarge, tooManyRows } from './sheet'

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

/**
 * The rows of the first sheet of an XLSX file that say something, read while the file unfolds. Its formulas are not computed: their
 * rows are said to have one.
 */
export async function readXlsx(bytes: Buffer): Promise<SheetRow[]> {
  try {
    const { entries, read } = await openParts(bytes)
    const workbook = { sheet: '', is1904: false }
    await read('xl/workbook.xml', workbookInto(workbook))
    const paths = new Map<string, string>()
    await read('xl/_rels/workbook.xml.rels', pathsInto(paths))
    const path = paths.get(workbook.sheet) ?? 'xl/worksheets/sheet1.xml'
    if (!entries.has(path)) throw notASheet()
    const shared: string[] = []
    await read('xl/sharedStrings.xml', textsInto(shared))
    const styles = new Set<number>()
    await read('xl/styles.xml', dateStylesInto(styles))
    const rows: SheetRow[] = []
    await read(path, rowsInto(rows, { shared, styles, dayZero: workbook.is1904 ? dayZeroOf1904 : dayZero }))
    return rows
  } catch (error) {
    throw error instanceof Problem ? error : notASheet()
  }
}

/** How many bytes an archive says that it unfolds to. One that lies is refused when it is read. */
export async function unfoldedSize(bytes: Buffer): Promise<number> {
  const { entries } = await openParts(bytes).catch(() => ({ entries: new Map<string, Entry>() }))
  return [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
}

/** Opens an archive, with the library for it: loaded with the first. */
async function open(bytes: Buffer, options: object): Promise<ZipFile> {
  const { fromBuffer } = await import('yauzl')
  return promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, options)
}

/** A file whose parts are read by their path, none where there is none; each unfolded only then, while its true size is counted. */
async function openParts(bytes: Buffer): Promise<{
  entries: ReadonlyMap<string, Entry>
  read: (path: string, listener: XmlListener) => Promise<void>
}> {
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
  const read = async (path: string, listener: XmlListener) => {
    const entry = entries.get(path)
    if (entry) left -= await readPart(zip, entry, Math.min(left, largestPart), listener)
  }
  return { entries, read }
}

/** Gives how many bytes the part has. */
async function readPart(zip: ZipFile, entry: Entry, most: number, listener: XmlListener): Promise<number> {
  const stream = await promisify(
    zip.openReadStream.bind(zip) as (
      entry: Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
    ) => void,
  )(entry)
  const decoder = new TextDecoder()
  const reader = xmlReader(listener)
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) throw tooLarge()
    reader.write(decoder.decode(Buffer.from(chunk), { stream: true }))
  }
  reader.write(decoder.decode())
  reader.end()
  return size
}

/** Which sheet is shown first, by the id of its relation, and which day the workbook counts from. */
const workbookInto = (workbook: { sheet: string; is1904: boolean }): XmlListener => ({
  open(name, attributes) {
    if (name === 'sheet') workbook.sheet ||= attributes().id ?? ''
    if (name === 'workbookPr') workbook.is1904 = /^(1|true)$/.test(attributes().date1904 ?? '')
  },
})

/** Where the parts are that the workbook names. */
const pathsInto = (paths: Map<string, string>): XmlListener => ({
  open(name, attributes) {
    if (name !== 'Relationship') return
    const { Id, Target } = attributes()
    if (Id && Target && !paths.has(Id)) paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  },
})

/** Gathers the text of an element, its pronunciation guides left out. */
function textGatherer() {
  let text = ''
  let isText = false
  let isGuide = false
  return {
    begin() {
      text = ''
    },
    open(name: string) {
      if (name === 'rPh') isGuide = true
      isText = name === 't' && !isGuide
    },
    close(name: string) {
      if (name === 'rPh') isGuide = false
      if (name === 't') isText = false
    },
    text(more: string) {
      if (isText) text += more
    },
    get: () => text,
  }
}

/** The texts that cells share. */
function textsInto(shared: string[]): XmlListener {
  const gathered = textGatherer()
  return {
    open(name) {
      if (name === 'si') gathered.begin()
      gathered.open(name)
    },
    close(name) {
      gathered.close(name)
      if (name === 'si') shared.push(gathered.get())
    },
    text: gathered.text,
  }
}

/** Which styles show a number as a date. */
function dateStylesInto(styles: Set<number>): XmlListener {
  const own = new Map<number, string>()
  const isDate = (id: number) =>
    (id >= 14 && id <= 22) || /[dy]/i.test((own.get(id) ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]/g, ''))
  let isOfCells = false
  let at = 0
  return {
    open(name, attributes) {
      if (name === 'cellXfs') isOfCells = true
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes()
        own.set(Number(numFmtId), formatCode.slice(0, longestFormat))
      }
      if (name !== 'xf' || !isOfCells) return
      if (isDate(Number(attributes().numFmtId))) styles.add(at)
      at += 1
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  }
}

/** What cells refer to: texts they share, and how the workbook writes days. */
interface Workbook {
  shared: readonly string[]
  styles: ReadonlySet<number>
  dayZero: number
}

/** A row while it is read. */
interface OpenRow extends Omit<SheetRow, 'cells'> {
  cells: string[]
  length: number
  /** It is too wide or too long: the rest of it is passed over. */
  isCut: boolean
}

function rowsInto(rows: SheetRow[], workbook: Workbook): XmlListener {
  const inline = textGatherer()
  let line = 0
  let row: OpenRow | undefined
  let cell: { attributes: Attributes; value: string } | undefined
  let isValue = false
  return {
    open(name, attributes) {
      if (name === 'row') {
        const { r } = attributes()
        // A line that no spreadsheet has is not the row's place: the row is bad where it stands.
        const said = lineOf(r)
        line = said ?? line + 1
        const isBroken = said === undefined && r !== undefined
        row = { line, cells: [], length: 0, formulaAt: undefined, isBroken, isCut: false }
      } else if (name === 'c' && row && !row.isCut) {
        cell = { attributes: attributes(), value: '' }
        inline.begin()
      } else if (name === 'f' && cell && row) {
        row.formulaAt ??= columnOf(cell.attributes.r) ?? row.cells.length
      }
      isValue = name === 'v'
      inline.open(name)
    },
    close(name) {
      inline.close(name)
      if (name === 'v') isValue = false
      if (name === 'c' && cell && row) {
        put(row, cell.attributes.r, textOf({ ...cell, inline: inline.get() }, workbook))
        cell = undefined
      }
      if (name !== 'row' || !row) return
      const { length: _length, isCut: _isCut, ...read } = row
      row = undefined
      if (isEmpty(read)) return
      if (rows.length === mostFileRows) throw tooManyRows()
      rows.push(read)
    },
    text(text) {
      if (isValue && cell) cell.value += text
      inline.text(text)
    },
  }
}

/** Puts a cell into its row. One text may be shared by all of them: what is too long together is not handed on. */
function put(row: OpenRow, reference: string | undefined, text: string): void {
  const at = columnOf(reference) ?? row.cells.length
  row.length += text.length
  if (at >= mostColumns || row.length > longestRecord) {
    row.isBroken = true
    row.isCut = true
    if (row.length > longestRecord) row.cells = []
    return
  }
  while (row.cells.length < at) row.cells.push('')
  row.cells[at] = text
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

function textOf(
  { attributes, value, inline }: { attributes: Attributes; value: string; inline: string },
  { shared, styles, dayZero: first }: Workbook,
): string {
  const { t: type = 'n', s: style = -1 } = attributes
  if (type === 'inlineStr') return inline
  if (type === 's') return shared[Number(value)] ?? ''
  // A day as it is written in the strict form of the format.
  if (type === 'd') return value.slice(0, 10)
  const isDate = type === 'n' && value !== '' && styles.has(Number(style))
  const day = new Date(first + Math.floor(Number(value)) * 86_400_000)
  // A number beyond all days stays the number that it is.
  return isDate && !Number.isNaN(day.getTime()) ? day.toISOString().slice(0, 10) : value
}
