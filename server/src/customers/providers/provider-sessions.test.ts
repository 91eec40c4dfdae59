import { randomBytes } from 'node:crypto'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { readCurrentUser } from '@lintel/contract/people/users'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { federatedWorld } from '../../../test/federated-world'

const { db, clock, as, externalProvider, addProvider, authorizeAs, newBrowser } = await federatedWorld()
const jonas = 'jonas@nordbygg.example'

/** A provider that Jonas signed in with on a remembered browser, and whether the session is still valid. */
async function signedInBy(provider: string) {
  await addProvider(provider)
  const subject = `jonas-at-${provider}`
  const identity = {
    id: uuidv7(),
    provider_id: provider,
    issuer: externalProvider.issuer,
    subject,
    user_id: personId(jonas),
  }
  await db
    .insertInto('external_identity')
    .values({ ...identity, linked_at: new Date().toISOString() })
    .execute()
  const there = newBrowser()
  const callback = await authorizeAs(there, { subject, email: jonas, emailVerified: true }, provider)
  const signedIn = await there.post('/mgw/api/v2/federation/loginwithcode', { ...callback, rememberMe: true })
  expect(signedIn.statusCode).toBe(200)
  const authorization = `Bearer ${signedIn.json().idToken}`
  return async () => {
    clock.advance(1_001)
    const asked = await there.get(readCurrentUser.path, { authorization })
    const refreshed = await there.copy().post('/auth/v1/refresh', {})
    return [asked.statusCode, refreshed.statusCode]
  }
}

test('D5: the sessions of a provider end when it is switched off, and no others', async () => {
  const byOther = await signedInBy('going-on')
  const isIn = await signedInBy('going-off')
  expect(await isIn()).toEqual([200, 200])
  await as('staff').patch(ssoProviders, 'going-off', { name: 'Going off', isDisabled: false })
  expect(await isIn()).toEqual([200, 200])
  await as('staff').patch(ssoProviders, 'going-off', { isDisabled: true })
  expect(await isIn()).toEqual([401, 401])
  expect(await byOther()).toEqual([200, 200])
})

test('D5: feed and display tokens that were created in its sessions end with them, and no others', async () => {
  const made = (method: string) => ({
    ...{ id: uuidv7(), customer_id: customerId('nordbygg'), user_id: personId(jonas), login_method: method },
    ...{ secret_hash: randomBytes(32), created_at: new Date(clock.now()).toISOString() },
    expires_at: new Date(clock.now() + 86_400_000).toISOString(),
  })
  await addProvider('ending')
  for (const method of ['ending', 'COGNITO']) {
    await db.insertInto('feed_token').values(made(method)).execute()
    await db
      .insertInto('display_token')
      .values({ ...made(method), name: 'Lobby' })
      .execute()
  }
  await as('staff').patch(ssoProviders, 'ending', { isDisabled: true })
  const { rows } = await sql<{ method: string; ended: number }>`
    select login_method as method, count(ended_at)::int as ended from (
      select login_method, ended_at from feed_token union all select login_method, ended_at from display_token
    ) as token where login_method in ('ending', 'COGNITO') group by login_method order by login_method desc`.execute(db)
  expect(rows).toEqual([
    { method: 'ending', ended: 2 },
    { method: 'COGNITO', ended: 0 },
  ])
})

test('D5: the sessions of a provider end when another issuer stands behind it', async () => {
  const isIn = await signedInBy('handed-over')
  await as('staff').patch(ssoProviders, 'handed-over', { name: 'Handed over', issuer: externalProvider.issuer })
  expect(await isIn()).toEqual([200, 200])
  await as('staff').patch(ssoProviders, 'handed-over', { issuer: 'https://other.example', clientSecret: null })
  expect(await isIn()).toEqual([401, 401])
})

test('D5: the sessions of a provider end when it is deleted', async () => {
  const isIn = await signedInBy('given-up')
  expect(await isIn()).toEqual([200, 200])
  await as('staff').remove(ssoProviders, 'given-up')
  expect(await isIn()).toEqual([401, 401])
  const ended = db.selectFrom('session').select('end_reason').where('user_id', '=', personId(jonas))
  expect(await ended.where('end_reason', '=', 'access-withdrawn').execute()).toHaveLength(3)
})
