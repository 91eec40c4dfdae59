import { promisify } from 'node:util'
import { Problem } from '@lintel/contract/problems'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { mostColumns, notASheet, type SheetRow } from './sheet'

/** Most bytes that one part of the file unfolds to, and how many parts it may have (security I1). */
const largestPart = 25 * 1_024 * 1_024
const mostParts = 500

/** Spreadsheets count days from the end of 1899. */
const dayZero = Date.UTC(1899, 11, 30)

const open = promisify<Buffer, object, ZipFile>(fromBuffer)

/** The rows of the first sheet of an XLSX file. Its formulas are not computed: their rows are said to have one. */
export async function readXlsx(bytes: Buffer): Promise<SheetRow[]> {
  const parts = await readParts(bytes)
  const sheet = parts.get(firstSheet(parts))
  if (sheet === undefined) throw notASheet()
  return rowsOf(sheet, sharedTexts(parts.get('xl/sharedStrings.xml')), dateStyles(parts.get('xl/styles.xml')))
}

/** The few parts that matter, unfolded while their true size is counted. */
async function readParts(bytes: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  try {
    const zip = await open(bytes, { lazyEntries: true, validateEntrySizes: true })
    if (zip.entryCount > mostParts) throw tooLarge()
    await new Promise<void>((resolve, reject) => {
      zip.on('error', reject)
      zip.on('end', resolve)
      zip.on('entry', (entry: Entry) => {
        if (
          !/^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/.test(
            entry.fileName,
          )
        ) {
          return zip.readEntry()
        }
        readPart(zip, entry).then((text) => {
          parts.set(entry.fileName, text)
          zip.readEntry()
        }, reject)
      })
      zip.readEntry()
    })
  } catch (error) {
    throw error instanceof Problem ? error : notASheet()
  }
  return parts
}

async function readPart(zip: ZipFile, entry: Entry): Promise<string> {
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
    if (size > largestPart) throw tooLarge()
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooLarge = () => new Problem('tooLarge', { pointer: '/data/attributes/input/file' })

/** The sheet that is shown first, by the workbook's word. */
function firstSheet(parts: ReadonlyMap<string, string>): string {
  const id = /<sheet\b[^>]*\br:id="([^"]*)"/.exec(parts.get('xl/workbook.xml') ?? '')?.[1]
  const relations = [...(parts.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/<Relationship\b[^>]*>/g)].map(
    ([tag]) => tag,
  )
  const target = relations.find((tag) => attribute(tag, 'Id') === id)
  const path = target && attribute(target, 'Target')
  return path ? (path.startsWith('/') ? path.slice(1) : `xl/${path}`) : 'xl/worksheets/sheet1.xml'
}

const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (xml: string): string =>
  xml.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex?: string, decimal?: string, name?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    if (name !== undefined) return entities[name] ?? all
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })

/** All texts within an element, its pronunciation guides left out. */
const textOf = (xml: string): string =>
  [...xml.replaceAll(/<rPh\b.*?<\/rPh>/gs, '').matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)]
    .map(([, text = '']) => plain(text))
    .join('')

const sharedTexts = (xml = ''): string[] =>
  [...xml.matchAll(/<si\b[^>]*?(?:\/>|>(.*?)<\/si>)/gs)].map(([, text = '']) => textOf(text))

/** Which styles show a number as a date. */
function dateStyles(xml = ''): ReadonlySet<number> {
  const own = new Map(
    [...xml.matchAll(/<numFmt\b[^>]*>/g)].map(([tag]) => [
      Number(attribute(tag, 'numFmtId')),
      attribute(tag, 'formatCode') ?? '',
    ]),
  )
  const formats = /<cellXfs\b.*?<\/cellXfs>/s.exec(xml)?.[0] ?? ''
  const isDate = (id: number) =>
    (id >= 14 && id <= 22) || /[dy]/i.test((own.get(id) ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]/g, ''))
  return new Set(
    [...formats.matchAll(/<xf\b[^>]*>/g)].flatMap(([tag], at) =>
      isDate(Number(attribute(tag, 'numFmtId'))) ? [at] : [],
    ),
  )
}

function rowsOf(sheet: string, shared: readonly string[], dates: ReadonlySet<number>): SheetRow[] {
  let line = 0
  return [...sheet.matchAll(/<row\b([^>]*?)(?:\/>|>(.*?)<\/row>)/gs)].map(([, head = '', body = '']) => {
    line = Number(attribute(head, 'r')) || line + 1
    const cells: string[] = []
    let hasFormula = false
    let isBroken = false
    for (const [, tag = '', content = ''] of body.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const at = columnOf(attribute(tag, 'r')) ?? cells.length
      if (at >= mostColumns) {
        isBroken = true
        break
      }
      while (cells.length < at) cells.push('')
      hasFormula ||= /<f\b/.test(content)
      cells[at] = cellText(attribute(tag, 't') ?? 'n', content, shared, dates.has(Number(attribute(tag, 's') ?? -1)))
    }
    return { line, cells, hasFormula, isBroken }
  })
}

/** `C7` is the third column: 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(type: string, content: string, shared: readonly string[], isDate: boolean): string {
  if (type === 'inlineStr') return textOf(content)
  const value = plain(/<v\b[^>]*>([^<]*)<\/v>/.exec(content)?.[1] ?? '')
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'n' && isDate && value !== '')
    return new Date(dayZero + Math.floor(Number(value)) * 86_400_000).toISOString().slice(0, 10)
  return value
}
