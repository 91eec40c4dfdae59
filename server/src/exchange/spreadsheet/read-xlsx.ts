import { mostFileRows } from '@lintel/contract/people/change-set-inputs'
import { Problem } from '@lintel/contract/problems'
import type { Entry, ZipFile } from 'yauzl'
import { dayMs } from '../../platform/clock'
import { maxTotalBytes, openEntry, openZip } from './open-zip'
import { type Attributes, type XmlListener, xmlReader } from './read-xml'
import { isEmpty, maxColumns, maxRecordLength, notASpreadsheet, type SheetRow, tooLarge, tooManyRows } from './sheet'

/** Maximum decompressed bytes of one part (security I1). */
const maxPartBytes = 25 * 1_024 * 1_024

/** Maximum parts of the file: a workbook of a hundred sheets has some hundred. */
const maxParts = 500

/** Maximum length of a number format, in characters. */
const maxFormatLength = 255

/** Maximum row number of a sheet (ECMA-376). */
const maxLine = 1_048_576

/** Epochs of date serials: the end of 1899, or 1,462 days later in the 1904 system. */
const dayZero = Date.UTC(1899, 11, 30)
const dayZeroOf1904 = Date.UTC(1904, 0, 1)

/** Reads the non-empty rows of the first sheet while the file is decompressed. Formulas are not evaluated; their rows are marked. */
export async function readXlsx(bytes: Buffer): Promise<SheetRow[]> {
  try {
    const { entries, read } = await openParts(bytes)
    const workbook = { sheet: '', is1904: false }
    await read('xl/workbook.xml', workbookListener(workbook))
    const paths = new Map<string, string>()
    await read('xl/_rels/workbook.xml.rels', relationshipListener(paths))
    const path = paths.get(workbook.sheet) ?? 'xl/worksheets/sheet1.xml'
    if (!entries.has(path)) throw notASpreadsheet()
    const shared: string[] = []
    await read('xl/sharedStrings.xml', sharedStringListener(shared))
    const styles = new Set<number>()
    await read('xl/styles.xml', dateStyleListener(styles))
    const rows: SheetRow[] = []
    await read(path, rowListener(rows, { shared, styles, dayZero: workbook.is1904 ? dayZeroOf1904 : dayZero }))
    return rows
  } catch (error) {
    throw error instanceof Problem ? error : notASpreadsheet()
  }
}

/** The declared decompressed size of an archive; a false declaration is rejected when it is read. */
export async function decompressedSize(bytes: Buffer): Promise<number> {
  const { entries } = await openParts(bytes).catch(() => ({ entries: new Map<string, Entry>() }))
  return [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
}

/** Opens a workbook; its parts are decompressed on demand by path, counting the actual size. A missing part is skipped. */
async function openParts(bytes: Buffer): Promise<{
  entries: ReadonlyMap<string, Entry>
  read: (path: string, listener: XmlListener) => Promise<void>
}> {
  const zip = await openZip(bytes)
  if (zip.entryCount > maxParts) throw tooLarge()
  const entries = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      // Reject duplicate names and names with NUL, which programs interpret differently.
      if (entries.has(entry.fileName) || entry.fileName.includes('\0')) return reject(notASpreadsheet())
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
  let left = maxTotalBytes
  const read = async (path: string, listener: XmlListener) => {
    const entry = entries.get(path)
    if (entry) left -= await readPart(zip, entry, Math.min(left, maxPartBytes), listener)
  }
  return { entries, read }
}

/** Returns the decompressed size of the part. */
async function readPart(zip: ZipFile, entry: Entry, maxBytes: number, listener: XmlListener): Promise<number> {
  const decoder = new TextDecoder()
  const reader = xmlReader(listener)
  let size = 0
  for await (const chunk of await openEntry(zip, entry)) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    reader.write(decoder.decode(Buffer.from(chunk), { stream: true }))
  }
  reader.write(decoder.decode())
  reader.end()
  return size
}

/** Reads the relationship id of the first sheet, and the date system. */
const workbookListener = (workbook: { sheet: string; is1904: boolean }): XmlListener => ({
  open(name, attributes) {
    if (name === 'sheet') workbook.sheet ||= attributes().id ?? ''
    if (name === 'workbookPr') workbook.is1904 = /^(1|true)$/.test(attributes().date1904 ?? '')
  },
})

/** Reads the paths of the workbook's parts. */
const relationshipListener = (paths: Map<string, string>): XmlListener => ({
  open(name, attributes) {
    if (name !== 'Relationship') return
    const { Id, Target } = attributes()
    if (Id && Target && !paths.has(Id)) paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  },
})

/** Collects the text of an element without phonetic guides. */
function createTextCollector() {
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

/** Reads the shared strings. */
function sharedStringListener(shared: string[]): XmlListener {
  const collector = createTextCollector()
  return {
    open(name) {
      if (name === 'si') collector.begin()
      collector.open(name)
    },
    close(name) {
      collector.close(name)
      if (name === 'si') shared.push(collector.get())
    },
    text: collector.text,
  }
}

/** Reads which cell styles format a number as a date. */
function dateStyleListener(styles: Set<number>): XmlListener {
  const customFormats = new Map<number, string>()
  const isDate = (id: number) =>
    (id >= 14 && id <= 22) || /[dy]/i.test((customFormats.get(id) ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]/g, ''))
  let isInCellFormats = false
  let at = 0
  return {
    open(name, attributes) {
      if (name === 'cellXfs') isInCellFormats = true
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes()
        customFormats.set(Number(numFmtId), formatCode.slice(0, maxFormatLength))
      }
      if (name !== 'xf' || !isInCellFormats) return
      if (isDate(Number(attributes().numFmtId))) styles.add(at)
      at += 1
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false
    },
  }
}

/** Workbook data that cells refer to: shared strings, date styles and the date epoch. */
interface Workbook {
  shared: readonly string[]
  styles: ReadonlySet<number>
  dayZero: number
}

/** A row being read. */
interface OpenRow extends Omit<SheetRow, 'cells'> {
  cells: string[]
  length: number
  /** The row is too wide or too long; the rest of it is skipped. */
  isTruncated: boolean
}

function rowListener(rows: SheetRow[], workbook: Workbook): XmlListener {
  const inline = createTextCollector()
  let line = 0
  let row: OpenRow | undefined
  let cell: { attributes: Attributes; value: string } | undefined
  let isValue = false
  return {
    open(name, attributes) {
      if (name === 'row') {
        const { r } = attributes()
        // A row number that is invalid or not above the last line marks the row as broken; it gets the next line number.
        const next = lineOf(r, line)
        const isBroken = next === undefined && r !== undefined
        line = next ?? line + 1
        if (line > maxLine) throw tooManyRows()
        row = { line, cells: [], length: 0, formulaAt: undefined, isBroken, isTruncated: false }
      } else if (name === 'c' && row && !row.isTruncated) {
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
        putCell(row, cell.attributes.r, textOf({ ...cell, inline: inline.get() }, workbook))
        cell = undefined
      }
      if (name !== 'row' || !row) return
      const { length: _length, isTruncated: _isCut, ...read } = row
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

/** Adds a cell to its row. Shared strings may repeat a long text, so rows above the length limit are dropped. */
function putCell(row: OpenRow, reference: string | undefined, text: string): void {
  const at = columnOf(reference) ?? row.cells.length
  row.length += text.length
  if (at >= maxColumns || row.length > maxRecordLength) {
    row.isBroken = true
    row.isTruncated = true
    if (row.length > maxRecordLength) row.cells = []
    return
  }
  while (row.cells.length < at) row.cells.push('')
  row.cells[at] = text
}

/** A valid row number above the last line; undefined for anything else. */
function lineOf(text: string | undefined, last: number): number | undefined {
  const line = /^\d{1,7}$/.test(text ?? '') ? Number(text) : 0
  return line > last && line <= maxLine ? line : undefined
}

/** The column index of a cell reference, from 0: `C7` is 2. */
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
  // ISO 8601 date of the strict format.
  if (type === 'd') return value.slice(0, 10)
  const isDate = type === 'n' && value !== '' && styles.has(Number(style))
  const day = new Date(first + Math.floor(Number(value)) * dayMs)
  // A number outside the date range stays a number.
  return isDate && !Number.isNaN(day.getTime()) ? day.toISOString().slice(0, 10) : value
}
