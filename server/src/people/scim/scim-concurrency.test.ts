import { readCurrentUser } from '@lintel/contract/people/users'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { connectDirectory, directoryClient, patchRequest } from '../../../test/scim-directory'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { closeDatabase, openDatabase } from '../../platform/database'
import { lockDirectory } from '../directory-groups/derive-access'

const { db, url } = await testDatabase()
const { app, as } = await worldOn(db)
const nordbygg = customerId('nordbygg')
await connectDirectory(db)
const sendScim = directoryClient(app)

/** Creates people in the directory and returns their ids. */
const people = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const userName = `waiting${at}@nordbygg.example`
      const made = await sendScim('POST', '/Users', {
        userName,
        name: { givenName: 'W', familyName: 'Aiting' },
        active: true,
      })
      return made.body.id as string
    }),
  )

const { query } = pg.Client.prototype
afterEach(() => {
  pg.Client.prototype.query = query
})

/** Counts the attempts to acquire an advisory lock from now on. */
function countLockAttempts(): { attempts: number } {
  const counted = { attempts: 0 }
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args
    const text = typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '')
    if (text.includes('advisory_xact_lock')) counted.attempts++
    return Reflect.apply(query, this, args)
  } as typeof query
  return counted
}

test('the writes of a customer that wait for a change set of theirs keep nobody else waiting, and are done when it is over', async () => {
  const ids = await people(12)
  const freja = as('freja')
  await freja.call(readCurrentUser)
  // Another process that applies a large change set.
  const other = openDatabase({ url, max: 1 })
  const requests = await other.transaction().execute(async (work) => {
    await lockDirectory(work, nordbygg)
    const counted = countLockAttempts()
    const pending = ids.map((id, at) =>
      sendScim('PATCH', `/Users/${id}`, patchRequest({ op: 'replace', path: 'title', value: `Title ${at}` })),
    )
    await expect.poll(() => counted.attempts).toBeGreaterThanOrEqual(9)
    for (let times = 0; times < 3; times++) {
      const answer = await freja.inject({ url: readCurrentUser.path })
      expect([answer.statusCode, answer.body]).toMatchObject([200, expect.any(String)])
    }
    return pending
  })
  const answers = await Promise.all(requests)
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
  const stored = db.selectFrom('customer_user_profile').select('title').where('id', 'in', ids).orderBy('id')
  expect(new Set((await stored.execute()).map(({ title }) => title)).size).toBe(12)
  const events = db.selectFrom('audit_event').select('target_id').where('target_id', 'in', ids)
  expect(await events.where('action', '=', 'customer-user-profiles.update').execute()).toHaveLength(12)
  await closeDatabase(other)
}, 60_000)

test.each(['Users', 'Groups'])(
  'I6: of one token so many lists of %s are read and wait, and the next is refused for now',
  async (type) => {
    const table = type === 'Users' ? 'customer_user_profile' : 'directory_group'
    const list = (at: number) =>
      at % 2 === 0
        ? sendScim('GET', `/${type}?count=1`)
        : sendScim('POST', `/${type}/.search`, {
            schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
            count: 1,
          })
    const other = openDatabase({ url, max: 1 })
    const pending = await other.transaction().execute(async (work) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(work)
      const first = Array.from({ length: 35 }, (_, at) => list(at))
      const { status, headers, body } = await Promise.race(first)
      expect([status, headers['retry-after'], body]).toMatchObject([503, '2', { status: '503' }])
      return first
    })
    const statuses = (await Promise.all(pending)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(34).fill(200), 503])
    await closeDatabase(other)
  },
)
