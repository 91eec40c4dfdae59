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
/** Connections of either server's pool. */
const poolSize = 10

/** An answer of the product, and the one statement by which a bare server would give the same bytes. */
export interface Comparison {
  id: string
  operation: string
  /** The database's address. */
  database: string
  statement: Statement
  /** How the product is asked: by whom, and with which body. */
  ask: Pick<Load, 'url' | 'headers' | 'bearers' | 'bodies'>
  /** The least ratio of requests a second. */
  target: number
}

/** What an answer says of how it travelled; `fetch` has unpacked it. */
const connectionHeaders = new Set(['transfer-encoding', 'content-encoding', 'content-length', 'connection', 'keep-alive'])

/** Measures the product and bare `node:http` with `pg` in turns, on the same statement and the same bytes: their rates, and the 99th percentiles. */
export async function compareWithBare({ id, operation, database, statement, ask, target }: Comparison): Promise<BenchRow[]> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'))
  const bare = await startBare(directory, {
    url: database,
    connections: poolSize,
    statement: statement.sql,
    parameters: statement.parameters,
    ...(await fetchOnce(ask)),
  })
  try {
    const ours: LoadResult[] = []
    const limit: LoadResult[] = []
    const both = [
      { results: ours, asked: ask },
      { results: limit, asked: { url: bare.origin } },
    ]
    for (const { asked: request } of both) await load({ ...request, connections, seconds: 2 }) // warm
    for (let round = 0; round < rounds; round++) {
      // Each begins as often as the other: what the machine does beside this hits both.
      for (const { results, asked: request } of round % 2 === 0 ? both : both.toReversed()) {
        results.push(await load({ ...request, connections, seconds }))
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

/** What the product answers once. */
async function fetchOnce({ url, headers, bearers: [bearer] = [], bodies: [body] = [] }: Comparison['ask']) {
  const answer = await fetch(url, {
    headers: { ...headers, ...bearer },
    ...(body !== undefined && { method: 'POST', body }),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return {
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !connectionHeaders.has(name))),
    body: await answer.text(),
  }
}

function rowsOf(
  { id, operation, target }: Pick<Comparison, 'id' | 'operation' | 'target'>,
  ours: LoadResult[],
  limit: LoadResult[],
): BenchRow[] {
  const medianOf = (results: LoadResult[], key: 'perSecond' | 'p99') => median(results.map((result) => result[key]))
  const rate = { ours: medianOf(ours, 'perSecond'), limit: medianOf(limit, 'perSecond') }
  // The ratio of neighbours, not of medians: the machine was the same for the two of a round.
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
