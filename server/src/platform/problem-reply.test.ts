import { call } from '@lintel/contract/jsonapi/call'
import { anyone } from '@lintel/contract/people/permissions'
import { Problem, problemObject } from '@lintel/contract/problems'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { answer } from './answer'
import { DatabaseAway } from './database-pool'
import { problemOf } from './problem-reply'

const { db } = await testDatabase()
const failing = (statement: ReturnType<typeof sql>) =>
  statement.execute(db).then(
    () => undefined,
    (error: unknown) => error,
  )

test('a problem is itself, with all that it names', () => {
  const problem = Problem.all([
    problemObject('required', { pointer: '/a' }),
    problemObject('tooLong', { pointer: '/b' }),
  ])
  expect(problemOf(problem)).toBe(problem)
  expect(problem.status).toBe(422)
})

test('a rule that the database keeps is the problem it stands for', async () => {
  await sql`create table shed (id int, constraint project_owner_is_member check (id > 0))`.execute(db)
  expect(problemOf(await failing(sql`insert into shed values (0)`))).toMatchObject({
    code: 'ownerRequired',
    status: 409,
  })
})

test('H5: an unknown rule, a mistake in SQL and anything else is an internal failure', async () => {
  await sql`create table hut (id int, constraint nobody_knows check (id > 0))`.execute(db)
  expect(problemOf(await failing(sql`insert into hut values (0)`)).code).toBe('internal')
  expect(problemOf(await failing(sql`selekt 1`)).code).toBe('internal')
  expect(problemOf(new TypeError('x')).code).toBe('internal')
  expect(problemOf('x').code).toBe('internal')
  expect(problemOf(undefined).code).toBe('internal')
})

test('K2: a database that is away is 503 with the time to come back', () => {
  const problem = problemOf(new DatabaseAway('gone'))
  expect([problem.code, problem.status, problem.retryAfter]).toEqual(['databaseAway', 503, 5])
})

test("transactions in each other's way are worth another try", async () => {
  const deadlock = await failing(sql`do $$ begin raise exception using errcode = '40P01'; end $$`)
  expect(problemOf(deadlock)).toMatchObject({ code: 'overloaded', status: 503, retryAfter: 1 })
})

test('a text that the database cannot hold is a malformed request', async () => {
  expect(problemOf(await failing(sql`select ${'a\u0000b'}::text`)).code).toBe('malformed')
})

test.each([
  ['a day of no calendar', sql`select ${'0000-01-01'}::date`],
  ['a text that is no time', sql`select ${'2026-01-01T00:00:00,5Z'.repeat(9)}::timestamptz`],
  ['a time beyond all years', sql`select ${'+010000-01-01T04:59:59Z'}::timestamptz`],
  ['a number that is too large', sql`select ${3_000_000_000}::integer`],
  ['a character that no JSON text of the database has', sql`select ${JSON.stringify('\u0000')}::jsonb`],
  ['half of a surrogate pair in a JSON text', sql`select ${JSON.stringify('\ud83c')}::jsonb`],
  ['an offset that nobody lives by', sql`select ${'2026-01-01T00:00:00+23:59'}::timestamptz`],
])('%s is a malformed request', async (_, statement) => {
  expect(problemOf(await failing(statement)).code).toBe('malformed')
})

test.each(['/mgw/api/v2/closed', '/auth/v1/closed'] as const)(
  'RFC 6750, 3: a 401 of %s says how to authenticate, and whether the token that was sent is not valid',
  async (path) => {
    const closed = answer(call({ method: 'GET', path, summary: 'Closed' }), { may: anyone, run: async () => undefined })
    const app = await testApp({ db, routes: [closed] })
    const challengeOf = async (headers: Record<string, string>) => {
      const { statusCode, headers: answered } = await app.inject({ url: path, headers })
      return [statusCode, answered['www-authenticate']]
    }
    expect(await challengeOf({})).toEqual([401, 'Bearer realm="Lintel"'])
    const challenge = 'Bearer realm="Lintel", error="invalid_token"'
    expect(await challengeOf({ authorization: 'Bearer nobody' })).toEqual([401, challenge])
  },
)
