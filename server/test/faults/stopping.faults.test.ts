import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { exportUsersJson } from '@lintel/contract/exchange/users-export'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { listAddress } from '@lintel/contract/jsonapi/query'
import { organizations } from '@lintel/contract/people/organizations'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres'
import { expectInTime } from '../expect-in-time'
import { freePort } from '../free-port'
import type { ServerProcess } from '../server-process'
import { installation } from './installation'
import { call, signInTo } from './server-client'

const installed = await installation({
  NODE_OPTIONS: `--import=${new URL('fails-on-signal.mjs', import.meta.url).href}`,
})
const usualPort = await freePort()
let server: ServerProcess

/** Starts the product in the same installation for each test, whether or not the previous test has ended it. */
beforeEach(async () => {
  server = await installed.start({ port: usualPort })
  await server.ready()
  return async () => {
    await server.end('SIGTERM')
  }
})

/** A lock on a table that blocks writes (or also reads), as a long maintenance would. */
interface TableLock {
  /** Waits until another session waits for the lock. */
  untilWaitedFor(): Promise<void>
  release(): Promise<void>
}

async function lockTable(
  directory: string,
  table: string,
  mode: 'exclusive' | 'access exclusive' = 'exclusive',
): Promise<TableLock> {
  const { url, stop } = await startEmbeddedPostgres({ directory, log: () => undefined, shared: true })
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`begin; lock table ${table} in ${mode} mode`)
  return {
    async untilWaitedFor() {
      const waiting = `select from pg_locks join pg_class on pg_class.oid = relation
        where relname = '${table}' and not granted`
      await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1)
    },
    async release() {
      await client.query('commit')
      await client.end()
      await stop()
    },
  }
}

const isAnswering = (origin: string) =>
  call(`${origin}/healthz`).then(
    () => true,
    () => false,
  )

test('K5: SIGTERM lets a running request finish, takes no new one, and exits with 0 and its database stopped', async () => {
  const anna = await signInTo(server.origin, 'anna@nordbygg.example')
  const { untilWaitedFor, release } = await lockTable(join(installed.directory, 'postgres'), 'user_organization')
  const running = anna.create(organizations, {
    attributes: { name: 'Begun before the end' },
    relationships: { customer: { data: { type: 'customers', id: customerId('nordbygg') } } },
  })
  await untilWaitedFor()
  const ended = server.end('SIGTERM')
  await expect.poll(() => isAnswering(server.origin)).toBe(false)
  await release()
  expect((await running).status).toBe(201)
  expect(await ended).toBe(0)
  expect(existsSync(join(installed.directory, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)

  const next = await installed.start({ port: usualPort })
  await next.ready()
  const clientAfterRestart = await signInTo(next.origin, 'anna@nordbygg.example')
  const added = { customer: customerId('nordbygg'), q: 'Begun before' }
  expect((await clientAfterRestart.get(listAddress(organizations, { filter: added }))).body.data).toHaveLength(1)
  await next.end('SIGTERM')
})

test.each([
  ['an exception that nobody caught', 'SIGUSR2', 'uncaughtException', 'thrown by nobody we know'],
  ['a rejection that nobody handled', 'SIGALRM', 'unhandledRejection', 'rejected by nobody we know'],
] as const)(
  'H5: what nobody foresaw (%s) is logged, and the server ends with 1 when what it does is done',
  async (_, signal, event, message) => {
    const anna = await signInTo(server.origin, 'anna@nordbygg.example')
    const { untilWaitedFor, release } = await lockTable(join(installed.directory, 'postgres'), 'user_organization')
    const running = anna.create(organizations, {
      attributes: { name: `Begun before ${event}` },
      relationships: { customer: { data: { type: 'customers', id: customerId('nordbygg') } } },
    })
    await untilWaitedFor()
    const ended = server.end(signal)
    await expect.poll(() => isAnswering(server.origin)).toBe(false)
    await release()
    expect((await running).status).toBe(201)
    expect(await ended).toBe(1)
    const logged = server.output.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
    const fatal = logged.filter(({ level }) => level === 60)
    expect(fatal).toMatchObject([{ msg: event, err: { message, stack: expect.stringContaining(message) } }])
    expect(existsSync(join(installed.directory, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
  },
)

test('a terminal that closes stops the server as SIGTERM does', async () => {
  expect(await server.end('SIGHUP')).toBe(0)
  expect(existsSync(join(installed.directory, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
})

test('K5: a client that never finishes its request holds the end up for ten seconds at most', async () => {
  const dawdler = connect(usualPort, '127.0.0.1')
  onTestFinished(() => {
    dawdler.destroy()
  })
  dawdler.on('error', () => undefined)
  dawdler.write(
    'POST /auth/v1/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  )
  // The response shows that the incomplete request before it has been read.
  expect((await call(`${server.origin}/healthz`)).status).toBe(200)
  const startedAt = performance.now()
  expect(await server.end('SIGTERM')).toBe(0)
  expectInTime(performance.now() - startedAt, 10_000)
})

test('K5: an export under way whose statement does not come to an end holds nothing up for more than ten seconds', async () => {
  const anna = await signInTo(server.origin, 'anna@nordbygg.example')
  const address = callAddress(exportUsersJson, {}, { customer: customerId('nordbygg') })
  expect((await anna.get(address)).status).toBe(200)
  const { untilWaitedFor, release } = await lockTable(
    join(installed.directory, 'postgres'),
    'user_organization',
    'access exclusive',
  )
  const underWay = anna.get(address).then(
    () => 'finished',
    () => 'cut off',
  )
  await untilWaitedFor()
  const startedAt = performance.now()
  expect(await server.end('SIGTERM')).toBe(0)
  expectInTime(performance.now() - startedAt, 10_000)
  expect(await underWay).toBe('cut off')
  // The database has stopped, and the lock with it.
  await release().catch(() => undefined)
})

test('H4: a request whose body stays half-sent is closed within forty seconds, a whole one is answered', async () => {
  const send = (body: string) => {
    const client = connect(usualPort, '127.0.0.1')
    let received = ''
    client.on('data', (bytes) => {
      received += bytes
    })
    client.write(
      `POST /auth/v1/login HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 29\r\n\r\n${body}`,
    )
    return once(client, 'close').then(() => received)
  }
  expect(await send('{"username":"a","password":1}')).toMatch(/^HTTP\/1\.1 422 /)
  const startedAt = performance.now()
  expect(await send('{"username":')).toMatch(/^HTTP\/1\.1 408 /)
  // No allowance for a busy machine, because a timer closes the connection.
  expect(performance.now() - startedAt).toBeLessThan(40_000)
})

test('K5: a second server on the same directory is refused in a plain sentence and leaves the first one alone', async () => {
  const second = await installed.start({ port: await freePort() })
  expect(await second.ended).toBe(1)
  expect(second.output.at(-1)).toMatch(/^Another Lintel server already uses the database in .+: stop that one first/)
  expect(second.output.filter((line) => /^ +at /.test(line))).toEqual([])
  expect((await call(`${server.origin}/readyz`)).status).toBe(200)
})

test('K5: a second server on the same port is refused in a plain sentence and leaves the first one alone', async () => {
  const otherInstallation = await installation()
  const second = await otherInstallation.start({ port: usualPort })
  expect(await second.ended).toBe(1)
  expect(second.output.at(-1)).toMatch(/^Port \d+ is taken: /)
  expect((await call(`${server.origin}/readyz`)).status).toBe(200)
})
