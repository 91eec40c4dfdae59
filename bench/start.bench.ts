// Time until the product responds after it was started or killed, and its memory then.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres'
import { startServerProcess } from '../server/test/server-process'
import { createProductSandbox, residentMegabytes } from './product-sandbox'
import { type BenchRow, report } from './report'
import { median } from './statistics'

const rounds = 5
const fromRepository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const sandbox = createProductSandbox()
const postgres = join(sandbox.directory, 'postgres')

/** `node:http` that reports readiness: the minimum of any Node.js server. */
const bareServer = ['-e', `require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT)`]

/** Starts a program with the sandbox's data and returns its seconds until the first response, its memory, and the running server. */
async function measureReady(program: string[]) {
  const server = await startServerProcess({
    program,
    env: { DATA_DIR: sandbox.directory, HOME: process.env.HOME ?? '' },
  })
  const seconds = (await server.ready()) / 1_000
  await pause(1_000)
  return { seconds, megabytes: residentMegabytes(server.pid), server }
}

/** `npm start`, as people type it. */
const npmStart = process.env.npm_execpath
  ? [process.env.npm_execpath, '--prefix', fromRepository('.'), 'start']
  : [fromRepository('scripts/start.mjs')]

async function measureStart(): Promise<BenchRow[]> {
  const ours: number[] = []
  const limit: number[] = []
  const memory: number[] = []
  const bareMemory: number[] = []
  for (let round = 0; round < rounds; round++) {
    const typed = await measureReady(npmStart)
    ours.push(typed.seconds)
    await typed.server.end('SIGTERM')
    // Memory of the server itself, without npm and its launcher.
    const alone = await sandbox.start()
    await alone.ready()
    await pause(1_000)
    memory.push(residentMegabytes(alone.pid))
    await alone.end('SIGTERM')
    const bare = await measureReady(bareServer)
    limit.push(bare.seconds)
    bareMemory.push(bare.megabytes)
    await bare.server.end('SIGKILL')
  }
  return [
    absolute('start', 'second npm start to the first answer, against bare node:http', 's', ours, limit, 3),
    absolute('memory', 'resident memory after the start, against bare node:http', 'MB', memory, bareMemory, 120),
  ]
}

async function measureRestart(): Promise<BenchRow[]> {
  const server = await sandbox.start()
  await server.ready()
  await loadLargeCustomer()
  const ours: number[] = []
  const limit: number[] = []
  let running = server
  for (let round = 0; round < rounds; round++) {
    await killServerAndDatabase(running)
    const startedAt = performance.now()
    const { stop } = await startEmbeddedPostgres({ directory: postgres, log: () => undefined })
    limit.push((performance.now() - startedAt) / 1_000)
    await stop()
    running = await sandbox.start()
    await running.ready()
    await killServerAndDatabase(running)
    running = await sandbox.start()
    ours.push((await running.ready()) / 1_000)
  }
  await running.end('SIGTERM')
  const operation = 'kill -9 of server and database with 200,000 memberships, to ready, against the database alone'
  return [absolute('restart', operation, 's', ours, limit, 10)]
}

/** Simulates a machine failure for both processes. */
async function killServerAndDatabase(server: { end(signal: 'SIGKILL'): Promise<unknown> }) {
  const postmaster = Number(readFileSync(join(postgres, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  const ended = server.end('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await ended
}

async function loadLargeCustomer() {
  const sizes = ['--users', '10000', '--projects', '1000', '--memberships', '200000']
  const command = ['--import', import.meta.resolve('tsx'), fromRepository('server/src/commands/demo-load.ts')]
  const child = spawn(process.execPath, [...command, ...sizes], {
    env: { ...process.env, DATA_DIR: sandbox.directory },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`demo:load ended with code ${code}`)
}

/** A row whose target is a maximum in its unit; the limit is the value for comparison. */
function absolute(
  id: string,
  operation: string,
  unit: string,
  ours: number[],
  limit: number[],
  target: number,
): BenchRow {
  const row = { ours: median(ours), limit: median(limit) }
  return { id, operation, unit, ...row, ratio: row.ours / row.limit, target, met: row.ours <= target }
}

try {
  const first = await sandbox.start()
  await first.ready()
  await first.end('SIGTERM')
  report([...(await measureStart()), ...(await measureRestart())])
} finally {
  sandbox.remove()
}
