import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BareList } from './bare-list'
import { type Load, type LoadResult, load } from './load'
import type { BenchRow } from './report'
import type { Statement } from './statement-cost'
import { median } from './statistics'

const rounds = 5
const seconds = 4
const connections = 16
/** Connections in the pool of either server. */
const poolSize = 10

/** A response of the product, and the single statement by which a bare server would return the same bytes. */
export interface Comparison {
  id: string
  operation: string
  /** Connection string of the database. */
  database: string
  statement: Statement
  /** How the product is requested: by whom, and with which body. */
  request: Pick<Load, 'url' | 'headers' | 'bearers' | 'bodies'>
  /** Minimum ratio of requests per second. */
  target: number
}

/** Response headers about the transfer; `fetch` has already decompressed the body. */
const connectionHeaders = new Set([
  'transfer-encoding',
  'content-encoding',
  'content-length',
  'connection',
  'keep-alive',
])

/**
 * Measures the product and bare `node:http` with `pg` alternately, with the same statement and the same bytes: requests per second and 99th
 * percentiles.
 */
export async function compareWithBare({
  id,
  operation,
  database,
  statement,
  request,
  target,
}: Comparison): Promise<BenchRow[]> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'))
  const bare = await startBare(directory, {
    url: database,
    connections: poolSize,
    statement: statement.sql,
    parameters: statement.parameters,
    ...(await fetchOnce(request)),
  })
  try {
    const ours: LoadResult[] = []
    const limit: LoadResult[] = []
    const both = [
      { results: ours, options: request },
      { results: limit, options: { url: bare.origin } },
    ]
    for (const { options } of both) await load({ ...options, connections, seconds: 2 }) // warm
    for (let round = 0; round < rounds; round++) {
      // Each one starts equally often, so that other load on the machine affects both.
      for (const { results, options } of round % 2 === 0 ? both : both.toReversed()) {
        results.push(await load({ ...options, connections, seconds }))
      }
    }
    for (const { failures, answers } of [...ours, ...limit]) {
      if (failures > answers / 100) throw new Error(`${failures} of ${failures + answers} requests failed`)
    }
    return rowsOf({ id, operation, target }, ours, limit)
  } finally {
    bare.process.kill()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Fetches the product's response once. */
async function fetchOnce({ url, headers, bearers: [bearer] = [], bodies: [body] = [] }: Comparison['request']) {
  const response = await fetch(url, {
    headers: { ...headers, ...bearer },
    ...(body !== undefined && { method: 'POST', body }),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return {
    headers: Object.fromEntries([...response.headers].filter(([name]) => !connectionHeaders.has(name))),
    body: await response.text(),
  }
}

function rowsOf(
  { id, operation, target }: Pick<Comparison, 'id' | 'operation' | 'target'>,
  ours: LoadResult[],
  limit: LoadResult[],
): BenchRow[] {
  const medianOf = (results: LoadResult[], key: 'perSecond' | 'p99') => median(results.map((result) => result[key]))
  const rate = { ours: medianOf(ours, 'perSecond'), limit: medianOf(limit, 'perSecond') }
  // The ratio within each round, not of the medians: in one round both ran under the same conditions.
  const ratio = median(ours.map(({ perSecond }, round) => perSecond / (limit[round]?.perSecond ?? Number.NaN)))
  const p99 = { ours: medianOf(ours, 'p99'), limit: medianOf(limit, 'p99') }
  return [
    { id, operation, unit: 'requests/s', ...rate, ratio, target, met: ratio >= target },
    {
      id: `${id}-p99`,
      operation: `${operation}: 99th percentile with ${connections} at once`,
      unit: 'ms',
      ...p99,
      ratio: p99.ours / p99.limit,
      target: 1 / target,
      met: p99.ours / p99.limit <= 1 / target,
    },
  ]
}

async function startBare(directory: string, list: BareList): Promise<{ origin: string; process: ChildProcess }> {
  const file = join(directory, 'bare-list.json')
  writeFileSync(file, JSON.stringify(list))
  const program = fileURLToPath(new URL('./bare-list.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { origin: String(line).trim(), process: child }
}
