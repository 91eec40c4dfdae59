import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projects } from '@lintel/contract/projects/projects'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres'
import { migrateDatabase } from '../../src/platform/migrate'
import { expectInTime } from '../expect-in-time'
import { freePort } from '../free-port'
import { onCleanup } from '../on-cleanup'
import type { ServerProcess } from '../server-process'
import { type Installation, installation } from './installation'
import { signInTo } from './server-client'

/** Waits until a start has reached a state, however busy the machine is; throws when the server exits before. */
async function waitUntil({ ended, output }: ServerProcess, condition: () => boolean | Promise<boolean>) {
  let isOver = false
  ended.then(() => {
    isOver = true
  })
  while (!(await condition())) {
    if (isOver) throw new Error(`The server ended before. It said: ${output.join('\n')}`)
    await pause(5)
  }
}

/** Starts an empty database server for the duration of the test. */
async function ownPostgres() {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-faults-'))
  const postgres = await startEmbeddedPostgres({ directory, durable: false, log: () => undefined })
  onCleanup(async () => {
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  })
  return postgres
}

test('K6: two servers that start together on one empty database both come up, and show the same world', async () => {
  const postgres = await ownPostgres()
  // Replicas behind one proxy have the same public URL and secret key.
  const installed = await installation({ DATABASE_URL: postgres.url, PUBLIC_URL: 'http://localhost:8080' })
  const [one, other] = await Promise.all([installed.start(), installed.start({ port: await freePort() })])
  await Promise.all([one.ready(), other.ready()])
  // A session of one server is valid at the other.
  const anna = await signInTo(one.origin, 'anna@nordbygg.example')
  const projectLists = await Promise.all([anna.get(projects.path), anna.at(other.origin).get(projects.path)])
  expect(projectLists.map(({ status }) => status)).toEqual([200, 200])
  const [here, there] = projectLists.map(({ body }) => body.data.map(({ id }: { id: string }) => id))
  expect(here.length).toBeGreaterThan(0)
  expect(there).toEqual(here)
})

test('K5: SIGTERM to a server that waits for its database ends it with 0', async () => {
  const installed = await installation({
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/lintel`,
    PUBLIC_URL: 'http://localhost:8080',
  })
  const waiting = await installed.start()
  await waitUntil(waiting, () => waiting.output.some((line) => line.includes('does not answer yet')))
  const startedAt = performance.now()
  expect(await waiting.end('SIGTERM')).toBe(0)
  expectInTime(performance.now() - startedAt, 10_000)
  expect(waiting.output).toEqual(['The database does not answer yet; trying again.'])
})

test.each([
  [
    'makes its database',
    ({ directory }: Installation) =>
      existsSync(join(directory, 'postgres')) &&
      readdirSync(join(directory, 'postgres')).some((name) => name.startsWith('new-')),
  ],
  [
    'has made its database',
    (_: Installation, { output }: ServerProcess) => output.some((line) => line.includes('A new database was made')),
  ],
  [
    'waits for its database to come up',
    ({ directory }: Installation) => existsSync(join(directory, 'postgres', 'cluster', 'postmaster.pid')),
  ],
  ['prepares what it serves', ({ directory }: Installation) => existsSync(join(directory, 'objects'))],
])(
  'K5: SIGTERM to a server that %s ends it and its database with 0, and the next start finishes',
  async (_, condition) => {
    const installed = await installation()
    const interrupted = await installed.start()
    await waitUntil(interrupted, () => condition(installed, interrupted))
    const startedAt = performance.now()
    expect(await interrupted.end('SIGTERM')).toBe(0)
    expectInTime(performance.now() - startedAt, 10_000)
    expect(interrupted.output.filter((line) => /is ready at|^ +at /.test(line))).toEqual([])
    expect(existsSync(join(installed.directory, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
    await expectFinished(installed)
  },
)

/** Restarts an installation whose first start was interrupted, and expects the demo world to be complete. */
async function expectFinished(installed: Installation) {
  const server = await installed.start()
  await server.ready()
  const anna = await signInTo(server.origin, 'anna@nordbygg.example')
  expect((await anna.get(projects.path)).body.data.length).toBeGreaterThan(0)
  await server.end('SIGTERM')
}

test.each([
  [
    'its database is being made',
    ({ directory }: Installation) =>
      existsSync(join(directory, 'postgres')) &&
      readdirSync(join(directory, 'postgres')).some((name) => /^(new-|cluster$)/.test(name)),
  ],
  [
    'its database is there',
    (_: Installation, { output }: ServerProcess) => output.some((line) => line.includes('A new database was made')),
  ],
])('K6: a first start that is killed once %s leaves nothing that the next one cannot finish', async (_, condition) => {
  const installed = await installation()
  const interrupted = await installed.start()
  await waitUntil(interrupted, () => condition(installed, interrupted))
  await interrupted.end('SIGKILL')
  await expectFinished(installed)
})

test.each([
  // The first migration adds its foreign keys after its tables.
  ['its schema', { isMigrated: false, table: 'pg_catalog.pg_trigger' }],
  ['its demo', { isMigrated: true, table: 'project_member' }],
])(
  'K6: a first start that is killed with %s half there leaves nothing that the next one cannot finish',
  async (_, { isMigrated, table }) => {
    const postgres = await ownPostgres()
    if (isMigrated) await migrateDatabase({ url: postgres.url })
    const installed = await installation({ DATABASE_URL: postgres.url, PUBLIC_URL: 'http://localhost:8080' })
    // The lock stops the start at its first write to the table.
    const holder = new pg.Client(postgres.adminUrl.replace(/postgres$/, 'lintel'))
    await holder.connect()
    await holder.query(`begin; lock table ${table} in share mode`)
    const waiting = 'select from pg_locks where relation = $1::regclass and not granted'
    const interrupted = await installed.start()
    await waitUntil(interrupted, async () => (await holder.query(waiting, [table])).rowCount === 1)
    await interrupted.end('SIGKILL')
    await holder.query('commit')
    await holder.end()
    await expectFinished(installed)
  },
)
