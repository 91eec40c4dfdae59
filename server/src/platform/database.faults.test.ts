import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInTime } from '../../test/expect-in-time'
import { closeDatabase, type Database, isDatabaseAway, openDatabase } from './database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres'

const directory = mkdtempSync(join(tmpdir(), 'lintel-away-'))
let server: EmbeddedPostgres
let db: Database
const broken: Error[] = []

const start = (port?: number) =>
  startEmbeddedPostgres({ directory, log: () => undefined, ...(port === undefined ? {} : { port }) })

beforeAll(async () => {
  server = await start()
  db = openDatabase({ url: server.url, onError: (error) => broken.push(error) })
})

afterAll(async () => {
  await closeDatabase(db)
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
})

const ask = (of = db) => sql<{ one: number }>`select 1 as one`.execute(of)

/** The outcome of each of several concurrent calls, and the milliseconds until the last one ended. */
async function severalCalls(count = 30): Promise<{ errors: unknown[]; lasted: number }> {
  const begun = performance.now()
  const ends = await Promise.allSettled(Array.from({ length: count }, () => ask()))
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  return { errors, lasted: performance.now() - begun }
}

/** Milliseconds until a call succeeds again. */
async function untilItAnswers(): Promise<number> {
  const begun = performance.now()
  await expect
    .poll(() =>
      ask().then(
        ({ rows }) => rows,
        () => [],
      ),
    )
    .toEqual([{ one: 1 }])
  return performance.now() - begun
}

/** All processes of the database, the postmaster first. */
function processes(): number[] {
  const postmaster = Number(readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  return [postmaster, ...children.trim().split(/\s+/).map(Number)]
}

test('K2: while the database is gone every call fails within two seconds as away, and works again within five of its return', async () => {
  expect(await severalCalls()).toMatchObject({ errors: [] })
  await server.stop()
  const { errors, lasted } = await severalCalls()
  expect(errors).toHaveLength(30)
  expect(errors.filter((error) => !isDatabaseAway(error))).toEqual([])
  expectInTime(lasted, 2_000)
  server = await start(server.port)
  expectInTime(await untilItAnswers(), 5_000)
  expect(await severalCalls()).toMatchObject({ errors: [] })
})

test('K2: calls that are under way when the database goes fail as away, and nothing brings the process down', async () => {
  const underWay = Promise.allSettled([
    sql`select pg_sleep(8)`.execute(db),
    db.transaction().execute(async (tx) => {
      await ask(tx)
      await sql`select pg_sleep(8)`.execute(tx)
    }),
  ])
  await expect
    .poll(
      async () =>
        (await sql`select from pg_stat_activity where query like 'select pg_sleep(8)%'`.execute(db)).rows.length,
    )
    .toBe(2)
  const begun = performance.now()
  await server.stop()
  for (const end of await underWay) {
    expect(end.status).toBe('rejected')
    expect(end.status === 'rejected' && isDatabaseAway(end.reason)).toBe(true)
  }
  expectInTime(performance.now() - begun, 2_000)
  server = await start(server.port)
  expectInTime(await untilItAnswers(), 5_000)
  // Broken idle connections were reported, not thrown.
  expect(broken.length).toBeGreaterThan(0)
})

test('K2: a database that is frozen rather than gone is found out in two seconds, too', async () => {
  await severalCalls()
  const frozen = processes()
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  try {
    for (const round of [1, 2]) {
      const { errors, lasted } = await severalCalls()
      expect(errors.filter(isDatabaseAway), `round ${round}`).toHaveLength(30)
      expectInTime(lasted, 2_000, `round ${round}`)
    }
  } finally {
    for (const pid of frozen.reverse()) process.kill(pid, 'SIGCONT')
  }
  expectInTime(await untilItAnswers(), 5_000)
})

test('a statement that is merely slow is left to finish', async () => {
  const { rows } = await sql<{ done: boolean }>`select true as done from pg_sleep(3)`.execute(db)
  expect(rows).toEqual([{ done: true }])
})

test('a database that takes most of a second to begin a connection is not given up while a statement runs', async () => {
  const slow = createServer((near) => {
    const far = connect(server.port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    setTimeout(() => near.pipe(far).pipe(near), 600)
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const address = new URL(server.url)
  address.port = String((slow.address() as AddressInfo).port)
  const through = openDatabase({ url: address.href })
  try {
    const { rows } = await sql<{ done: boolean }>`select true as done from pg_sleep(4)`.execute(through)
    expect(rows).toEqual([{ done: true }])
  } finally {
    await closeDatabase(through)
    slow.close()
  }
})
