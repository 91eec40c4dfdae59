// npm run bench [NAME …]: runs every bench/*.bench.ts in sequence (or those whose file name contains one of the names),
// prints one table, and writes bench/results.json.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureDependencies, extraPackages, repository } from './ensure-dependencies.mjs'
import { findBrowser, installedBrowser } from './find-browser.mjs'
import { runNode } from './run-node.mjs'

ensureDependencies()
ensureDependencies(extraPackages.bench)
const browser = installedBrowser() ?? (await findBrowser((sentence) => process.stdout.write(`${sentence}\n`)))
if (!browser) {
  process.stderr.write(
    'There is no browser for the benchmarks: install Chromium, or set CHROMIUM to the path of one.\n',
  )
  process.exit(1)
}
await build()
const directory = join(repository, 'bench')
const resultsFile = join(directory, 'results.json')
const rowsFile = join(repository, '.cache', 'bench-rows.json')
const filters = process.argv.slice(2)
const benches = readdirSync(directory)
  .filter((file) => file.endsWith('.bench.ts') && (filters.length === 0 || filters.some((word) => file.includes(word))))
  .sort()

let failed = false
// A partial run keeps the rows of the other benchmarks.
const rows = new Map(
  (filters.length > 0 && existsSync(resultsFile) ? read(resultsFile) : []).map((row) => [row.id, row]),
)
mkdirSync(join(repository, '.cache'), { recursive: true })
for (const bench of benches) {
  process.stdout.write(`${bench}\n`)
  rmSync(rowsFile, { force: true })
  const code = await runNode(['--import', import.meta.resolve('tsx'), join(directory, bench)], {
    env: { ...process.env, LINTEL_BENCH_ROWS: rowsFile, CHROMIUM: browser },
  })
  if (code !== 0 || !existsSync(rowsFile)) {
    failed = true
    process.stdout.write(`${bench} ended with code ${code} and ${existsSync(rowsFile) ? 'rows' : 'no rows'}\n`)
  }
  if (existsSync(rowsFile)) for (const row of read(rowsFile)) rows.set(row.id, row)
}
writeFileSync(resultsFile, `${JSON.stringify([...rows.values()], null, 2)}\n`)
print([...rows.values()])
process.exitCode = failed ? 1 : 0

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function print(rows) {
  const table = [
    ['id', 'operation', 'ours', 'limit', 'unit', 'ratio', 'target', 'met'],
    ...rows.map(({ id, operation, ours, limit, unit, ratio, target, met }) =>
      [id, operation, ours, limit, unit, ratio, target, met ? 'yes' : 'NO'].map(formatCell),
    ),
  ]
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  for (const row of table)
    process.stdout.write(
      `${row
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd()}\n`,
    )
}

function formatCell(value) {
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : String(value)
}
