// Memory of the server while it exports the topics of a customer: five times the topics compared with a fifth of them. Each file is written by a
// freshly started server, so that leftovers of one export are not counted for the other.
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as passed } from 'node:timers/promises'
import {
  downloadTopicExport,
  listTopicExports,
  startTopicExport,
  type TopicExport,
  type TopicExportFormat,
} from '@lintel/contract/exchange/topic-exports'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { type LoadedCustomer, loadLargeCustomer } from '../server/demo/large-customer'
import { openBenchDatabase } from './database'
import { bearerOf, createProductSandbox, residentMegabytes } from './product-sandbox'
import { type BenchRow, report } from './report'

const size = { users: 500, projects: 10, memberships: 2_000 }
const topics = { small: 20_000, large: 100_000 }
const formats = ['xlsx', 'csv'] as const satisfies TopicExportFormat[]
/** Interval of the memory samples, in milliseconds. */
const sampleIntervalMs = 20
/** Polling interval for the finished file, in milliseconds. */
const pollIntervalMs = 250

interface ExportMeasurement {
  /** Peak memory of the process, in megabytes. */
  peak: number
  bytes: number
}

const database = await openBenchDatabase({ durable: false })
const sandbox = createProductSandbox({ DATABASE_URL: database.url })

/** Exports all topics of a customer and downloads the file, as the screen does. */
async function measureExport(
  { customer, administrator }: LoadedCustomer,
  format: TopicExportFormat,
): Promise<ExportMeasurement> {
  const product = await sandbox.start()
  await product.ready()
  const headers = { ...(await bearerOf(product.origin, administrator)), 'content-type': 'application/json' }
  const created = async <T>(address: string, body?: object): Promise<T> => {
    const response = await fetch(`${product.origin}${address}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`The server answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const before = residentMegabytes(product.pid)
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(product.pid))
  }, sampleIntervalMs)
  const began = performance.now()
  const { id } = await created<TopicExport>(startTopicExport.path, { customer, format })
  let written: TopicExport | undefined
  while (written?.state !== 'done') {
    await passed(pollIntervalMs)
    const { data } = await created<{ data: TopicExport[] }>(callAddress(listTopicExports, {}, { customer }))
    written = data.find((one) => one.id === id)
    if (!written || written.state === 'failed') throw new Error('The export failed')
  }
  const seconds = (performance.now() - began) / 1_000
  const [file] = await once(
    get(`${product.origin}${callAddress(downloadTopicExport, { id })}`, { headers }),
    'response',
  )
  let bytes = 0
  for await (const part of file) bytes += part.length
  if (bytes !== written.size) throw new Error(`The file has ${bytes} bytes and should have ${written.size}`)
  clearInterval(sampling)
  await product.end('SIGTERM')
  process.stdout.write(
    `  ${written.topics} topics as ${format}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, from ${before.toFixed(0)} to ${peak.toFixed(0)} MB of memory\n`,
  )
  return { peak, bytes }
}

try {
  const load = (seed: number, topics: number) =>
    loadLargeCustomer(database.db, { ...size, seed, topics }, Date.now(), () => undefined)
  const [small, large] = [await load(1, topics.small), await load(2, topics.large)]
  const rows: BenchRow[] = []
  for (const format of formats) {
    const limit = await measureExport(small, format)
    const ours = await measureExport(large, format)
    const ratio = ours.peak / limit.peak
    const times = (ours.bytes / limit.bytes).toFixed(1)
    rows.push({
      id: `topics-export-${format}`,
      operation: `most memory while 100,000 topics are written as ${format.toUpperCase()} (${times} times the bytes), against 20,000`,
      unit: 'MB',
      ...{ ours: ours.peak, limit: limit.peak, ratio, target: 1.25, met: ratio <= 1.25 },
    })
  }
  report(rows)
} finally {
  sandbox.remove()
  await database.close()
}
