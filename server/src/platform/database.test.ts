import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { barrier } from '../../test/barrier'
import { onCleanup } from '../../test/on-cleanup'
import { setReadOnly } from '../../test/set-read-only'
import { emptyDatabase, testDatabase } from '../../test/test-database'
import { closeDatabase, constraintOf, isDatabaseAway, isRetryable, openDatabase } from './database'

const { db, url } = await testDatabase()
const value = async (expression: string) =>
  (await sql.raw<{ value: unknown }>(`select ${expression} as value`).execute(db)).rows[0]?.value

test('times come as RFC 3339 in UTC, dates as dates, and nothing is lost on the way', async () => {
  expect(await value(`timestamptz '2026-03-01 12:00:00.123456+02'`)).toBe('2026-03-01T10:00:00.123456Z')
  expect(await value(`timestamptz '2026-03-01 12:00:00Z'`)).toBe('2026-03-01T12:00:00Z')
  expect(await value(`timestamptz 'infinity'`)).toBe('infinity')
  expect(await value(`date '2026-03-01'`)).toBe('2026-03-01')
  expect(await value(`array[timestamptz '2026-03-01 12:00:00Z', null]`)).toEqual(['2026-03-01T12:00:00Z', null])
})

test('counts are numbers, and one too large for a number is an error instead of another number', async () => {
  expect(await value('count(*)')).toBe(1)
  expect(await value('9007199254740991::int8')).toBe(9007199254740991)
  expect(await value('array[1, 2]::int8[]')).toEqual([1, 2])
  await expect(value('9007199254740993::int8')).rejects.toThrow(RangeError)
  expect(await value('1')).toBe(1)
})

test('a rule that the database keeps is known by its name, any other error has none', async () => {
  await sql`create table shelf (id int constraint shelf_key primary key, size int constraint shelf_size check (size > 0))`.execute(
    db,
  )
  await sql`create table book (shelf_id int constraint book_shelf_fk references shelf)`.execute(db)
  await sql`insert into shelf values (1, 1)`.execute(db)
  const refusal = (statement: string) =>
    sql
      .raw(statement)
      .execute(db)
      .then(() => 'accepted', constraintOf)
  expect(await refusal('insert into shelf values (2, 2)')).toBe('accepted')
  expect(await refusal('insert into shelf values (1, 1)')).toBe('shelf_key')
  expect(await refusal('insert into shelf values (3, 0)')).toBe('shelf_size')
  expect(await refusal('insert into book values (9)')).toBe('book_shelf_fk')
  expect(await refusal('select nonsense')).toBeUndefined()
})

test('of two transactions that wait for each other, one may be repeated', async () => {
  await sql`create table seat (id int primary key, taken int default 0)`.execute(db)
  await sql`insert into seat values (1), (2)`.execute(db)
  const bothHaveOne = barrier(2)
  const take = (first: number, second: number) =>
    db.transaction().execute(async (tx) => {
      await sql`update seat set taken = taken + 1 where id = ${first}`.execute(tx)
      await bothHaveOne()
      await sql`update seat set taken = taken + 1 where id = ${second}`.execute(tx)
    })
  const ends = await Promise.allSettled([take(1, 2), take(2, 1)])
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  expect(errors).toHaveLength(1)
  expect(isRetryable(errors[0])).toBe(true)
  expect(isDatabaseAway(errors[0])).toBe(false)
})

test('K2: more queries than connections wait their turn; past the end of the queue they are turned away at once', async () => {
  const address = await emptyDatabase()
  const narrow = openDatabase({ url: address, max: 2, waiting: 3 })
  afterAll(() => closeDatabase(narrow))
  const other = openDatabase({ url: address, max: 1 })
  afterAll(() => closeDatabase(other))
  const ask = () => sql`select pg_advisory_xact_lock_shared(1)`.execute(narrow)
  const { asked, refused } = await other.transaction().execute(async (holding) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(holding)
    const refused: unknown[] = []
    const asked = Array.from({ length: 7 }, () => ask().catch((error: unknown) => void refused.push(error)))
    // None of the others can end meanwhile.
    await expect.poll(() => refused.length).toBe(2)
    return { asked, refused }
  })
  await Promise.all(asked)
  expect(refused).toHaveLength(2)
  expect(refused.every(isDatabaseAway)).toBe(true)
})

test('K2: a connection is opened with what every pooler knows, and has its limits all the same', async () => {
  const { hostname, port } = new URL(url)
  const named: string[] = []
  const pooler = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) })
    // The startup message: its length and the protocol version, then names and values, each zero-terminated.
    near.once('data', (bytes) => {
      const words = bytes.subarray(8).toString().split('\0')
      named.push(...words.filter((word, at) => at % 2 === 0 && word !== ''))
    })
    near.pipe(far).pipe(near)
    for (const end of [near, far]) end.on('error', () => undefined)
  })
  await new Promise<void>((ready) => pooler.listen(0, '127.0.0.1', ready))
  onCleanup(() => void pooler.close())
  const address = new URL(url)
  address.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`
  const pooled = openDatabase({ url: address.href, max: 1 })
  onCleanup(() => closeDatabase(pooled))
  const names = ['TimeZone', 'statement_timeout', 'idle_in_transaction_session_timeout']
  const settings = await Promise.all(names.map((name) => sql.raw<object>(`show ${name}`).execute(pooled)))
  expect(settings.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)))).toEqual(['UTC', '10s', '10s'])
  // The startup parameters that PgBouncer passes on; it rejects connections with others.
  expect(named.toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user'])
})

test('K2: a statement that runs too long is ended, and the connection serves on', async () => {
  const hasty = openDatabase({ url: await emptyDatabase(), max: 1, statementTimeout: 200 })
  afterAll(() => closeDatabase(hasty))
  const error = await sql`select pg_sleep(5)`.execute(hasty).catch((reason) => reason)
  expect(isDatabaseAway(error)).toBe(true)
  expect((await sql<{ one: number }>`select 1 as one`.execute(hasty)).rows).toEqual([{ one: 1 }])
})

test('K2: a transaction that idles loses its connection, which harms nobody else', async () => {
  const hasty = openDatabase({ url: await emptyDatabase(), max: 1, idleInTransactionTimeout: 200 })
  afterAll(() => closeDatabase(hasty))
  const idling = hasty.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const process = sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`
    await expect.poll(async () => (await process.execute(db)).rows.length).toBe(0)
    await sql`select 1`.execute(tx)
  })
  expect(isDatabaseAway(await idling.catch((error) => error))).toBe(true)
  expect((await sql<{ one: number }>`select 1 as one`.execute(hasty)).rows).toEqual([{ one: 1 }])
})

test('K2: a database that only reads is away, and written to again once it or another one in its place writes', async () => {
  const address = await emptyDatabase()
  const other = openDatabase({ url: address, max: 1 })
  onCleanup(() => closeDatabase(other))
  await sql`create table note (id int)`.execute(other)
  await setReadOnly(other, 'on')
  // The setting applies to new connections.
  const pool = openDatabase({ url: address, max: 1 })
  onCleanup(() => closeDatabase(pool))
  const write = () => sql`insert into note values (1)`.execute(pool)
  const refusals = [
    await write().catch((error) => error),
    await pool
      .transaction()
      .execute((tx) => sql`insert into note values (2)`.execute(tx))
      .catch((error) => error),
  ]
  expect(refusals.map(isDatabaseAway)).toEqual([true, true])
  expect((await sql`select from note`.execute(pool)).rows).toEqual([])
  await setReadOnly(other, 'off')
  // The connection that read is still read-only; the refusal replaces it.
  expect(isDatabaseAway(await write().catch((error) => error))).toBe(true)
  await write()
  expect((await sql`select from note`.execute(pool)).rows).toHaveLength(1)
})

test('a database that only reads is reported with the first refusal, and once a minute while that lasts', async () => {
  const address = await emptyDatabase()
  const other = openDatabase({ url: address, max: 1 })
  onCleanup(() => closeDatabase(other))
  await sql`create table note (id int)`.execute(other)
  await sql`do $$ begin
    execute format('alter database %I set default_transaction_read_only = on', current_database());
  end $$`.execute(other)
  const reported: Error[] = []
  const pool = openDatabase({ url: address, max: 1, onError: (error) => reported.push(error) })
  onCleanup(() => closeDatabase(pool))
  const refuse = () => expect(sql`insert into note values (1)`.execute(pool)).rejects.toThrow('read-only')
  await sql`select from note`.execute(pool)
  expect(reported).toEqual([])
  await refuse()
  await refuse()
  expect(reported).toMatchObject([{ name: 'DatabaseAway', message: 'The database is read-only' }])
  const { now } = performance
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 60_000)
  onCleanup(() => later.mockRestore())
  await refuse()
  await refuse()
  expect(reported).toHaveLength(2)
})
