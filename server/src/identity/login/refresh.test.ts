import { customers } from '@lintel/contract/customers/customers'
import { users } from '@lintel/contract/people/users'
import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { type Browser, browser } from '../../../test/browser'
import { world } from '../../../test/world'
import { sessionTerms } from '../sessions/session-terms'

const { app, as, db, clock } = await world({ rates: { general: { calls: 10_000, seconds: 60 } } })
// The clock only advances when a test says so, because times are compared to the second.
clock.freeze()
const minute = 60_000
const day = 24 * 60 * minute

async function signedIn(client: Browser, { email = 'mei@nordbygg.example', rememberMe = false } = {}) {
  const answer = await client.post('/auth/v1/login', { username: email, password: demoPassword, rememberMe })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const refresh = (client: Browser, body: object = {}) => client.post('/auth/v1/refresh', body)
const me = (token: string) => browser(app).get('/auth/v1/sessions', { authorization: `Bearer ${token}` })
const sid = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
const sessionOf = (token: string) =>
  db.selectFrom('session').selectAll().where('id', '=', sid(token)).executeTakeFirstOrThrow()

test('a page goes on after a reload by its cookie alone', async () => {
  const page = browser(app)
  await signedIn(page)
  const answer = await refresh(page)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).not.toHaveProperty('refreshToken')
  expect((await me(answer.json().idToken)).statusCode).toBe(200)
})

test('a page whose browser has no secret at all is told nothing: nobody was signed in, so nothing has expired', async () => {
  const stranger = browser(app)
  const answer = await refresh(stranger)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(answer.headers['set-cookie']).toBeUndefined()
  await signedIn(stranger)
  stranger.cookies.set('lintel-refresh', 'made up')
  expect((await refresh(stranger)).statusCode).toBe(401)
  expect((await refresh(browser(app, { isOurPage: false }))).statusCode).toBe(401)
})

test('a script goes on with its refresh token and the id token it had', async () => {
  const script = browser(app, { isOurPage: false })
  const first = await signedIn(script, { rememberMe: true })
  const answer = await refresh(script, { refreshToken: first.refreshToken, token: first.idToken })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().refreshToken).not.toBe(first.refreshToken)
})

test('an id token of another session is refused beside a refresh token', async () => {
  const script = browser(app, { isOurPage: false })
  const mine = await signedIn(script, { rememberMe: true })
  const other = await signedIn(script, { email: 'ola@nordbygg.example' })
  const answer = await refresh(script, { refreshToken: mine.refreshToken, token: other.idToken })
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalidToken'])
})

test('D7: each use gives a new secret, and each of them works once', async () => {
  const page = browser(app)
  await signedIn(page)
  const seen = new Set([page.cookies.get('lintel-refresh')])
  for (let use = 0; use < 3; use++) {
    expect((await refresh(page)).statusCode).toBe(200)
    seen.add(page.cookies.get('lintel-refresh'))
  }
  expect(seen.size).toBe(4)
})

test('D7: twenty uses at once give exactly one successor', async () => {
  const page = browser(app)
  const { idToken } = await signedIn(page)
  const tabs = Array.from({ length: 20 }, () => page.copy())
  const answers = await Promise.all(tabs.map((tab) => refresh(tab)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  expect(new Set(tabs.map(({ cookies }) => cookies.get('lintel-refresh'))).size).toBe(1)
  expect((await sessionOf(idToken)).refresh_generation).toBe(1)
})

test('D7: a repeat within ten seconds ends up with the secret that is alive, however many came between', async () => {
  const page = browser(app)
  await signedIn(page)
  const late = page.copy()
  await refresh(page)
  await refresh(page)
  clock.advance(9_000)
  expect((await refresh(late)).statusCode).toBe(200)
  expect(late.cookies.get('lintel-refresh')).toBe(page.cookies.get('lintel-refresh'))
  expect((await refresh(late)).statusCode).toBe(200)
})

test('D7: reuse after ten seconds ends the session for both and is in the audit trail', async () => {
  const page = browser(app)
  await signedIn(page)
  const thief = page.copy()
  const { idToken } = (await refresh(page)).json()
  clock.advance(11_000)
  const answer = await refresh(thief)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'sessionExpired'])
  expect((await refresh(page)).statusCode).toBe(401)
  expect((await me(idToken)).json().code).toBe('sessionExpired')
  const event = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', 'session.refresh-reuse')
    .where('session_id', '=', sid(idToken))
    .executeTakeFirst()
  expect(event).toMatchObject({ result: 'failure', actor_email: 'mei@nordbygg.example' })
  const mails = await db
    .selectFrom('mail')
    .innerJoin('app_user as user', 'user.id', 'mail.user_id')
    .select(['mail.kind', 'user.email'])
    .execute()
  expect(mails).toEqual([{ kind: 'refresh-reuse', email: 'mei@nordbygg.example' }])
})

test('D7: a repeat from another browser is reuse, however soon', async () => {
  const page = browser(app)
  await signedIn(page)
  const secret = page.cookies.get('lintel-refresh') ?? ''
  await refresh(page)
  const thief = browser(app, { cookies: new Map([['lintel-refresh', secret]]) })
  expect((await refresh(thief)).statusCode).toBe(401)
  expect((await refresh(page)).statusCode).toBe(401)
})

test.each([
  ['without its cookies', () => browser(app)],
  [
    'with cookies of its own',
    () => browser(app, { cookies: new Map([['lintel-browser', 'another'.padEnd(43, '-')]]) }),
  ],
  ['and no page, but a script', () => browser(app, { isOurPage: false })],
] as const)('D7: the current secret used from another browser %s ends the session, with a mail', async (_, another) => {
  const email = 'lena@nordbygg.example'
  const page = browser(app)
  await signedIn(page, { email })
  const { idToken } = (await refresh(page)).json()
  expect((await me(idToken)).statusCode).toBe(200)
  const thief = another()
  const secret = page.cookies.get('lintel-refresh') ?? ''
  const answer = await thief.post('/auth/v1/refresh', { refreshToken: secret })
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'sessionExpired'])
  expect((await me(idToken)).json().code).toBe('sessionExpired')
  expect((await refresh(page)).statusCode).toBe(401)
  expect(await sessionOf(idToken)).toMatchObject({ end_reason: 'refresh-reuse' })
  const event = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', 'session.refresh-reuse')
    .where('session_id', '=', sid(idToken))
    .executeTakeFirst()
  expect(event).toMatchObject({ result: 'failure', reason: 'otherBrowser', actor_email: email })
  const mail = await db
    .deleteFrom('mail')
    .using('app_user as user')
    .whereRef('user.id', '=', 'mail.user_id')
    .where('user.email', '=', email)
    .returning('mail.kind')
    .execute()
  expect(mail).toEqual([{ kind: 'refresh-reuse' }])
})

test('C8, D3: who becomes staff signs in anew, as staff do: what was kept from before opens nothing', async () => {
  const script = browser(app, { isOurPage: false })
  const { idToken, refreshToken } = await signedIn(script, { email: 'lena@nordbygg.example', rememberMe: true })
  await as('staff').patch(users, 'lena@nordbygg.example', { role: 'rendra_staff' })
  expect((await refresh(script, { refreshToken })).json().code).toBe('sessionExpired')
  expect(await sessionOf(idToken)).toMatchObject({ end_reason: 'access-withdrawn' })
})

test('D7: a secret that was never ours is refused and ends nothing', async () => {
  const script = browser(app, { isOurPage: false })
  const { idToken, refreshToken } = await signedIn(script, { rememberMe: true })
  const made = Buffer.from(refreshToken, 'base64url')
  made[30] = (made[30] ?? 0) ^ 1
  for (const forged of [made.toString('base64url'), 'nonsense', `${refreshToken}A`]) {
    expect((await refresh(script, { refreshToken: forged })).json().code).toBe('sessionExpired')
  }
  expect((await me(idToken)).statusCode).toBe(200)
  expect((await refresh(script, { refreshToken })).statusCode).toBe(200)
})

test('D3: a session without remember-me ends after an hour without a call', async () => {
  const page = browser(app)
  const { idToken } = await signedIn(page)
  clock.advance(59 * minute)
  expect((await refresh(page)).statusCode).toBe(200)
  clock.advance(59 * minute)
  const { idToken: next } = (await refresh(page)).json()
  clock.advance(9 * minute)
  expect((await me(next)).statusCode).toBe(200)
  clock.advance(61 * minute)
  expect((await refresh(page)).json().code).toBe('sessionExpired')
  expect((await sessionOf(idToken)).idle_seconds).toBe(3_600)
})

test('D3: it lasts a day at most, twelve hours for administrators, and no token outlives it', async () => {
  for (const [email, hours] of [
    ['mei@nordbygg.example', 24],
    ['anna@nordbygg.example', 12],
  ] as const) {
    const page = browser(app)
    await signedIn(page, { email })
    for (let passed = 55; passed < hours * 60; passed += 60) {
      clock.advance((passed === 55 ? 55 : 60) * minute - 1_000)
      const answer = await refresh(page)
      expect(answer.statusCode).toBe(200)
      if (passed === hours * 60 - 5) expect(answer.json().expiresIn).toBeLessThan(330)
    }
    clock.advance(6 * minute)
    expect((await refresh(page)).json().code).toBe('sessionExpired')
  }
})

test('D3: whoever becomes an administrator keeps a session for twelve hours of its sign-in, and a remembered one as it was', async () => {
  const email = 'jonas@nordbygg.example'
  const [page, script] = [browser(app), browser(app, { isOurPage: false })]
  const { idToken } = await signedIn(page, { email })
  const remembered = await signedIn(script, { email, rememberMe: true })
  const secondsOf = async (token: string) => {
    const { created_at, expires_at } = await sessionOf(token)
    return (Date.parse(expires_at) - Date.parse(created_at)) / 1_000
  }
  const termsOf = (rememberMe: boolean) => sessionTerms({ rememberMe, isStaff: false, isAdministrator: true })
  expect(await secondsOf(idToken)).toBe(24 * 3_600)
  clock.advance(30 * minute)
  const plain = { name: 'Plain AS', apiUsers: [], providers: [], timeZone: 'UTC' }
  await as('staff').post(customers, { ...plain, customerAdmins: [email] })
  expect(await secondsOf(idToken)).toBe(termsOf(false).absoluteSeconds)
  expect(await secondsOf(remembered.idToken)).toBe(termsOf(true).absoluteSeconds)
  for (let passed = 30; passed < 11.5 * 60; passed += 30) {
    expect((await refresh(page)).statusCode).toBe(200)
    clock.advance(30 * minute)
  }
  clock.advance(29 * minute)
  const { idToken: last, expiresIn } = (await refresh(page)).json()
  expect(expiresIn).toBeLessThanOrEqual(60)
  expect((await me(last)).statusCode).toBe(200)
  clock.advance(minute + 1_000)
  expect((await refresh(page)).json().code).toBe('sessionExpired')
  expect((await refresh(script, { refreshToken: remembered.refreshToken })).statusCode).toBe(200)
})

test('D3: a remembered one lasts two weeks without use and a month at most', async () => {
  const idle = browser(app)
  await signedIn(idle, { rememberMe: true })
  clock.advance(13 * day)
  expect((await refresh(idle)).json().logoutWhenIdle).toBe(false)
  clock.advance(15 * day)
  expect((await refresh(idle)).json().code).toBe('sessionExpired')
  const busy = browser(app)
  await signedIn(busy, { rememberMe: true })
  for (const days of [10, 10, 9]) {
    clock.advance(days * day)
    expect((await refresh(busy)).statusCode).toBe(200)
  }
  clock.advance(day + minute)
  expect((await refresh(busy)).json().code).toBe('sessionExpired')
})

test('only a session of a password is told that a password has to be set', async () => {
  const email = 'lena@nordbygg.example'
  const page = browser(app)
  const { idToken } = await signedIn(page, { email })
  await db.updateTable('app_user').set({ must_update_password: true }).where('email', '=', email).execute()
  expect((await refresh(page)).json().mustUpdatePassword).toBe(true)
  await db.updateTable('session').set({ method: 'federation' }).where('id', '=', sid(idToken)).execute()
  const answer = await refresh(page)
  expect([answer.statusCode, answer.json().mustUpdatePassword]).toEqual([200, undefined])
})

test('D5: a person who is disabled is out at once, and cannot refresh', async () => {
  const page = browser(app)
  const { idToken } = await signedIn(page, { email: 'ola@nordbygg.example' })
  expect((await me(idToken)).statusCode).toBe(200)
  await db.updateTable('app_user').set({ is_inactive: true }).where('email', '=', 'ola@nordbygg.example').execute()
  clock.advance(1_001)
  expect((await me(idToken)).json().code).toBe('sessionExpired')
  expect((await refresh(page)).json().code).toBe('sessionExpired')
})
