import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projects } from '@lintel/contract/projects/projects'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres'
import { migrateDatabase } from '../../src/platform/migrate'
import { freePort } from '../free-port'
import { expectInTime } from '../in-time'
import type { ServerProcess } from '../server-process'
import { onCleanup } from '../on-cleanup'
import { signInTo } from './server-client'
import { type Installation, installation } from './installation'

/** Waits until a start is seen to have come so far, however busy the machine is; one that ended will not come. */
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

/** An empty database beside the product, which lasts as long as the test. */
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
  // Copies behind one proxy have the same address for people, and the same key.
  const place = await installation({ DATABASE_URL: postgres.url, PUBLIC_URL: 'http://localhost:8080' })
  const [one, other] = await Promise.all([place.start(), place.start({ port: await freePort() })])
  await Promise.all([one.ready(), other.ready()])
  // Who signed in at one of them is known to the other as well.
  const anna = await signInTo(one.origin, 'anna@nordbygg.example')
  const shown = await Promise.all([anna.get(projects.path), anna.at(other.origin).get(projects.path)])
  expect(shown.map(({ status }) => status)).toEqual([200, 200])
  const [here, there] = shown.map(({ body }) => body.data.map(({ id }: { id: string }) => id))
  expect(here.length).toBeGreaterThan(0)
  expect(there).toEqual(here)
})

test('K5: SIGTERM to a server that waits for its database ends it with 0', async () => {
  const place = await installation({
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/lintel`,
    PUBLIC_URL: 'http://localhost:8080',
  })
  const waiting = await place.start()
  await waitUntil(waiting, () => waiting.output.some((line) => line.includes('does not answer yet')))
  const begun = performance.now()
  expect(await waiting.end('SIGTERM')).toBe(0)
  expectInTime(performance.now() - begun, 10_000)
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
])('K5: SIGTERM to a server that %s ends it and its database with 0, and the next start finishes', async (_, condition) => {
  const place = await installation()
  const cut = await place.start()
  await waitUntil(cut, () => condition(place, cut))
  const begun = performance.now()
  expect(await cut.end('SIGTERM')).toBe(0)
  expectInTime(performance.now() - begun, 10_000)
  expect(cut.output.filter((line) => /is ready at|^ +at /.test(line))).toEqual([])
  expect(existsSync(join(place.directory, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
  await expectFinished(place)
})

/** Starts the product in an installation whose first start was cut off, and looks whether everything is there. */
async function expectFinished(place: Installation) {
  const server = await place.start()
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
  const place = await installation()
  const cut = await place.start()
  await waitUntil(cut, () => condition(place, cut))
  await cut.end('SIGKILL')
  await expectFinished(place)
})

test.each([
  // The first migration's foreign keys come after its first tables.
  ['its schema', { isMigrated: false, table: 'pg_catalog.pg_trigger' }],
  ['its demo', { isMigrated: true, table: 'project_member' }],
])(
  'K6: a first start that is killed with %s half there leaves nothing that the next one cannot finish',
  async (_, { isMigrated, table }) => {
    const postgres = await ownPostgres()
    if (isMigrated) await migrateDatabase({ url: postgres.url })
    const place = await installation({ DATABASE_URL: postgres.url, PUBLIC_URL: 'http://localhost:8080' })
    // Nobody writes there while this transaction lasts: so far the start goes, and no further.
    const holder = new pg.Client(postgres.adminUrl.replace(/postgres$/, 'lintel'))
    await holder.connect()
    await holder.query(`begin; lock table ${table} in share mode`)
    const waiting = 'select from pg_locks where relation = $1::regclass and not granted'
    const cut = await place.start()
    await waitUntil(cut, async () => (await holder.query(waiting, [table])).rowCount === 1)
    await cut.end('SIGKILL')
    await holder.query('commit')
    await holder.end()
    await expectFinished(place)
  },
)
