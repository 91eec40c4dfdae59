import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { namedPeople } from '../../../demo/named-people'
import { personId } from '../../../demo/person-id'
import { secondFactors } from '../../../test/second-factors'
import { world } from '../../../test/world'
import { recordFederationSession } from '../federation/federation.store'
import { addIdentity } from '../federation/identities.store'

const opened = await world()
const { app, db, log } = opened
const mei = 'mei@nordbygg.example'
const own = opened.platform.configuration.publicUrl
const sameOriginHeaders = { 'sec-fetch-site': 'same-origin', origin: 'null' }
const login = '/auth/v1/login'

/** Posts a form as a browser does. */
const post = (
  url: string,
  fields: Record<string, string>,
  { ip = '127.0.0.1', ...headers }: Record<string, string> = sameOriginHeaders,
) =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress: ip,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const loginFields = (more: Record<string, string> = {}) => ({ username: mei, password: demoPassword, ...more })
type Answer = Awaited<ReturnType<typeof post>>
const cookieOf = (answer: Answer, name: string) => answer.cookies.find((cookie) => cookie.name === name)
const sessions = async () =>
  Number(
    (
      await db
        .selectFrom('session')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )
const lastEvent = () =>
  db
    .selectFrom('audit_event')
    .select(['action', 'result', 'reason'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

describe('the sign-in form, posted by the browser itself', () => {
  test('signs in as the page’s script would: a cookie that refreshes, an audit row, and on to where one wanted to go', async () => {
    const answer = await post(login, loginFields({ 'next-url': '/project-1/?a=b' }))
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/?next-url=%2Fproject-1%2F%3Fa%3Db'])
    expect(answer.body).toBe('')
    const cookie = cookieOf(answer, 'lintel-refresh')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie).not.toHaveProperty('expires')
    expect(cookieOf(answer, 'lintel-browser')).toMatchObject({ httpOnly: true })
    expect(await lastEvent()).toMatchObject({ action: 'session.login', result: 'success' })
    const cookies = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const refreshed = await app.inject({
      method: 'POST',
      url: '/auth/v1/refresh',
      headers: { cookie: cookies, 'x-requested-with': 'lintel-web', 'content-type': 'application/json' },
      payload: {},
    })
    expect(refreshed.json()).toMatchObject({ tokenType: 'Bearer', logoutWhenIdle: true })
  })

  test('keep me signed in is the box that was ticked', async () => {
    const kept = cookieOf(await post(login, loginFields({ rememberMe: 'on' })), 'lintel-refresh')
    expect(kept?.expires?.getTime()).toBeGreaterThan(Date.now() + 20 * 86_400_000)
  })

  test('S13: where one goes on is an address of this server, whatever was asked for', async () => {
    const { headers } = await post(login, loginFields({ 'next-url': 'https://evil.example/' }))
    expect(headers.location).toBe('/?next-url=https%3A%2F%2Fevil.example%2F')
  })

  test('B7: a wrong password leads back to the page, which is told the email and never the password', async () => {
    const answer = await post(login, loginFields({ password: 'a wrong secret', 'next-url': '/users' }))
    const address = '/login?email=mei%40nordbygg.example&next-url=%2Fusers&failed=invalid_grant'
    expect([answer.statusCode, answer.headers.location]).toEqual([303, address])
    expect(cookieOf(answer, 'lintel-refresh')).toBeUndefined()
    expect(await lastEvent()).toMatchObject({ action: 'session.login', result: 'failure', reason: 'wrongPassword' })
    const unknown = await post(login, { username: 'nobody@nordbygg.example', password: 'a wrong secret' })
    expect(unknown.headers.location).toBe('/login?email=nobody%40nordbygg.example&failed=invalid_grant')
    expect(log.join('\n')).not.toContain('a wrong secret')
  })

  test('S5: a password in the field of the email comes into no address', async () => {
    const answer = await post(login, { username: 'my secret words', password: 'x' })
    expect(answer.headers.location).toBe('/login?failed=invalid_grant')
  })

  test('what is missing, and a password that has to be reset, lead back as well', async () => {
    expect((await post(login, { username: mei, password: '' })).headers.location).toMatch(/failed=required$/)
    expect((await post(login, {})).headers.location).toBe('/login?failed=required')
    const odd = namedPeople.find(({ passwordResetNeeded }) => passwordResetNeeded)?.email ?? ''
    const reset = await post(login, { username: odd, password: demoPassword })
    expect(reset.headers.location).toMatch(/failed=password_reset_needed$/)
  })

  test('B4: its failures count with those of scripts, and beyond them the page says to wait', async () => {
    const ip = '203.0.113.9'
    for (let count = 0; count < 15; count++) {
      await post(login, { username: `a${count}@b.example`, password: 'x' }, { ...sameOriginHeaders, ip })
      await app.inject({
        method: 'POST',
        url: login,
        remoteAddress: ip,
        payload: { username: `c${count}@b.example`, password: 'x' },
      })
    }
    const before = await sessions()
    const answer = await post(login, loginFields({ 'next-url': '/users' }), { ...sameOriginHeaders, ip })
    const address = '/login?email=mei%40nordbygg.example&next-url=%2Fusers&failed=tooManyRequests'
    expect([answer.statusCode, answer.headers.location]).toEqual([303, address])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await sessions()).toBe(before)
    expect((await post(login, loginFields())).headers.location).toBe('/')
  })

  test('who has to set a password first is led there', async () => {
    await db.updateTable('app_user').set({ must_update_password: true }).where('email', '=', mei).execute()
    const answer = await post(login, loginFields())
    await db.updateTable('app_user').set({ must_update_password: false }).where('email', '=', mei).execute()
    expect(answer.headers.location).toBe('/user-profile')
  })
})

describe('where every call of an address is spent', () => {
  test('B4: the forms of the pages lead back with the email and where one wanted to go, and nothing is verified', async () => {
    const few = { calls: 3, seconds: 60 }
    const { app: metered, db: own, log: said } = await world({ rates: { general: few, signIn: few } })
    const send = (url: string, fields: Record<string, string>) =>
      metered.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...sameOriginHeaders },
        payload: new URLSearchParams(fields).toString(),
      })
    const wrong = { ...loginFields({ password: 'a wrong secret' }), 'next-url': '/users' }
    const first = await send(login, wrong)
    expect(first.headers.location).toBe('/login?email=mei%40nordbygg.example&next-url=%2Fusers&failed=invalid_grant')
    for (let time = 0; time < 3; time++) await send(login, wrong)
    const attempts = () => own.selectFrom('guessing').selectAll().execute()
    const before = await attempts()
    const fields = { session: 'x'.repeat(43), username: mei, code: '123456', 'next-url': '/users' }
    for (const answer of [await send(login, wrong), await send('/auth/v1/mfa/verify', fields)]) {
      const address = '/login?email=mei%40nordbygg.example&next-url=%2Fusers&failed=tooManyRequests'
      expect([answer.statusCode, answer.headers.location]).toEqual([303, address])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(await attempts()).toEqual(before)
    expect(said.join('\n')).not.toContain('a wrong secret')
    // Sign-out and password confirmation without script show why they failed.
    for (const url of ['/auth/v1/logout', `/auth/v1/change-password/link/${'x'.repeat(43)}`]) {
      const last = (await Promise.all(Array.from({ length: 4 }, () => send(url, {})))).find(
        ({ statusCode }) => statusCode === 429,
      )
      expect([url, last?.headers['content-type']]).toEqual([url, 'text/html; charset=utf-8'])
    }
  })
})

describe('H3: only a page of ours posts it', () => {
  const refused = async (fields: Record<string, string>, headers: Record<string, string>) => {
    const before = await sessions()
    const answer = await post(login, fields, headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.cookies).toEqual([])
    expect(await sessions()).toBe(before)
    expect(answer.body).not.toContain(demoPassword)
  }
  const signsIn = async (fields: Record<string, string>, headers: Record<string, string>) => {
    const answer = await post(login, fields, headers)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
  }

  test('H3: by the origin that the browser names', async () => {
    await signsIn(loginFields(), { origin: own })
    await refused(loginFields(), { origin: 'https://evil.example' })
    await refused(loginFields(), { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })
  })

  test('H3: by what it says of the site', async () => {
    await signsIn(loginFields(), { 'sec-fetch-site': 'same-origin' })
    for (const site of ['cross-site', 'same-site', 'none']) await refused(loginFields(), { 'sec-fetch-site': site })
    await refused(loginFields(), { origin: own, 'sec-fetch-site': 'cross-site' })
  })

  test('H3: where it says neither, by the key that its own page got with a cookie', async () => {
    const page = await app.inject({ url: '/auth/v1/without-script', headers: { accept: 'text/html' } })
    expect(page.statusCode).toBe(200)
    const signedIn = await post(login, loginFields())
    const cookie = `lintel-refresh=${cookieOf(signedIn, 'lintel-refresh')?.value}`
    const drawn = await app.inject({ url: '/auth/v1/without-script', headers: { cookie } })
    const key = drawn.cookies.find(({ name }) => name === 'lintel-form')
    expect(key).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    const formKey = key?.value ?? ''
    expect(drawn.body).toContain(`name="formKey" value="${formKey}"`)
    await signsIn(loginFields({ formKey }), { cookie: `lintel-form=${formKey}` })
    await signsIn(loginFields({ formKey }), { cookie: `lintel-form=${formKey}`, origin: 'null' })
    await refused(loginFields({ formKey }), {})
    await refused(loginFields(), { cookie: `lintel-form=${formKey}` })
    await refused(loginFields({ formKey: 'x'.repeat(43) }), { cookie: `lintel-form=${formKey}` })
    await refused(loginFields({ formKey: '' }), { cookie: 'lintel-form=' })
    await refused(loginFields(), {})
    await refused(loginFields(), { origin: 'null' })
  })

  test('H3: it is in the audit log that another site tried', async () => {
    await refused(loginFields(), { origin: 'https://evil.example', ip: '203.0.113.77' })
    expect(await lastEvent()).toMatchObject({
      action: 'access.denied',
      reason: 'crossSiteRequest POST /auth/v1/login',
    })
  })

  test('H4: ten megabytes are refused with 413, before anything is verified', async () => {
    await signsIn(loginFields(), sameOriginHeaders)
    const before = await sessions()
    const answer = await post(login, loginFields({ more: 'x'.repeat(10_000_000) }))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
    expect(await sessions()).toBe(before)
  })

  test('H3: other calls in front of the sign-in take no form', async () => {
    const answer = await post('/auth/v1/refresh', {}, { origin: own })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupportedMediaType'])
  })
})

describe('a second factor, asked for without a script', () => {
  const factors = secondFactors(opened)
  const field = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''

  test('C3: the page asks for the code; a wrong one is said there, the right one signs in', async () => {
    const email = 'ola@nordbygg.example'
    const { secret } = await factors.setUp(await factors.signIn(email))
    const asked = await post(login, { username: email, password: demoPassword, 'next-url': '/"><script>' })
    expect(asked.statusCode).toBe(401)
    expect(asked.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(asked.headers['cache-control']).toBe('no-store')
    expect(asked.body).not.toContain('<script>')
    const back = 'href="/login?email=ola%40nordbygg.example&amp;next-url=%2F%22%3E%3Cscript%3E"'
    expect(asked.body).toContain(back)
    expect(cookieOf(asked, 'lintel-refresh')).toBeUndefined()
    const cookie = `lintel-browser=${cookieOf(asked, 'lintel-browser')?.value}`
    const sent = { session: field(asked.body, 'session'), username: email, 'next-url': '/users' }
    const verify = (given: string) =>
      post('/auth/v1/mfa/verify', { ...sent, code: given }, { ...sameOriginHeaders, cookie, 'accept-language': 'de' })
    const wrong = await verify(factors.wrongCode(secret))
    expect([wrong.statusCode, field(wrong.body, 'session')]).toEqual([400, sent.session])
    expect(wrong.body).toContain('Dieser Code ist nicht gültig.')
    expect(wrong.body).toContain('href="/login?email=ola%40nordbygg.example&amp;next-url=%2Fusers"')
    const right = await verify(factors.code(secret))
    expect([right.statusCode, right.headers.location]).toEqual([303, '/?next-url=%2Fusers'])
    expect(cookieOf(right, 'lintel-refresh')).toBeDefined()
    const again = await verify(factors.code(secret))
    expect(again.headers.location).toMatch(/^\/login\?.*failed=invalidSession$/)
  })

  test('C3: another site cannot give a code', async () => {
    const send = (headers: Record<string, string>) =>
      post('/auth/v1/mfa/verify', { session: 'x', username: mei, code: '1' }, headers)
    expect((await send(sameOriginHeaders)).headers.location).toMatch(/failed=invalidSession$/)
    for (const headers of [{ origin: 'https://a.b' }, { ...sameOriginHeaders, origin: 'https://a.b' }])
      expect((await send(headers)).statusCode).toBe(403)
  })
})

describe('the page of a browser that runs no script', () => {
  test('says what is needed, who is signed in, and lets them out', async () => {
    const cookie = `lintel-refresh=${cookieOf(await post(login, loginFields()), 'lintel-refresh')?.value}`
    const page = (headers: Record<string, string>) => app.inject({ url: '/auth/v1/without-script', headers })
    const signedIn = await page({ cookie, 'accept-language': 'sv' })
    expect(signedIn.body).toContain(`Du är inloggad som ${mei}.`)
    expect((await page({ cookie: 'lintel-refresh=forged' })).body).not.toContain(mei)
    const out = await post('/auth/v1/logout', {}, { ...sameOriginHeaders, cookie })
    expect([out.statusCode, out.headers.location]).toEqual([303, '/login'])
    expect((await page({ cookie })).body).not.toContain(mei)
    expect((await page({ cookie })).body).toContain('href="/login"')
  })

  test('E10: who came by a provider signs out there as well, with the way back', async () => {
    const cookie = `lintel-refresh=${cookieOf(await post(login, loginFields()), 'lintel-refresh')?.value}`
    const provider = 'stalbyggost'
    const identity = { provider, issuer: 'https://sso.stalbygg.example', subject: mei, email: null }
    const sessionId = await db.transaction().execute(async (tx) => {
      const identityId = await addIdentity(tx, personId(mei), identity, Date.now())
      const newest = tx.selectFrom('session').select('id').where('user_id', '=', personId(mei)).orderBy('id', 'desc')
      const { id } = await newest.limit(1).executeTakeFirstOrThrow()
      await recordFederationSession(tx, { sessionId: id, identityId, provider })
      return id
    })
    const out = await post('/auth/v1/logout', {}, { ...sameOriginHeaders, cookie })
    const address = /^0; url=(.*)$/.exec(String(out.headers.refresh))?.[1] ?? ''
    expect([out.statusCode, new URL(address).searchParams.get('redirect')]).toEqual([200, `${own}/`])
    expect(address).toMatch(/\/logout\?/)
    expect(out.body).toContain(`<a href="${address.replaceAll('&', '&amp;')}">Stålbygg Øst</a>`)
    const ended = db.selectFrom('session').select('end_reason').where('id', '=', sessionId).executeTakeFirst()
    expect(await ended).toEqual({ end_reason: 'logout' })
  })

  test('D8: another site cannot sign anybody out', async () => {
    const cookie = `lintel-refresh=${cookieOf(await post(login, loginFields()), 'lintel-refresh')?.value}`
    for (const headers of [{ cookie }, { ...sameOriginHeaders, cookie }])
      expect((await post('/auth/v1/logout', {}, { ...headers, origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await app.inject({ url: '/auth/v1/without-script', headers: { cookie } })).body).toContain(mei)
  })
})
