import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { personId } from '../../../demo/person-id'
import { type Browser, browser } from '../../../test/browser'
import { testDatabase } from '../../../test/test-database'
import { world } from '../../../test/world'
import { removeExpired } from '../remove-expired.store'

const { app, db, clock } = await world({ rates: { signIn: { calls: 100_000, seconds: 60 } } })
const tryTo = (email: string, password: string, client: Browser = browser(app)) =>
  client.post('/auth/v1/login', { username: email, password })
const right = async (email: string, client?: Browser) => (await tryTo(email, demoPassword, client)).statusCode
const wrong = async (email: string, client?: Browser) => (await tryTo(email, 'a wrong password', client)).statusCode
const fail = async (email: string, times: number, client?: Browser) => {
  for (let time = 0; time < times; time++) expect(await wrong(email, client)).toBe(401)
}
const reasons = async (email: string) => {
  const events = await db
    .selectFrom('audit_event')
    .select('reason')
    .where('actor_email', '=', email)
    .where('result', '=', 'failure')
    .orderBy('sequence')
    .execute()
  return events.map(({ reason }) => reason)
}
const seconds = 1_000
// Lockouts are tested a second before and after their end.
clock.freeze()

describe('an account that is guessed at', () => {
  const email = 'mei@nordbygg.example'

  test('B1: waits thirty seconds after five failures, then twice as long, up to a quarter of an hour', async () => {
    await fail(email, 4)
    expect(await right(email)).toBe(200)
    await fail(email, 5)
    expect(await right(email)).toBe(401)
    clock.advance(29 * seconds)
    expect(await right(email)).toBe(401)
    clock.advance(2 * seconds)
    for (const wait of [60, 120, 240, 480, 900, 900]) {
      await fail(email, 1)
      clock.advance((wait - 1) * seconds)
      expect(await right(email), `${wait} s`).toBe(401)
      clock.advance(2 * seconds)
    }
    expect(await right(email)).toBe(200)
    await fail(email, 4)
    expect(await right(email)).toBe(200)
  })

  test('B1: signs nobody in by password after a hundred failures in a row, however long ago', async () => {
    const { id } = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await fail(email, 1)
    await db.updateTable('guessing').set({ failures: 99 }).where('subject', '=', `user:${id}`).execute()
    await fail(email, 1)
    clock.advance(366 * 86_400 * seconds)
    expect(await right(email)).toBe(401)
  })
})

test('B2: fifty wrong guesses at once are verified five times', async () => {
  const email = 'ola@nordbygg.example'
  expect(await right(email)).toBe(200)
  // Requests that the overloaded gate rejects are repeated until all were processed.
  let left = 50
  while (left > 0) {
    const answers = await Promise.all(Array.from({ length: Math.min(left, 30) }, () => wrong(email)))
    left -= answers.filter((status) => status === 401).length
  }
  const told = await reasons(email)
  expect(told.filter((reason) => reason === 'wrongPassword')).toHaveLength(5)
  expect(told.filter((reason) => reason === 'blocked')).toHaveLength(45)
})

test('B2: right sign-ins at once all succeed, even when only one failure is left', async () => {
  const email = 'anna@nordbygg.example'
  await fail(email, 4)
  // Requests that the gate rejects on a busy machine are repeated, together with the remaining ones.
  let left = 12
  while (left > 0) {
    const answers = await Promise.all(Array.from({ length: left }, () => right(email)))
    for (const status of answers) expect([200, 503]).toContain(status)
    left -= answers.filter((status) => status === 200).length
  }
})

test('B2: an attempt that a dying server left behind counts as a failure', async () => {
  const email = 'nobody-yet@nordbygg.example'
  await fail(email, 1)
  await db.updateTable('guessing').set({ pending: 3 }).where('user_id', 'is', null).execute()
  clock.advance(11 * seconds)
  await wrong(email)
  const counter = await db.selectFrom('guessing').selectAll().where('user_id', 'is', null).executeTakeFirstOrThrow()
  expect(counter).toMatchObject({ failures: 5, pending: 0 })
})

test('B3: a browser that signed in before has failures of its own, so a lock keeps nobody out', async () => {
  const email = 'ola@nordbygg.example'
  clock.advance(3_600 * seconds)
  const known = browser(app)
  expect(await right(email, known)).toBe(200)
  await fail(email, 5)
  expect(await right(email)).toBe(401)
  await fail(email, 4, known)
  expect(await right(email, known)).toBe(200)
  await fail(email, 5, known)
  expect(await right(email, known)).toBe(401)
})

test('B3: an account knows ten browsers at most, each for thirty days', async () => {
  const email = 'kari@nordbygg.example'
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', 'anna@nordbygg.example')
    .executeTakeFirstOrThrow()
  const browsers = Array.from({ length: 12 }, () => browser(app))
  for (const one of browsers) {
    clock.advance(seconds)
    expect(await right('anna@nordbygg.example', one), email).toBe(200)
  }
  const known = await db.selectFrom('known_browser').selectAll().where('user_id', '=', id).execute()
  expect(known).toHaveLength(10)
  await fail('anna@nordbygg.example', 5)
  clock.advance(31 * 86_400 * seconds)
  // The known browser has expired: it shares the counter of the account, whose lockout has ended too.
  await fail('anna@nordbygg.example', 1, browsers[11])
  expect(await right('anna@nordbygg.example', browsers[11])).toBe(401)
})

describe('B5: counters of failures are swept', () => {
  const user_id = personId('mei@nordbygg.example')
  const hoursAgo = (hours: number) => new Date(clock.now() - hours * 3_600 * seconds).toISOString()
  const counter = (subject: string, touched_at: string, more: { user_id?: string; failures?: number } = {}) => ({
    ...{ subject, touched_at, pending_since: touched_at, failures: 1, ...more },
  })
  const browserSubject = (secret: Buffer) => `browser:${user_id}:${secret.toString('hex')}`

  test('B5: of an account while it has failures, of an unknown address for a day, and of that no more than a hundred thousand', async () => {
    const { db } = await testDatabase()
    await db
      .insertInto('guessing')
      .values([
        counter(`user:${user_id}`, hoursAgo(9_000), { user_id }),
        counter('user:cleared', hoursAgo(25), { user_id, failures: 0 }),
        counter('user:used', hoursAgo(23), { user_id, failures: 0 }),
        counter('email:old', hoursAgo(25)),
      ])
      .execute()
    await sql`insert into guessing (subject, failures, pending_since, touched_at)
      select 'email:flood ' || n, 1, ${hoursAgo(1)}, ${hoursAgo(1)}::timestamptz + n * interval '1 millisecond'
      from generate_series(1, 100005) as n`.execute(db)
    await removeExpired(db, clock.now())
    const { rows } = await sql<{ subject: string }>`select subject from guessing order by touched_at`.execute(db)
    const [failed, used, ...unknown] = rows.map(({ subject }) => subject)
    expect([failed, used]).toEqual([`user:${user_id}`, 'user:used'])
    expect([unknown.length, unknown[0], unknown.at(-1)]).toEqual([100_000, 'email:flood 6', 'email:flood 100005'])
  })

  test('B5: of a browser while the account knows it', async () => {
    const { db } = await testDatabase()
    const [known, expired, evicted] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)]
    const browserRow = (secret_hash: Buffer, expires_at: string) => ({
      ...{ user_id, secret_hash, seen_at: hoursAgo(48), expires_at },
    })
    await db
      .insertInto('known_browser')
      .values([browserRow(known, hoursAgo(-1)), browserRow(expired, hoursAgo(1))])
      .execute()
    const counters = [known, expired, evicted].map((secret) =>
      counter(browserSubject(secret), hoursAgo(48), { user_id }),
    )
    await db.insertInto('guessing').values(counters).execute()
    await removeExpired(db, clock.now())
    const left = await db.selectFrom('guessing').select('subject').execute()
    expect(left).toEqual([{ subject: browserSubject(known) }])
  })
})

describe('B7: nobody learns who has an account', () => {
  test('B7: unknown, wrong, locked, disabled and password-less look the same', async () => {
    await db.updateTable('app_user').set({ is_inactive: true }).where('email', '=', 'mei@nordbygg.example').execute()
    await db.deleteFrom('guessing').execute()
    const withoutPassword = await db
      .selectFrom('app_user')
      .leftJoin('password_credential', 'password_credential.user_id', 'app_user.id')
      .select('email')
      .where('password_credential.user_id', 'is', null)
      .where('app_user.is_inactive', '=', false)
      .where('app_user.deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    await fail('ola@nordbygg.example', 5)
    const cases = {
      unknown: await tryTo('nobody@nordbygg.example', demoPassword),
      wrong: await tryTo('anna@nordbygg.example', 'a wrong password'),
      locked: await tryTo('ola@nordbygg.example', demoPassword),
      disabled: await tryTo('mei@nordbygg.example', demoPassword),
      passwordLess: await tryTo(withoutPassword.email, demoPassword),
    }
    const seen = Object.entries(cases).map(([name, { statusCode, headers, body }]) => {
      const json = JSON.parse(body)
      for (const error of json.errors) delete error.id
      const { date, 'x-request-id': id, ...same } = headers
      expect([name, typeof date, typeof id]).toEqual([name, 'string', 'string'])
      return JSON.stringify({ statusCode, same, json })
    })
    expect(new Set(seen).size).toBe(1)
    expect(cases.unknown.json().code).toBe('invalid_grant')
    expect(new Set(await reasons('ola@nordbygg.example'))).toContain('blocked')
    expect(await reasons('mei@nordbygg.example')).toContain('disabled')
    expect(await reasons(withoutPassword.email)).toEqual(['noPassword'])
  })

  test('B7: an unknown address is locked like a known one', async () => {
    await fail('unknown@nordbygg.example', 6)
    expect(await reasons('unknown@nordbygg.example')).toEqual([...Array(5).fill('unknown'), 'blocked'])
  })
})

test('A8, B2: who waits for attempts of the same account keeps nobody else from signing in', async () => {
  const [busy, other] = ['anna@nordbygg.example', 'noor@elektro.example']
  expect(await right(busy)).toBe(200)
  const counter = db
    .updateTable('guessing')
    .where('user_id', '=', (of) => of.selectFrom('app_user').select('id').where('email', '=', busy))
  // All five slots are occupied by attempts that do not complete.
  await counter.set({ pending: 5, pending_since: new Date(clock.now()).toISOString() }).execute()
  const waiting = Array.from({ length: 6 }, () => right(busy))
  expect(await right(other)).toBe(200)
  expect(await Promise.all(waiting)).toEqual(Array(6).fill(503))
  await counter.set({ pending: 0 }).execute()
  expect(await right(busy)).toBe(200)
})
