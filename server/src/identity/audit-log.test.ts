import { expect, test } from 'vitest'
import { demoPassword } from '../../demo/credentials'
import { customerId } from '../../demo/customers'
import { auditEventsDuring } from '../../test/audit-events-during'
import { browser } from '../../test/browser'
import { interceptStatements } from '../../test/intercept-statements'
import { secondFactors } from '../../test/second-factors'
import { world } from '../../test/world'

const unlimited = { calls: 1_000_000, seconds: 60 }
const opened = await world({ rates: { general: unlimited, signIn: unlimited } })
const { app, db, clock, as } = opened
const { signIn, setUp, startChallenge, verify, wrongCode, code, freshStep, login } = secondFactors(opened)
const { beforeStatement } = interceptStatements(db)
const auditedEvents = (run: () => Promise<unknown>) => auditEventsDuring(db, run)
const bearer = (idToken: string) => ({ authorization: `Bearer ${idToken}` })
const attempt = (username: string, password: string) => browser(app).post('/auth/v1/login', { username, password })

test('J1: each way in which a password is refused is in the trail, and the lock that follows', async () => {
  const refused = (email: string, password = demoPassword) => auditedEvents(() => attempt(email, password))
  expect(await refused('nobody@nowhere.example')).toEqual(['session.login failure unknown'])
  expect(await refused('per@nordbygg.example')).toEqual(['session.login failure disabled'])
  expect(await refused('runar@stalbygg.example')).toEqual(['session.login failure noPassword'])
  expect(await refused('odd@nordbygg.example')).toEqual(['session.login failure resetNeeded'])
  for (let time = 1; time < 5; time++)
    expect(await refused('mei@nordbygg.example', 'wrong')).toEqual(['session.login failure wrongPassword'])
  expect(await refused('mei@nordbygg.example', 'wrong')).toEqual([
    'session.login failure wrongPassword',
    'password.lock success',
  ])
  expect(await refused('mei@nordbygg.example')).toEqual(['session.login failure blocked'])
  const lock = db.selectFrom('audit_event').select(['actor_email', 'after']).where('action', '=', 'password.lock')
  expect(await lock.execute()).toEqual([
    { actor_email: 'mei@nordbygg.example', after: { failures: 5, blockedUntil: expect.any(String) } },
  ])
  clock.advance(31_000)
})

test('J1: a second factor is in the trail: asked for, wrong, out of time, resting, right', async () => {
  const email = 'asa@vvsteknik.example'
  const { secret } = await setUp(await signIn(email))
  const page = browser(app)
  expect(await auditedEvents(() => login(page, email))).toEqual(['session.challenge success'])
  const ticket = await startChallenge(page, email)
  const give = (given: string, session = ticket) => auditedEvents(() => verify(page, session, email, given))
  expect(await give(wrongCode(secret))).toEqual(['mfa.verify failure wrongCode'])
  expect(await give(code(secret), 'none')).toEqual(['mfa.verify failure noChallenge'])
  expect(await give(code(secret))).toEqual(['session.login success'])
  freshStep()
  const tickets = [await startChallenge(page, email), await startChallenge(page, email)]
  const wrongs: string[][] = []
  for (const session of tickets)
    for (let time = 0; time < 5; time++) wrongs.push(await give(wrongCode(secret), session))
  expect(wrongs.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => ['mfa.verify failure wrongCode']))
  expect(wrongs.at(-1)).toEqual(['mfa.verify failure wrongCode', 'mfa.lock success'])
  expect(await give(code(secret), await startChallenge(page, email))).toEqual(['mfa.verify failure blocked'])
  clock.advance(16 * 60_000)
})

test('J1: a factor that rests for wrong codes of somebody who is signed in is told, too', async () => {
  const sven = await signIn('sven@vvsteknik.example')
  const { secret } = await setUp(sven)
  const stepUp = (given: string) => auditedEvents(() => sven.post('/auth/v1/step-up', { code: given }))
  for (let time = 1; time < 10; time++)
    expect(await stepUp(wrongCode(secret))).toEqual(['session.step-up failure wrongCode'])
  expect(await stepUp(wrongCode(secret))).toEqual(['session.step-up failure wrongCode', 'mfa.lock success'])
  expect(await stepUp(code(secret))).toEqual(['session.step-up failure blocked'])
})

test('J1: a token is in the trail from its first issue to its end: rotated, repeated, reused, foreign, unknown', async () => {
  const script = browser(app, { isOurPage: false })
  const begin = async () =>
    (
      await script.post('/auth/v1/login', {
        username: 'ola@nordbygg.example',
        password: demoPassword,
        rememberMe: true,
      })
    ).json<{ idToken: string; refreshToken: string }>()
  const refresh = (body: { refreshToken: string; token?: string }) =>
    auditedEvents(() => script.post('/auth/v1/refresh', body))
  const [first, other] = [await begin(), await begin()]
  const { refreshToken } = first
  expect(await refresh({ refreshToken, token: other.idToken })).toEqual(['session.refresh failure foreignToken'])
  expect(await refresh({ refreshToken, token: first.idToken })).toEqual(['session.refresh success'])
  expect(await refresh({ refreshToken })).toEqual(['session.refresh success repeated'])
  clock.advance(11_000)
  expect(await refresh({ refreshToken })).toEqual(['session.refresh-reuse failure replaced'])
  expect(await refresh({ refreshToken })).toEqual(['session.refresh failure ended'])
  expect(await refresh({ refreshToken: 'made up' })).toEqual(['session.refresh failure unknown'])
  const unknownFeed = { refreshToken: `feed_${'A'.repeat(43)}` }
  expect(await refresh(unknownFeed)).toEqual(['feed-token.refresh failure unknown'])
  // Anybody can send unknown ones: each kind is recorded once in ten minutes for an address.
  for (const body of [{ refreshToken: 'another' }, unknownFeed]) expect(await refresh(body)).toEqual([])
  const elsewhere = browser(app, { isOurPage: false, ip: '192.0.2.50' })
  expect(await auditedEvents(() => elsewhere.post('/auth/v1/refresh', { refreshToken: 'another' }))).toEqual([
    'session.refresh failure unknown',
  ])
  clock.advance(10 * 60_000)
  expect(await refresh({ refreshToken: 'another' })).toEqual(['session.refresh failure unknown'])
  expect(await auditedEvents(() => script.post('/auth/v1/logout', {}, bearer(other.idToken)))).toEqual([
    'session.logout success',
  ])
  expect(await auditedEvents(() => script.post('/auth/v1/logout', {}, bearer(other.idToken)))).toEqual([
    'session.logout success had ended',
  ])
})

test('J1: a session that is ended from elsewhere is in the trail, by whom it may be', async () => {
  const email = 'lena@nordbygg.example'
  const [here, there] = [await signIn(email), await signIn(email)]
  const { sessions } = (await here.get('/auth/v1/sessions')).json()
  const { id } = sessions.find((one: { isCurrent: boolean }) => !one.isCurrent)
  const remove = (url: string, idToken: string) =>
    auditedEvents(() => app.inject({ method: 'DELETE', url, headers: bearer(idToken) }))
  expect(await remove(`/auth/v1/sessions/${id}`, here.idToken)).toEqual(['session.end success'])
  expect(await remove('/auth/v1/sessions', here.idToken)).toEqual(['session.end-others success'])
  expect(
    await auditedEvents(() => as('astrid').inject({ method: 'DELETE', url: `/auth/v1/users/${email}/sessions` })),
  ).toEqual(['session.end-of-user success'])
  expect((await there.get('/auth/v1/sessions')).statusCode).toBe(401)
})

test('J1: what somebody may not do is in the trail, with who and what', async () => {
  expect(
    await auditedEvents(() =>
      as('mei').inject({ method: 'DELETE', url: '/auth/v1/users/ola@nordbygg.example/sessions' }),
    ),
  ).toEqual([
    'access.denied failure DELETE /auth/v1/users/{email}/sessions /auth/v1/users/ola@nordbygg.example/sessions',
  ])
  const denied = db.selectFrom('audit_event').select(['actor_email', 'ip']).where('action', '=', 'access.denied')
  expect(await denied.execute()).toEqual([{ actor_email: 'mei@nordbygg.example', ip: '127.0.0.1' }])
})

test('J1: unknown refresh secrets from everywhere do not fill the audit log', async () => {
  clock.advance(10 * 60_000)
  const send = (_: unknown, at: number) =>
    browser(app, { isOurPage: false, ip: `198.51.100.${at}` }).post('/auth/v1/refresh', { refreshToken: 'made up' })
  expect(await auditedEvents(() => Promise.all(Array.from({ length: 250 }, send)))).toHaveLength(200)
})

test('J1, D10: a feed token that a report sends after its end is in the log of its customer once an hour, an unknown one in ten minutes', async () => {
  const [report, customer] = [browser(app, { isOurPage: false, ip: '192.0.2.60' }), customerId('fjellbane')]
  const username = 'reports@fjellbane.example'
  const made = await report.post('/mgw/api/v2/login', { username, password: demoPassword, customer })
  const { refreshToken: secret } = made.json<{ refreshToken: string }>()
  const readTable = (table: string, password: string) =>
    report.get(`/odata/${customer}/${table}?$top=1`, {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    })
  const read = (password: string) => auditedEvents(() => readTable('projects', password))
  expect(await read(secret)).toEqual(['export.odata success'])
  await db
    .updateTable('feed_token')
    .set({ ended_at: new Date(clock.now()).toISOString(), end_reason: 'revoked' })
    .where('customer_id', '=', customer)
    .execute()
  expect(await read(secret)).toEqual(['feed-token.refresh failure revoked'])
  expect(await read(secret)).toEqual([])
  const event = db.selectFrom('audit_event').select(['tenant_id', 'actor_email', 'ip', 'target_type'])
  expect(await event.where('result', '=', 'failure').where('target_type', '=', 'feed-tokens').execute()).toEqual([
    { tenant_id: customer, actor_email: username, ip: '192.0.2.60', target_type: 'feed-tokens' },
  ])
  clock.advance(61 * 60_000)
  expect(await read(secret)).toEqual(['feed-token.refresh failure revoked'])
  clock.advance(61 * 60_000)
  const statuses: number[] = []
  const readTables = async () => {
    const answers = ['projects', 'members', 'users'].map((table) => readTable(table, secret))
    for (const { statusCode } of await Promise.all(answers)) statuses.push(statusCode)
  }
  // The first request has found no event of the last hour when the other tables are read.
  beforeStatement('begin', readTables)
  expect(await auditedEvents(readTables)).toEqual(['feed-token.refresh failure revoked'])
  expect(statuses).toEqual(Array.from({ length: 6 }, () => 401))
  const unknown = `feed_${'B'.repeat(43)}`
  expect([await read(unknown), await read(unknown)]).toEqual([['feed-token.refresh failure unknown'], []])
})
