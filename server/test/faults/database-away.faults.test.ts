import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { afterAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres'
import { expectInTime } from '../expect-in-time'
import { readyServer } from './installation'
import { call, logIn, type ServerAnswer, type ServerClient, signInTo } from './server-client'

interface Poller {
  /** Waits until several new responses have this status. */
  waitForStatus(status: number): Promise<void>
  stop(): Promise<{ answers: ServerAnswer[]; unanswered: unknown[] }>
}

/**
 * Sends requests in a loop from six concurrent clients until stopped; collects all responses and all failed requests.
 */
function keepPolling(ask: () => Promise<ServerAnswer>): Poller {
  const answers: ServerAnswer[] = []
  const unanswered: unknown[] = []
  let polling = true
  const pollers = [1, 2, 3, 4, 5, 6].map(async () => {
    while (polling) {
      await ask().then(
        (answer) => answers.push(answer),
        (error) => unanswered.push(error),
      )
      await pause(20)
    }
  })
  return {
    async waitForStatus(status) {
      const before = answers.length
      const matching = () => answers.slice(before).filter((answer) => answer.status === status).length
      await expect.poll(matching).toBeGreaterThan(pollers.length)
    },
    async stop() {
      polling = false
      await Promise.all(pollers)
      return { answers, unanswered }
    },
  }
}

const projectsOf = (caller: ServerClient) => () => caller.get(projectLinks.path)

/** Milliseconds until the project list is served again. */
async function msUntilServed(caller: ServerClient): Promise<number> {
  const startedAt = performance.now()
  await expect.poll(async () => (await caller.get(projectLinks.path)).status).toBe(200)
  return performance.now() - startedAt
}

/** Expects only the list, or a 503 with `Retry-After` within two seconds. */
function expectServedOrAway({ answers, unanswered }: { answers: ServerAnswer[]; unanswered: unknown[] }): void {
  expect(unanswered).toEqual([])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  for (const { status, headers, body, tookMs } of answers) {
    if (status === 200) continue
    expect(body.errors[0].code).toBe('databaseAway')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expectInTime(tookMs, 2_000)
  }
}

/** The pid of the database's main process, the first line of `postmaster.pid`. */
const postmasterOf = (directory: string) =>
  Number(readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Suspends all processes of the database; the result lets them continue. */
function suspendDatabase(): () => void {
  const postmaster = postmasterOf(directory)
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  const all = [postmaster, ...children.trim().split(/\s+/).map(Number)]
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of all.reverse()) process.kill(pid, 'SIGCONT')
  }
}

const directory = mkdtempSync(join(tmpdir(), 'lintel-faults-'))
const start = (port?: number) =>
  startEmbeddedPostgres({ directory, durable: false, log: () => undefined, ...(port !== undefined && { port }) })
let postgres: EmbeddedPostgres = await start()
afterAll(async () => {
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
})
const server = await readyServer({ DATABASE_URL: postgres.url })
const mei = await signInTo(server.origin, 'mei@nordbygg.example')

test('K2: with the database taken away calls end in 503 within two seconds, and work again within five of its return', async () => {
  const polling = keepPolling(projectsOf(mei))
  // Probes as a load balancer does. The result of `/readyz` is cached for half a second, so right after the loss it may
  // still be 200.
  const probing = keepPolling(() => call(`${server.origin}/readyz`))
  await Promise.all([polling.waitForStatus(200), probing.waitForStatus(200)])
  await postgres.stop()
  await Promise.all([polling.waitForStatus(503), probing.waitForStatus(503)])
  const [alive, login] = await Promise.all([
    call(`${server.origin}/healthz`),
    logIn(server.origin, 'mei@nordbygg.example'),
  ])
  const meanwhile = await polling.stop()
  postgres = await start(postgres.port)
  expectInTime(await msUntilServed(mei), 5_000)
  await probing.waitForStatus(200)

  expect(alive.status).toBe(200)
  expect(login).toMatchObject({ status: 503, body: { code: 'databaseAway' } })
  expectServedOrAway(meanwhile)
  expectServedOrAway(await probing.stop())
  expect((await logIn(server.origin, 'mei@nordbygg.example')).status).toBe(200)
})

test('K2: a database that hangs rather than ends is answered for in two seconds as well', async () => {
  const polling = keepPolling(projectsOf(mei))
  await polling.waitForStatus(200)
  const release = suspendDatabase()
  try {
    await polling.waitForStatus(503)
    expect((await call(`${server.origin}/healthz`)).status).toBe(200)
  } finally {
    release()
  }
  expectInTime(await msUntilServed(mei), 5_000)
  expectServedOrAway(await polling.stop())
})

test('a server whose database hangs ends within ten seconds', async () => {
  const release = suspendDatabase()
  try {
    const startedAt = performance.now()
    expect(await server.end('SIGTERM')).toBe(0)
    expectInTime(performance.now() - startedAt, 10_000)
  } finally {
    release()
  }
})

test('a server that does not succeed in stopping gives up within ten seconds, and says so', async () => {
  const preloaded = new URL('never-stops.mjs', import.meta.url).href
  const stuck = await server.start({ env: { NODE_OPTIONS: `--import=${preloaded}` } })
  await stuck.ready()
  const startedAt = performance.now()
  expect(await stuck.end('SIGTERM')).toBe(1)
  expectInTime(performance.now() - startedAt, 10_000)
  expect(stuck.output.join('\n')).toContain('stopping took too long')
})

test('K2: the server starts its own database again when that is killed, and serves within five seconds', async () => {
  const own = await readyServer()
  const anna = await signInTo(own.origin, 'anna@nordbygg.example')
  const polling = keepPolling(projectsOf(anna))
  await polling.waitForStatus(200)
  process.kill(postmasterOf(join(own.directory, 'postgres')), 'SIGKILL')
  await polling.waitForStatus(503)
  expectInTime(await msUntilServed(anna), 5_000)
  expectServedOrAway(await polling.stop())
  expect((await call(`${own.origin}/healthz`)).status).toBe(200)
})

test('K2: a database that is gone for good ends the server, with an error and a plain sentence', async () => {
  const own = await readyServer()
  const cluster = join(own.directory, 'postgres', 'cluster')
  const settings = join(cluster, 'postgresql.conf')
  const originalSettings = readFileSync(settings)
  writeFileSync(settings, 'nonsense = true\n')
  process.kill(postmasterOf(join(own.directory, 'postgres')), 'SIGKILL')
  expect(await own.ended).toBe(1)
  expect(own.output.join('\n')).toMatch(/The database has ended and could not be started again\..*nonsense/s)
  writeFileSync(settings, originalSettings)
})
