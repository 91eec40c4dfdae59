import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Value = string | number | boolean | null

/** A file as a program of others has it: its sheets by name, and what of it is computed or leads elsewhere. */
export interface ParsedFile {
  sheets: Record<string, Value[][]>
  computed: string[]
}

const script = fileURLToPath(new URL('read-workbook.py', import.meta.url))
const installed = 'apt-get install python3-openpyxl libreoffice-calc-nogui'

/** The first Python that has openpyxl: the one that comes first in the path may be somebody's own. */
function python(): string {
  const found = ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, ['-c', 'import openpyxl']).status === 0)
  if (!found) throw new Error(`Exports are read back by openpyxl, which is not here: ${installed}`)
  return found
}

/** A file as Python's own readers of CSV and JSON have it, or openpyxl. */
export const readByPython = (path: string): ParsedFile =>
  JSON.parse(execFileSync(python(), [script, path], { maxBuffer: 256 * 1_024 * 1_024 }).toString())

/** Semicolons, double quotes, UTF-8, from the first line; what looks like a formula is computed. */
const readTokens = (columns: string) => `59,34,76,1,${columns},0,false,false,false,false,false,0,true`
/** The same for writing: every sheet into a file of its own. */
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

/** LibreOffice writes an instant with its seconds, also where it shows minutes. */
const withoutZeroSeconds = (cell: Value) =>
  typeof cell === 'string' ? cell.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d):00$/, '$1') : cell

/**
 * A file as LibreOffice has it. A file without types is asked twice: for what would be computed as by a double click, and for its
 * values with so many columns taken as text, since a guess makes a number of `0012`.
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
