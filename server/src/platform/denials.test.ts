import { expect, test } from 'vitest'
import { demoPassword } from '../../demo/credentials'
import { customerId } from '../../demo/customers'
import { projectId } from '../../demo/projects'
import { auditEventsDuring } from '../../test/audit-events-during'
import { browser } from '../../test/browser'
import { world } from '../../test/world'

const { app, db, clock, as, log } = await world({
  rates: { signIn: { calls: 3, seconds: 600 }, guestLogin: { calls: 2, seconds: 600 } },
})
const told = (run: () => Promise<unknown>) => auditEventsDuring(db, run)
const tenMinutes = 10 * 60_000

test('J1: a call from another site is in the trail, once in ten minutes for an address', async () => {
  const foreign = (ip: string) =>
    browser(app, { ip, isOurPage: false }).post('/auth/v1/refresh', {}, { origin: 'https://evil.example' })
  const event = 'access.denied failure crossSiteRequest POST /auth/v1/refresh'
  expect(await told(() => foreign('192.0.2.1'))).toEqual([event])
  expect(await told(() => Promise.all(Array.from({ length: 20 }, () => foreign('192.0.2.1'))))).toEqual([])
  expect(await told(() => foreign('192.0.2.2'))).toEqual([event])
  clock.advance(tenMinutes)
  expect(await told(() => foreign('192.0.2.1'))).toEqual([event])
  const [last] = await db.selectFrom('audit_event').select(['ip', 'actor_id']).orderBy('id', 'desc').limit(1).execute()
  expect(last).toEqual({ ip: '192.0.2.1', actor_id: null })
})

test('J1: a proof that is asked for again is in the trail of its person, once in ten minutes for a session and a call', async () => {
  const mei = as('mei')
  const unlink = () => mei.inject({ method: 'DELETE', url: '/auth/v1/external-identities/none' })
  const newEmail = () =>
    mei.inject({
      method: 'POST',
      url: '/mgw/api/v2/user-profiles/mei@nordbygg.example/email',
      payload: { email: 'mei@elsewhere.example' },
    })
  await unlink()
  await db
    .updateTable('session')
    .set({ proved_at: new Date(clock.now() - tenMinutes - 60_000).toISOString() })
    .execute()
  // The server caches the session for a second.
  clock.advance(1_000)
  expect(await told(unlink)).toEqual(['access.denied failure stepUpRequired DELETE /auth/v1/external-identities/{id}'])
  expect(await told(unlink)).toEqual([])
  expect(await told(newEmail)).toHaveLength(1)
  const who = db.selectFrom('audit_event').select(['actor_email', 'session_id']).orderBy('id', 'desc').limit(1)
  expect(await who.execute()).toEqual([{ actor_email: 'mei@nordbygg.example', session_id: expect.any(String) }])
})

test('J1: what somebody may not have is in the trail once for each object, and not without end', async () => {
  const mei = as('mei')
  const ask = (name: string) => mei.inject({ method: 'GET', url: `/mgw/api/v3/change-sets?filter[customer]=${name}` })
  expect((await ask('nordbygg')).statusCode).toBe(403)
  expect(await told(() => Promise.all(Array.from({ length: 20 }, () => ask('other'))))).toEqual([
    'access.denied failure GET /mgw/api/v3/change-sets /mgw/api/v3/change-sets?filter[customer]=other',
  ])
  const flood = await told(() => Promise.all(Array.from({ length: 150 }, (_, at) => ask(`guess-${at}`))))
  // Two of the hundred were recorded above.
  expect(flood.length).toBeGreaterThan(90)
  expect(flood.length).toBeLessThanOrEqual(98)
  expect(flood.filter((event) => event.endsWith('(what is refused after this is not listed)'))).toHaveLength(1)
  // Denials of another person are recorded, and those of the same person after the window.
  expect(await told(() => as('ola').inject({ method: 'GET', url: '/mgw/api/v3/change-sets' }))).toHaveLength(1)
  clock.advance(tenMinutes)
  expect(await told(() => ask('once more'))).toHaveLength(1)
})

test('J1: who has to set a password or a second factor first is in the trail when they try anything else', async () => {
  const home = { method: 'GET', url: '/mgw/api/v3/project-links' } as const
  expect(await told(() => as('nina').inject(home))).toEqual([
    'access.denied failure passwordUpdateRequired GET /mgw/api/v3/project-links',
  ])
  const kim = browser(app)
  const begun = await kim.post('/auth/v1/login', { username: 'kim@lintel.example', password: demoPassword })
  const authorization = `Bearer ${begun.json().idToken}`
  expect(await told(() => kim.get(home.url, { authorization }))).toEqual([
    'access.denied failure mfaRequired GET /mgw/api/v3/project-links',
  ])
})

test('J1: a sign-in that is not the one asked for is in the trail of its person, once in ten minutes for a session and a call', async () => {
  const harbour = projectId('NB-2041')
  const open = (providers: string[]) => db.updateTable('project').set({ providers }).where('id', '=', harbour).execute()
  await open(['COGNITO_MFA'])
  const mei = as('mei')
  const read = (person = mei) => person.inject({ method: 'GET', url: `/mgw/api/v3/projects/${harbour}` })
  const refused = await read(as('mei'))
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([403, 'loginMethodRequired'])
  const event = 'access.denied failure loginMethodRequired GET /mgw/api/v3/projects/{id}'
  expect(await told(() => read())).toEqual([event])
  expect(await told(() => Promise.all(Array.from({ length: 20 }, () => read())))).toEqual([])
  clock.advance(tenMinutes)
  expect(await told(() => read())).toEqual([event])
  const who = db.selectFrom('audit_event').select(['actor_email', 'tenant_id']).orderBy('id', 'desc').limit(1)
  expect(await who.execute()).toEqual([{ actor_email: 'mei@nordbygg.example', tenant_id: customerId('nordbygg') }])
  await open([])
})

test('J1: an address that has guessed too often is in the trail once, however often it goes on', async () => {
  const guess = (at: number, ip = '2001:db8::1') =>
    browser(app, { ip }).post('/auth/v1/login', { username: `nobody${at}@nowhere.example`, password: 'wrong' })
  for (let at = 0; at < 3; at++) await guess(at)
  const event = 'access.denied failure tooManyRequests POST /auth/v1/login'
  expect(await told(() => guess(3))).toEqual([event])
  // The same network from other addresses, as in a flood.
  expect(
    await told(() => Promise.all(Array.from({ length: 50 }, (_, at) => guess(at, `2001:db8::${at + 2}`)))),
  ).toEqual([])
})

test('J1: too many tries at guest links are in the trail, and no link is', async () => {
  const open = () => browser(app, { ip: '192.0.2.9' }).post('/mgw/api/v2/guest-login/secret-of-a-guest', {})
  await open()
  await open()
  expect(await told(open)).toEqual(['access.denied failure tooManyRequests POST /mgw/api/v2/guest-login/{id}'])
  const events = await db.selectFrom('audit_event').selectAll().execute()
  expect(JSON.stringify(events)).not.toContain('secret-of-a-guest')
})

test('J1: a flood from everywhere does not drown the trail: of so many addresses it is told, and the log says that there are more', async () => {
  clock.advance(tenMinutes)
  const foreign = (at: number) =>
    browser(app, { ip: `198.51.${Math.floor(at / 200)}.${at % 200}`, isOurPage: false }).post(
      '/auth/v1/logout',
      {},
      { origin: 'https://evil.example' },
    )
  const flood = Array.from({ length: 400 }, (_, at) => at)
  expect(await told(() => Promise.all(flood.map(foreign)))).toHaveLength(200)
  expect(log.filter((line) => line.includes('more requests are denied than the audit log records'))).toHaveLength(1)
  // Denials of signed-in persons are recorded all the same.
  expect(await told(() => as('nina').inject({ method: 'GET', url: '/mgw/api/v3/project-links' }))).toHaveLength(1)
})
