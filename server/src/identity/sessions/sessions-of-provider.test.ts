import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { countBlocks } from '../../../test/capture-statements'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { instantOf } from '../../platform/clock'
import { closeSessionsOfProvider } from './sessions.store'

const { db } = await testDatabase()
const { clock } = await worldOn(db)
const hourMs = 3_600_000
const user = personId('mei@nordbygg.example')
const [ended, other] = (await db.selectFrom('sso_provider').select('id').orderBy('id').limit(2).execute()).map(
  ({ id }) => id,
) as [string, string]

/** Adds sessions of a provider which end at a time and were last used an hour and a half ago, each with a phone. Returns the id of the first. */
async function addSessions(provider: string, expiresAt: number, count = 1): Promise<string> {
  const [identity, seenAt] = [uuidv7(), instantOf(clock.now() - 1.5 * hourMs)]
  await db
    .insertInto('external_identity')
    .values({
      id: identity,
      provider_id: provider,
      issuer: 'https://id.example',
      subject: identity,
      user_id: user,
      linked_at: seenAt,
    })
    .execute()
  const ids = Array.from({ length: count }, () => uuidv7())
  await sql`
    with opened as (
      insert into session (id, user_id, method, created_at, last_seen_at, proved_at, idle_seconds, expires_at)
      select id, ${user}, 'federation', ${seenAt}::timestamptz, ${seenAt}::timestamptz, ${seenAt}::timestamptz, 3600,
        ${instantOf(expiresAt)}::timestamptz from unnest(${ids}::uuid[]) as id
    ), federated as (
      insert into federation_session (session_id, identity_id, provider_id)
      select id, ${identity}, ${provider} from unnest(${ids}::uuid[]) as id
    )
    insert into push_device (session_id, token_hash, token_encrypted, device_type, registered_at)
    select id, uuid_send(id), '', 'ios', ${seenAt}::timestamptz from unnest(${ids}::uuid[]) as id`.execute(db)
  return ids[0] ?? ''
}
const close = () => db.transaction().execute((transaction) => closeSessionsOfProvider(transaction, ended, clock.now()))
const stored = async (id: string) => {
  const { rows } = await sql<{ end: string | null; phones: number }>`
    select end_reason as end, (select count(*)::int from push_device where session_id = session.id) as phones
    from session where id = ${id}`.execute(db)
  return rows[0]
}

test('D5: of the sessions of a provider those end that have not expired, even if they are idle, and no others', async () => {
  const [open, expired, elsewhere] = [
    await addSessions(ended, clock.now() + hourMs),
    await addSessions(ended, clock.now() - 1),
    await addSessions(other, clock.now() + hourMs),
  ]
  await close()
  expect(await stored(open)).toEqual({ end: 'access-withdrawn', phones: 0 })
  expect(await stored(expired)).toEqual({ end: null, phones: 1 })
  expect(await stored(elsewhere)).toEqual({ end: null, phones: 1 })
})

test('D5: the sessions of a provider are ended without reading those of others', async () => {
  await addSessions(other, clock.now() + hourMs, 10_000)
  await addSessions(ended, clock.now() + hourMs)
  await sql`analyze session, federation_session`.execute(db)
  expect(await countBlocks(db, 'update "session"', close)).toBeLessThan(50)
})
