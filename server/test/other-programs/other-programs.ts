import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Value = string | number | boolean | null

/** A file as another program reads it: its sheets by name, and the cells that are formulas or external links. */
export interface ParsedFile {
  sheets: Record<string, Value[][]>
  computed: string[]
}

const script = fileURLToPath(new URL('read-workbook.py', import.meta.url))
const installed = 'apt-get install python3-openpyxl libreoffice-calc-nogui'

/** The first Python that has openpyxl: the first one in the path may be a custom installation. */
function python(): string {
  const program = ['python3', '/usr/bin/python3'].find(
    (name) => spawnSync(name, ['-c', 'import openpyxl']).status === 0,
  )
  if (!program) throw new Error(`Exports are read back by openpyxl, which is not here: ${installed}`)
  return program
}

/** Reads a file by Python's CSV and JSON parsers or by openpyxl. */
export const readByPython = (path: string): ParsedFile =>
  JSON.parse(execFileSync(python(), [script, path], { maxBuffer: 256 * 1_024 * 1_024 }).toString())

/** LibreOffice's CSV import options: semicolons, double quotes, UTF-8, from the first line, formulas evaluated. */
const readTokens = (columns: string) => `59,34,76,1,${columns},0,false,false,false,false,false,0,true`
/** LibreOffice's CSV export options: the same format, one file per sheet. */
const writtenTokens = '59,34,76,1,,0,false,true,false,false,false,-1'

function convert(path: string, to: string, directory: string, filter: readonly string[] = []): void {
  const profile = pathToFileURL(join(directory, 'profile')).href
  const options = [
    `-env:UserInstallation=${profile}`,
    '--headless',
    ...filter,
    '--convert-to',
    to,
    '--outdir',
    directory,
  ]
  const { error, status, stderr } = spawnSync('soffice', [...options, path], { timeout: 300_000 })
  if (error) throw new Error(`Exports are read back by LibreOffice, which is not here: ${installed}`, { cause: error })
  if (status !== 0) throw new Error(`LibreOffice could not read ${path}: ${stderr}`)
}

/** LibreOffice always exports seconds, also where the cell shows minutes. */
const withoutZeroSeconds = (cell: Value) =>
  typeof cell === 'string' ? cell.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d):00$/, '$1') : cell

/**
 * Reads a file by LibreOffice. A CSV file is read twice: once for what LibreOffice would evaluate when it is opened by
 * a double click, and once with `textColumns` columns as text, because type detection turns `0012` into a number.
 */
export function readByLibreOffice(path: string, directory: string, textColumns = 0): ParsedFile {
  const name = basename(path).replace(/\.\w+$/, '')
  const document = join(directory, `${name}.fods`)
  const filter = (columns: string) => (path.endsWith('.csv') ? [`--infilter=CSV:${readTokens(columns)}`] : [])
  convert(path, 'fods', directory, filter(''))
  const computed = readFileSync(document, 'utf8').match(/table:formula="[^"]*"|xlink:href="(?!\.)[^"]*"/g) ?? []
  if (textColumns > 0) {
    const columns = Array.from({ length: textColumns }, (_, at) => `${at + 1}/2`)
    convert(path, 'fods', directory, filter(columns.join('/')))
  }
  convert(document, `csv:Text - txt - csv (StarCalc):${writtenTokens}`, directory)
  const parts = readdirSync(directory).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.csv'))
  const sheets = parts.map((file) => {
    const read = readByPython(join(directory, file)).sheets[''] ?? []
    const rows = read.map((row) => row.map(withoutZeroSeconds))
    return [file.slice(name.length + 1, -'.csv'.length), rows] as const
  })
  return { sheets: Object.fromEntries(sheets), computed }
}
