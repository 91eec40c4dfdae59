import { expect, test } from 'vitest'
import { world } from '../../../test/world'
import { Actors } from './actors'

const { db, platform, clock, as } = await world()
await as('mei').inject({ method: 'GET', url: '/auth/v1/sessions' })
const { id: sessionId, user_id: userId } = await db.selectFrom('session').selectAll().executeTakeFirstOrThrow()

/** Actors whose database queries are counted. */
function counted() {
  let asked = 0
  const actors = new Actors({
    ...platform,
    db: db.withPlugin({
      transformQuery: ({ node }) => {
        asked++
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  })
  return { actors, asked: () => asked }
}

test('D5: a hundred calls within a second ask the database once, the next second asks again', async () => {
  const { actors, asked } = counted()
  const now = clock.now()
  await Promise.all(Array.from({ length: 100 }, () => actors.of(sessionId, now)))
  await actors.of(sessionId, now + 999)
  expect(asked()).toBe(1)
  await actors.of(sessionId, now + 1_000)
  expect(asked()).toBe(2)
})

test('D5: what this server changed itself is asked again at once', async () => {
  const { actors, asked } = counted()
  const now = clock.now()
  await actors.of(sessionId, now)
  actors.forgetPerson('01890000-0000-7000-8000-000000000001')
  await actors.of(sessionId, now)
  expect(asked()).toBe(1)
  actors.forgetPerson(userId)
  await actors.of(sessionId, now)
  actors.forgetSession(sessionId)
  await actors.of(sessionId, now)
  expect(asked()).toBe(3)
})

test('D5: what was read while something changed is not kept', async () => {
  const { actors, asked } = counted()
  const now = clock.now()
  const reading = actors.of(sessionId, now)
  actors.forgetPerson(userId)
  await reading
  await actors.of(sessionId, now)
  expect(asked()).toBe(2)
})

test('D3: a check of a session is no use of it', async () => {
  const actors = new Actors(platform)
  const lastSeen = async () =>
    (await db.selectFrom('session').select('last_seen_at').where('id', '=', sessionId).executeTakeFirstOrThrow())
      .last_seen_at
  const before = await lastSeen()
  const later = clock.now() + 60_000
  expect(await actors.check(sessionId, later)).toMatchObject({ id: userId, sessionId })
  expect(await lastSeen()).toEqual(before)
  await actors.of(sessionId, later)
  expect(await lastSeen()).not.toEqual(before)
  await expect(actors.check(sessionId, later + 400 * 86_400_000)).rejects.toMatchObject({ code: 'sessionExpired' })
})

test('K7: a clock that jumps back does not make what was read fresh for an hour', async () => {
  const { actors, asked } = counted()
  const now = clock.now()
  await actors.of(sessionId, now)
  await actors.of(sessionId, now - 3_600_000)
  expect(asked()).toBe(2)
})
