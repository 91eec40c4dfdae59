import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { onDatabase } from '../../test/database-address'
import { freePort } from '../../test/free-port'
import { onCleanup } from '../../test/on-cleanup'
import { setReadOnly } from '../../test/set-read-only'
import { emptyDatabase, testDatabase } from '../../test/test-database'
import { readConfiguration } from './configuration'
import type { Log } from './context'
import { closeDatabase, openDatabase } from './database'
import { lockSchema, withMigrationDatabase } from './migration-database'
import { openPlatform } from './open-platform'

const { url } = await testDatabase()

async function open(
  settings: Record<string, string>,
  more: { print?: (sentence: string) => void; signal?: AbortSignal; log?: Log } = {},
) {
  const { platform, close } = await openPlatform({
    configuration: readConfiguration({ LOG_LEVEL: 'silent', ...settings }),
    log: pino({ level: 'silent' }),
    print: () => undefined,
    ...more,
  })
  onCleanup(close)
  return platform
}

/** The test database, with an unknown login. */
function asStranger(): string {
  const address = new URL(url)
  Object.assign(address, { username: 'lintel_stranger', password: 'guessed' })
  return address.href
}

/** The address of a proxy in front of the database; `atFirst` determines what it does with the first connection. */
async function inFrontOfDatabase(atFirst: 'hangs up'): Promise<string> {
  const { hostname, port } = new URL(url)
  let calls = 0
  const between = createServer((client) => {
    calls += 1
    client.on('error', () => undefined)
    if (calls === 1 && atFirst === 'hangs up') client.end()
    else client.pipe(connect(Number(port), hostname).on('error', () => client.destroy())).pipe(client)
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  onCleanup(() => between.close())
  const address = new URL(url)
  address.host = `127.0.0.1:${(between.address() as AddressInfo).port}`
  return address.href
}

test.each([
  ['a database that is not there', onDatabase(url, 'lintel_nowhere'), /"lintel_nowhere" does not exist/],
  ['a login that is not there', asStranger(), /"lintel_stranger"/],
  ['no address at all', 'postgres://lintel@localhost:port/lintel', /Invalid URL/],
])('%s is refused at once, by the name of the variable', async (_, wrong, reason) => {
  await open({ DATABASE_URL: url })
  await expect(open({ DATABASE_URL: wrong })).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/^DATABASE_URL opens no database: /),
  })
  await expect(open({ DATABASE_URL: wrong })).rejects.toThrow(reason)
  await expect(open({ DATABASE_URL: url, DATABASE_ADMIN_URL: wrong })).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/^DATABASE_ADMIN_URL opens no database: /),
  })
})

test('two logins of different databases are refused before anything is migrated', async () => {
  const other = await emptyDatabase()
  await open({ DATABASE_URL: url, DATABASE_ADMIN_URL: url })
  for (const settings of [
    { DATABASE_URL: url, DATABASE_ADMIN_URL: other },
    { DATABASE_URL: other, DATABASE_ADMIN_URL: url },
  ]) {
    await expect(open(settings)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(/^DATABASE_ADMIN_URL and DATABASE_URL open different databases: /),
    })
  }
  const untouched = openDatabase({ url: other })
  onCleanup(() => closeDatabase(untouched))
  const { rows } = await sql`select tablename from pg_tables where schemaname = 'public'`.execute(untouched)
  expect(rows).toEqual([])
})

test('a database that hangs up as it starts is waited for', async () => {
  const said: string[] = []
  const { db } = await open({ DATABASE_URL: await inFrontOfDatabase('hangs up') }, { print: (line) => said.push(line) })
  expect(await db.selectFrom('app_user').select('id').limit(1).execute()).toHaveLength(1)
  expect(said).toEqual(['The database does not answer yet; trying again.'])
})

/** An empty database that only reads, and how to let it be written to. */
async function readOnlyDatabase() {
  const address = await emptyDatabase()
  const other = openDatabase({ url: address })
  onCleanup(() => closeDatabase(other))
  await setReadOnly(other, 'on')
  return { address, acceptWrites: () => setReadOnly(other, 'off') }
}

test('K2: a database that only reads as the server starts is waited for', async () => {
  const { address, acceptWrites } = await readOnlyDatabase()
  const said: string[] = []
  const opening = open({ DATABASE_URL: address }, { print: (line) => said.push(line) })
  await expect.poll(() => said).toEqual(['The database only reads; waiting until it accepts writes.'])
  await acceptWrites()
  const { db } = await opening
  expect(await db.selectFrom('customer').select('id').execute()).toEqual([])
})

test('K2: a database that still only reads after a minute is refused in a plain sentence', async () => {
  const { address } = await readOnlyDatabase()
  const said: string[] = []
  const opening = open({ DATABASE_URL: address }, { print: (line) => said.push(line) })
  const outcome = expect(opening).rejects.toMatchObject({
    name: 'StartRefused',
    message: 'The database only reads: it accepts no writes.',
  })
  await expect.poll(() => said).toHaveLength(1)
  const minuteLater = Date.now() + 60_001
  const systemClock = vi.spyOn(Date, 'now').mockReturnValue(minuteLater)
  onCleanup(() => systemClock.mockRestore())
  await outcome
  expect(said).toHaveLength(1)
})

test('a start that waits for another server to prepare the database says so', async () => {
  const said: string[] = []
  const { opening } = await withMigrationDatabase(url, (other) =>
    other.transaction().execute(async (tx) => {
      await lockSchema(tx)
      const opening = open({ DATABASE_URL: url }, { print: (line) => said.push(line) })
      await expect.poll(() => said).toEqual(['Another server is preparing the database; waiting.'])
      return { opening }
    }),
  )
  await opening
  expect(said).toHaveLength(1)
})

test('K7: a clock that jumps back is logged', async () => {
  const logged: unknown[] = []
  const log: Log = { info: () => undefined, warn: () => undefined, error: (details) => logged.push(details) }
  const systemClock = vi.spyOn(Date, 'now')
  onCleanup(() => systemClock.mockRestore())
  const { clock } = await open({ DATABASE_URL: url }, { log })
  const before = clock()
  expect(logged).toEqual([])
  systemClock.mockReturnValue(before - 3_600_000)
  expect(clock()).toBeGreaterThanOrEqual(before)
  expect(logged).toEqual([{ aheadSeconds: 3_600 }])
})

test('K5: nobody waits for a database when the server is not wanted any more', async () => {
  const shutdown = new AbortController()
  const said: string[] = []
  const opening = open(
    { DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/lintel` },
    { print: (line) => said.push(line), signal: shutdown.signal },
  )
  const outcome = expect(opening).rejects.toThrow('not wanted')
  await expect.poll(() => said).toHaveLength(1)
  shutdown.abort(new Error('not wanted'))
  await outcome
  await pause(1_100)
  expect(said).toHaveLength(1)
})

test('a DATA_DIR in which nothing can be kept is refused by its name', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-data-'))
  onCleanup(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'file')
  writeFileSync(file, '')
  await expect(open({ DATA_DIR: join(file, 'data') })).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/^DATA_DIR is \/.*\/file\/data, where the server cannot keep its files: ENOTDIR/),
  })
})
