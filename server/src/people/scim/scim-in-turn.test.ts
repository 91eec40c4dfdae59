import { readCurrentUser } from '@lintel/contract/people/users'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { connectDirectory, directoryClient, patchOf } from '../../../test/scim-directory'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { closeDatabase, openDatabase } from '../../platform/database'
import { lockDirectory } from '../directory-groups/derive-access'

const { db, url } = await testDatabase()
const { app, as } = await worldOn(db)
const nordbygg = customerId('nordbygg')
await connectDirectory(db)
const ask = directoryClient(app)

/** So many people of the directory, by their ids. */
const people = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const userName = `waiting${at}@nordbygg.example`
      const made = await ask('POST', '/Users', {
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

/** Counts the tries of a turn from now on. */
function triesOfTurns(): { tries: number } {
  const counted = { tries: 0 }
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given
    const text = typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? '')
    if (text.includes('advisory_xact_lock')) counted.tries++
    return Reflect.apply(query, this, given)
  } as typeof query
  return counted
}

test('the writes of a customer that wait for a change set of theirs keep nobody else waiting, and are done when it is over', async () => {
  const ids = await people(12)
  const freja = as('freja')
  await freja.call(readCurrentUser)
  // Another process, which applies a large change set.
  const other = openDatabase({ url, max: 1 })
  const asked = await other.transaction().execute(async (work) => {
    await lockDirectory(work, nordbygg)
    const counted = triesOfTurns()
    const asked = ids.map((id, at) =>
      ask('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'title', value: `Title ${at}` })),
    )
    await expect.poll(() => counted.tries).toBeGreaterThanOrEqual(9)
    for (let times = 0; times < 3; times++) {
      const answer = await freja.inject({ url: readCurrentUser.path })
      expect([answer.statusCode, answer.body]).toMatchObject([200, expect.any(String)])
    }
    return asked
  })
  const answers = await Promise.all(asked)
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
  const stored = db.selectFrom('customer_user_profile').select('title').where('id', 'in', ids).orderBy('id')
  expect(new Set((await stored.execute()).map(({ title }) => title)).size).toBe(12)
  const told = db.selectFrom('audit_event').select('target_id').where('target_id', 'in', ids)
  expect(await told.where('action', '=', 'customer-user-profiles.update').execute()).toHaveLength(12)
  await closeDatabase(other)
}, 60_000)
