import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { namedPeople } from '../../../demo/named-people'
import { personId } from '../../../demo/person-id'
import { browser } from '../../../test/browser'
import { concurrentPasswordReset } from '../../../test/concurrent-password-reset'
import { interceptStatements } from '../../../test/intercept-statements'
import { secondFactors } from '../../../test/second-factors'
import { world } from '../../../test/world'
import { routeName } from '../../platform/route'

const opened = await world()
const { app, db, clock } = opened
const mei = 'mei@nordbygg.example'
const signIn = (email: string, more: object = {}, client = browser(app)) =>
  client.post('/auth/v1/login', { username: email, password: demoPassword, ...more })
const sessions = (headers: Record<string, string>) => browser(app).get('/auth/v1/sessions', headers)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('signing in', () => {
  test('a person signs in with email and password and is known from then on', async () => {
    const answer = await signIn(mei)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      result: 'SUCCESS',
      tokenType: 'Bearer',
      expiresIn: 600,
      logoutWhenIdle: true,
    })
    const listed = await sessions(bearer(answer.json().idToken))
    expect(listed.json().sessions).toMatchObject([{ isCurrent: true, method: 'password' }])
  })

  test('capitals and spaces around an address do not matter, in a password they do', async () => {
    expect((await signIn(' MEI@Nordbygg.example ')).statusCode).toBe(200)
    expect((await signIn(mei, { password: demoPassword.toUpperCase() })).statusCode).toBe(401)
    expect((await signIn(mei, { password: `${demoPassword} ` })).statusCode).toBe(401)
  })

  test('a script gets a refresh token only with remember-me, a page never', async () => {
    const script = () => browser(app, { isOurPage: false })
    expect((await signIn(mei, {}, script())).json()).not.toHaveProperty('refreshToken')
    expect((await signIn(mei, { rememberMe: true }, script())).json().refreshToken).toMatch(/^[\w-]{91}$/)
    expect((await signIn(mei, { rememberMe: true })).json()).not.toHaveProperty('refreshToken')
  })

  test('somebody whose password must be reset learns so after the right password only', async () => {
    const odd = namedPeople.find(({ passwordResetNeeded }) => passwordResetNeeded)?.email ?? ''
    const right = await signIn(odd)
    expect([right.statusCode, right.json().code]).toEqual([400, 'password_reset_needed'])
    const wrong = await signIn(odd, { password: 'something else' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'invalid_grant'])
  })

  test('D1: each sign-in begins a new session and ends the one the browser had', async () => {
    const client = browser(app)
    const first = (await signIn(mei, {}, client)).json()
    const second = (await signIn(mei, {}, client)).json()
    expect((await sessions(bearer(second.idToken))).statusCode).toBe(200)
    const old = await sessions(bearer(first.idToken))
    expect([old.statusCode, old.json().code]).toEqual([401, 'sessionExpired'])
  })

  test('D1: only a hash of the refresh secret is stored', async () => {
    const client = browser(app)
    await signIn(mei, {}, client)
    const secret = client.cookies.get('lintel-refresh') ?? ''
    expect(Buffer.from(secret, 'base64url')).toHaveLength(68)
    const rows = await db.selectFrom('session').selectAll().execute()
    expect(
      JSON.stringify(rows.map((row) => ({ ...row, refresh_hash: row.refresh_hash?.toString('base64url') }))),
    ).not.toContain(secret)
  })

  test('D2: the secret is an HttpOnly, SameSite=Lax cookie for the whole host, kept only with remember-me', async () => {
    const plain = (await signIn(mei)).cookies.find(({ name }) => name === 'lintel-refresh')
    expect(plain).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' })
    expect(plain).not.toHaveProperty('expires')
    const kept = (await signIn(mei, { rememberMe: true })).cookies.find(({ name }) => name === 'lintel-refresh')
    expect(kept?.expires?.getTime()).toBeGreaterThan(clock.now() + 29 * 86_400_000)
  })

  test('D2: over https its name is bound to the host and it never travels in the clear', async () => {
    const secure = await world({ publicUrl: 'https://lintel.example' })
    const answer = await browser(secure.app).post(
      '/auth/v1/login',
      { username: mei, password: demoPassword },
      { host: 'lintel.example', origin: 'https://lintel.example', 'sec-fetch-site': 'same-origin' },
    )
    expect(answer.statusCode).toBe(200)
    for (const name of ['__Host-lintel-refresh', '__Host-lintel-browser']) {
      const cookie = answer.cookies.find((one) => one.name === name)
      expect(cookie).toMatchObject({ path: '/', httpOnly: true, secure: true, sameSite: 'Lax' })
      expect(cookie).not.toHaveProperty('domain')
    }
  })

  test('J1: every outcome is in the audit trail with its reason, and no password is', async () => {
    await signIn(mei)
    await signIn(mei, { password: 'not the right one' })
    await signIn('nobody@nowhere.example', { password: 'not the right one' })
    await signIn('not the right one', { password: 'x' })
    const events = await db.selectFrom('audit_event').selectAll().where('action', '=', 'session.login').execute()
    const told = events.map(({ actor_email, result, reason, ip }) => [actor_email, result, reason, ip])
    expect(told).toContainEqual([mei, 'success', null, '127.0.0.1'])
    expect(told).toContainEqual([mei, 'failure', 'wrongPassword', '127.0.0.1'])
    expect(told).toContainEqual(['nobody@nowhere.example', 'failure', 'unknown', '127.0.0.1'])
    expect(JSON.stringify(events)).not.toContain('not the right one')
  })
})

describe('H3: another site cannot sign anybody in', () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const inFront = opened.routes.filter(
    ({ method, anonymous, subject }) => method === 'POST' && anonymous && subject.kind === 'call',
  )
  const guarded = inFront.filter(({ terms }) => terms.sameSiteOnly)

  test('H3: every call in front of the sign-in is for our own pages, but for those that act on no cookie', () => {
    expect(guarded.length).toBeGreaterThan(10)
    const open = inFront.filter((route) => !guarded.includes(route)).map(routeName)
    expect(open.sort()).toEqual([
      // Exceptions: a page button that a mail links to, endpoints of the demo provider, a report, a link shortener.
      'POST /auth/v1/change-password/link/{id}',
      'POST /demo-provider/{stage}/token',
      'POST /mgw/api/v2/client/log',
      'POST /mgw/api/v2/short-links',
    ])
  })

  test.each(guarded.map(({ url }) => url))('H3: %s refuses a foreign origin', async (url) => {
    const answer = await browser(app).post(url, { username: mei, password: demoPassword }, foreign)
    const { errors } = answer.json()
    expect([answer.statusCode, errors[0].code]).toEqual([403, 'crossSiteRequest'])
  })
})

describe('signing out', () => {
  test('D8: ends the session, clears the browser, and may be repeated', async () => {
    const client = browser(app)
    const { idToken } = (await signIn(mei, {}, client)).json()
    const first = await client.post('/auth/v1/logout', {}, bearer(idToken))
    expect(first.statusCode).toBe(204)
    expect(first.headers['clear-site-data']).toBe('"cache", "storage"')
    expect(client.cookies.has('lintel-refresh')).toBe(false)
    expect((await sessions(bearer(idToken))).json().code).toBe('sessionExpired')
    expect((await client.post('/auth/v1/logout', {}, bearer(idToken))).statusCode).toBe(204)
    expect((await browser(app).post('/auth/v1/logout')).statusCode).toBe(204)
  })

  test('D8: works when the id token has expired', async () => {
    const client = browser(app, { isOurPage: false })
    const { idToken, refreshToken } = (await signIn(mei, { rememberMe: true }, client)).json()
    clock.advance(11 * 60_000)
    expect((await sessions(bearer(idToken))).json().code).toBe('invalidToken')
    expect((await client.post('/auth/v1/logout', {}, bearer(idToken))).statusCode).toBe(204)
    const after = await client.post('/auth/v1/refresh', { refreshToken, token: idToken })
    expect([after.statusCode, after.json().code]).toEqual([401, 'sessionExpired'])
  })
})

describe('a password that is replaced while it is verified', async () => {
  const { runConcurrentChange, resetWithin, reset, openSessionsOf, lastAuditEventOf, replaced } =
    await concurrentPasswordReset(opened)
  const { beforeStatement, untilLockWaiters } = interceptStatements(db)
  test('D6: a sign-in that was under way while the password was reset opens nothing', async () => {
    const lena = 'lena@nordbygg.example'
    beforeStatement('session_open', () => reset(lena))
    const answer = await signIn(lena)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid_grant'])
    expect(await openSessionsOf(lena)).toEqual([])
    expect(await lastAuditEventOf(lena)).toEqual(replaced('session.login'))
  })

  test('D6: nor does it ask for the second factor', async () => {
    const jonas = 'jonas@nordbygg.example'
    await secondFactors(opened).setUp(await secondFactors(opened).signIn(jonas))
    beforeStatement('mfa_challenge', () => reset(jonas))
    const answer = await signIn(jonas)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid_grant'])
    expect(
      await db.selectFrom('mfa_challenge').select('user_id').where('user_id', '=', personId(jonas)).execute(),
    ).toEqual([])
    expect(await openSessionsOf(jonas)).toEqual([])
    expect(await lastAuditEventOf(jonas)).toEqual(replaced('session.login'))
  })

  test('D6: of a reset that is not complete yet the sign-in waits for the outcome', async () => {
    const kari = 'kari@nordbygg.example'
    const [answer] = await runConcurrentChange(async (change) => {
      await resetWithin(change, kari)
      const answer = signIn(kari)
      await untilLockWaiters('password_hold')
      return [answer]
    })
    expect((await answer)?.statusCode).toBe(401)
    expect(await openSessionsOf(kari)).toEqual([])
  })
})

test('S16: somebody whose stored address no new person could have still signs in', async () => {
  await db
    .updateTable('app_user')
    .set({ email: 'ola..old@nordbygg.example' })
    .where('email', '=', 'ola@nordbygg.example')
    .execute()
  const answer = await browser(app).post('/auth/v1/login', {
    username: 'ola..old@nordbygg.example',
    password: demoPassword,
  })
  expect(answer.statusCode).toBe(200)
})
