import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { freePort } from '../test/free-port'
import { onCleanup } from '../test/on-cleanup'
import { emptyDatabase, testDatabase } from '../test/test-database'
import { testSecretKey } from '../test/test-secrets'
import { readConfiguration } from './platform/configuration'
import { lockSchema, withMigrationDatabase } from './platform/migration-database'
import { startServer } from './start-server'

const { url } = await testDatabase()

/** An empty directory that lasts as long as the tests, or the test, that asked for it. */
function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-start-'))
  onCleanup(() => rmSync(directory, { recursive: true }))
  return directory
}

const dataDirectory = newDirectory()
const port = await freePort()

/** What `/healthz` answers at a port of this machine, or that nobody listens there. */
const health = (at: string) =>
  fetch(`http://127.0.0.1:${at}/healthz`).then(
    ({ status }) => status,
    () => 'nobody',
  )

async function start(
  settings: Record<string, string> = {},
  {
    signal = new AbortController().signal,
    print = () => undefined as unknown,
  }: {
    signal?: AbortSignal
    print?: (line: string) => unknown
  } = {},
) {
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: dataDirectory,
    SECRET_KEY: testSecretKey,
    LINTEL_ENVIRONMENT: 'development',
    PORT: String(port),
    LOG_LEVEL: 'silent',
  }
  const server = await startServer({
    configuration: readConfiguration({ ...environment, ...settings }),
    logger: pino({ level: 'silent' }),
    print,
    signal,
  })
  onCleanup(() => server.stop(1_000))
  return server
}

test('a server listens where HOST and PORT say', async () => {
  const { address } = await start({ HOST: '127.0.0.1' })
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

test('while the database is migrated the process is up, serves nothing, and serves at the same address afterwards', async () => {
  const DATABASE_URL = await emptyDatabase()
  const settings = { HOST: '127.0.0.1', PORT: String(await freePort()), DATABASE_URL, DATA_DIR: newDirectory() }
  const origin = `http://127.0.0.1:${settings.PORT}`
  const { starting } = await withMigrationDatabase(DATABASE_URL, (db) =>
    db.transaction().execute(async (tx) => {
      await lockSchema(tx)
      const starting = start(settings)
      await expect.poll(() => health(settings.PORT)).toBe(200)
      for (const [path, method] of [
        ['/readyz', 'GET'],
        ['/', 'GET'],
        ['/auth/v1/login', 'POST'],
      ] as const) {
        const answered = await fetch(origin + path, { method, body: method === 'POST' ? 'not even JSON' : null })
        expect([answered.status, answered.headers.get('retry-after')], path).toEqual([503, '5'])
        expect(await answered.json()).toMatchObject({ errors: [{ code: 'schemaOutdated' }] })
      }
      return { starting }
    }),
  )
  await starting
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
})

test('a server whose database is migrated already listens once it serves, so that a proxy passes over it until then', async () => {
  const settings = { HOST: '127.0.0.1', PORT: String(await freePort()) }
  const { starting } = await withMigrationDatabase(url, (db) =>
    db.transaction().execute(async (tx) => {
      await lockSchema(tx)
      const said: string[] = []
      const starting = start(settings, { print: (line) => said.push(line) })
      await expect.poll(() => said).toEqual(['Another server is preparing the database; waiting.'])
      expect(await health(settings.PORT)).toBe('nobody')
      return { starting }
    }),
  )
  await starting
  expect(await health(settings.PORT)).toBe(200)
})

test('K5: a server that gives up while it waits for its database listens no longer', async () => {
  const PORT = String(await freePort())
  const shutdown = new AbortController()
  const DATABASE_URL = `postgres://127.0.0.1:${await freePort()}/lintel`
  const starting = start({ HOST: '127.0.0.1', PORT, DATABASE_URL }, { signal: shutdown.signal })
  const outcome = expect(starting).rejects.toThrow('not wanted')
  await expect.poll(() => health(PORT)).toBe(200)
  shutdown.abort(new Error('not wanted'))
  await outcome
  expect(await health(PORT)).toBe('nobody')
})

test('a HOST that is none of this machine is refused in a plain sentence', async () => {
  await expect(start({ HOST: '192.0.2.1' })).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/^The server cannot listen at HOST 192\.0\.2\.1 and PORT \d+: .*EADDRNOTAVAIL/),
  })
})

test('K5: a PORT that is taken is refused in a plain sentence', async () => {
  const taken = await freePort()
  const other = createServer().listen(taken, '127.0.0.1')
  await once(other, 'listening')
  onCleanup(() => other.close())
  await expect(start({ PORT: String(taken) })).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(new RegExp(`^Port ${taken} is taken: `)),
  })
})

test('a second server with another SECRET_KEY is refused in a plain sentence', async () => {
  await start()
  await expect(
    start({ SECRET_KEY: 'another key than the one of the tests', PORT: String(await freePort()) }),
  ).rejects.toMatchObject({ name: 'StartRefused', message: expect.stringContaining('SECRET_KEY') })
})

test('a server does not start with another database on files that are there', async () => {
  await start()
  await expect(start({ DATABASE_URL: await emptyDatabase(), PORT: String(await freePort()) })).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/^The object store belongs to another installation .* check DATABASE_URL, DATA_DIR/),
  })
})

test('a server whose bucket does not answer starts all the same', async () => {
  const OBJECT_STORE_URL = `s3://key:secret@127.0.0.1:${await freePort()}/files?tls=false`
  const { address } = await start({ OBJECT_STORE_URL, PORT: String(await freePort()) })
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

test('K5: a server that is not wanted any more does not listen', async () => {
  await expect(start({}, { signal: AbortSignal.abort(new Error('not wanted')) })).rejects.toThrow('not wanted')
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
})

test('a key that this version refuses is refused before the database is migrated, which has no way back', async () => {
  const unprepared = await emptyDatabase()
  const settings = {
    DATABASE_URL: unprepared,
    LINTEL_ENVIRONMENT: 'onpremise',
    PUBLIC_URL: 'https://projects.example.com',
  }
  await expect(start({ ...settings, SECRET_KEY: 'too short' })).rejects.toThrow('SECRET_KEY')
  const tables = await withMigrationDatabase(unprepared, (db) =>
    sql`select from pg_tables where schemaname = 'public'`.execute(db),
  )
  expect(tables.rows).toEqual([])
})
