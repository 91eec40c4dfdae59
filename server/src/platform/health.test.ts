import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectInTime } from '../../test/expect-in-time'
import { onCleanup } from '../../test/on-cleanup'
import { setReadOnly } from '../../test/set-read-only'
import { testApp, testPlatform } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { closeDatabase, openDatabase } from './database'
import { healthRoutes } from './health'

const { db } = await testDatabase()

test('a server whose database answers and is current is ready', async () => {
  const app = await testApp({ db, routes: healthRoutes(testPlatform(db)) })
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'up' })
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
})

test('health is told to whoever asks, by any name and with any bearer, and no rate counts it', async () => {
  const admit = () => {
    throw new Error('counted')
  }
  const app = await testApp({ db, routes: healthRoutes(testPlatform(db)), admit })
  for (const url of ['/healthz', '/readyz']) {
    const headers = { host: '10.0.0.7', authorization: 'Bearer nobody' }
    expect((await app.inject({ url, headers })).statusCode).toBe(200)
  }
})

test('a server whose database was moved on by a newer one is not ready, and says so', async () => {
  await sql`insert into schema_checksum (name, checksum) values ('999_future', '')`.execute(db)
  const app = await testApp({ db, routes: healthRoutes(testPlatform(db)) })
  const answered = await app.inject('/readyz')
  expect(answered.statusCode).toBe(503)
  expect(answered.json().errors[0]).toMatchObject({
    code: 'schemaOutdated',
    detail: 'The schema is not current: 999_future is of a newer version than this server',
  })
  await sql`delete from schema_checksum where name = '999_future'`.execute(db)
})

test('a schema that is not current is not ready, and says what is missing', async () => {
  const { rows } = await sql<{ name: string }>`select max(name) as name from schema_checksum`.execute(db)
  const last = rows[0]?.name
  await sql`delete from schema_checksum where name = ${last}`.execute(db)
  const app = await testApp({ db, routes: healthRoutes(testPlatform(db)) })
  const answered = await app.inject('/readyz')
  expect(answered.statusCode).toBe(503)
  expect(answered.headers['retry-after']).toBe('5')
  expect(answered.json().errors[0]).toMatchObject({
    code: 'schemaOutdated',
    detail: `The schema is not current: ${last} has not run`,
  })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

test('K2: without a database the process is up and not ready, and says so within two seconds', async () => {
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nowhere' })
  const app = await testApp({ db: away, routes: healthRoutes(testPlatform(away)) })
  const begun = performance.now()
  const [up, ready] = await Promise.all([app.inject('/healthz'), app.inject('/readyz')])
  expectInTime(performance.now() - begun, 2_000)
  expect(up?.statusCode).toBe(200)
  expect(ready?.statusCode).toBe(503)
  expect(ready?.json().errors[0].code).toBe('databaseAway')
  expect(ready?.body).not.toMatch(/127\.0\.0\.1|ECONN|nobody/)
  await closeDatabase(away)
})

test('K2: a server whose database only reads is not ready, and says so', async () => {
  const { url: address } = await testDatabase()
  const other = openDatabase({ url: address, max: 1 })
  onCleanup(() => closeDatabase(other))
  // The setting applies to new connections.
  await setReadOnly(other, 'on')
  const pool = openDatabase({ url: address, max: 1 })
  onCleanup(() => closeDatabase(pool))
  let now = 0
  const app = await testApp({ db: pool, routes: healthRoutes({ ...testPlatform(pool), clock: () => now }) })
  const readiness = async () => {
    now += 1_000
    const answered = await app.inject('/readyz')
    return { status: answered.statusCode, failure: answered.json().errors?.[0] }
  }
  const readOnly = { status: 503, failure: { code: 'databaseAway', detail: 'The database is read-only' } }
  expect(await readiness()).toMatchObject(readOnly)
  expect(await readiness()).toMatchObject(readOnly)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await sql`select 1`.execute(pool)
  await setReadOnly(other, 'off')
  // The connection that is left still only reads; the refusal replaces it.
  expect(await readiness()).toMatchObject(readOnly)
  expect(await readiness()).toMatchObject({ status: 200 })
})

test('who asks a thousand times asks the database once', async () => {
  const platform = testPlatform(db)
  let now = 0
  let questions = 0
  const counting = new Proxy(db, {
    get: (target, name) => {
      if (name === 'getExecutor') questions++
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const app = await testApp({ db, routes: healthRoutes({ ...platform, db: counting, clock: () => now }) })
  await app.inject('/readyz')
  const once = questions
  expect(once).toBeGreaterThan(0)
  await Promise.all(Array.from({ length: 100 }, () => app.inject('/readyz')))
  expect(questions).toBe(once)
  now += 1_000
  await app.inject('/readyz')
  expect(questions).toBe(2 * once)
})
