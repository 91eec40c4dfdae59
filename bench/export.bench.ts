// Memory of the server while it exports who has access to what, for the large customer and one with three times the people. Both run long enough for
// the garbage of the first seconds to be collected: shorter exports only measure how lazily it is.
import { once } from 'node:events'
import { get } from 'node:http'
import { exportUsersJson, exportUsersSpreadsheet } from '@lintel/contract/exchange/users-export'
import { type LoadedCustomer, loadLargeCustomer } from '../server/demo/large-customer'
import { openBenchDatabase } from './database'
import { bearerOf, createProductSandbox, residentMegabytes } from './product-sandbox'
import { type BenchRow, report } from './report'

const one = { users: 10_000, projects: 500, memberships: 200_000, seed: 1 }
const three = { users: 30_000, projects: 500, memberships: 600_000, seed: 2 }
/** Interval of the memory samples. */
const sampleIntervalMs = 20
const forms = [
  { id: 'xlsx', name: 'spreadsheet', call: exportUsersSpreadsheet },
  { id: 'json', name: 'JSON', call: exportUsersJson },
] as const

interface ExportMeasurement {
  /** Peak memory of the process, and its growth over the value before. */
  peak: number
  growth: number
  bytes: number
}

const database = await openBenchDatabase({ durable: false })
const sandbox = createProductSandbox({ DATABASE_URL: database.url })

/** Exports from a freshly started server, so that leftovers of one export are not counted for the other. */
async function measureExport({ customer, administrator }: LoadedCustomer, path: string): Promise<ExportMeasurement> {
  const product = await sandbox.start()
  await product.ready()
  const headers = await bearerOf(product.origin, administrator)
  const before = residentMegabytes(product.pid)
  let peak = before
  let bytes = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(product.pid))
  }, sampleIntervalMs)
  const [response] = await once(get(`${product.origin}${path}?customer=${customer}`, { headers }), 'response')
  if (response.statusCode !== 200) throw new Error(`The export answered ${response.statusCode}`)
  for await (const part of response) bytes += part.length
  clearInterval(sampling)
  await product.end('SIGTERM')
  process.stdout.write(
    `  ${path}: ${(bytes / 1e6).toFixed(1)} MB, from ${before.toFixed(0)} to ${peak.toFixed(0)} MB of memory\n`,
  )
  return { peak, growth: peak - before, bytes }
}

try {
  const small = await loadLargeCustomer(database.db, one, Date.now(), () => undefined)
  const large = await loadLargeCustomer(database.db, three, Date.now(), () => undefined)
  const rows: BenchRow[] = []
  for (const { id, name, call } of forms) {
    const limit = await measureExport(small, call.path)
    const ours = await measureExport(large, call.path)
    const ratio = ours.peak / limit.peak
    const times = (ours.bytes / limit.bytes).toFixed(1)
    rows.push({
      id: `export-${id}`,
      operation: `most memory while the matrix is exported as ${name}: three times the people (${times} times the bytes), against 1x`,
      unit: 'MB',
      ...{ ours: ours.peak, limit: limit.peak, ratio, target: 1.25, met: ratio <= 1.25 },
    })
  }
  report(rows)
} finally {
  sandbox.remove()
  await database.close()
}
