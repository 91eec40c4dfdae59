import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { browser } from '../../../test/browser'
import { worldWithMail } from '../../../test/world-with-mail'
import { removeExpired } from '../remove-expired.store'

const unlimited = { calls: 100_000, seconds: 60 }
const { app, db, clock, nextMailTo, mailsTo, untilIdle, platform } = await worldWithMail({
  rates: { general: unlimited, signIn: unlimited, resetRequest: unlimited },
})
const email = 'odd@nordbygg.example'
const hour = 3_600_000
const path = '/auth/v1/change-password/link/'

const login = (password: string) => browser(app).post('/auth/v1/login', { username: email, password })
const replace = (oldPassword: string, newPassword: string) =>
  browser(app).post('/mgw/api/v2/change-password/for-invalid', { username: email, oldPassword, newPassword })
const confirm = (
  link: URL,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin', origin: 'null' },
  payload = '',
) =>
  app.inject({
    method: 'POST',
    url: link.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost', ...headers },
    payload,
  })
const open = (link: URL, headers: Record<string, string> = {}) => browser(app).get(link.pathname, headers)
const resultOf = ({ statusCode, headers }: Awaited<ReturnType<typeof confirm>>) => {
  const { pathname, searchParams } = new URL(String(headers.location), 'http://localhost')
  return [statusCode, pathname, Object.fromEntries(searchParams)]
}

/** The password must be reset, and is that of the demo world. */
async function needReset() {
  const { id } = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const { hash } = await db
    .selectFrom('password_credential')
    .innerJoin('app_user', 'app_user.id', 'password_credential.user_id')
    .select('hash')
    .where('email', '=', 'mei@nordbygg.example')
    .executeTakeFirstOrThrow()
  await db.updateTable('password_credential').set({ hash, reset_needed: true }).where('user_id', '=', id).execute()
  clock.advance(hour)
}

/** Requests a new password and returns the link of the mail. */
async function mailedLink(newPassword: string): Promise<URL> {
  const before = mailsTo(email, path).length
  expect((await replace(demoPassword, newPassword)).statusCode).toBe(204)
  const [link] = (await nextMailTo(email, before, path)).links
  if (!link) throw new Error('The mail has no link')
  return link
}

describe('S10: a password that has to be reset, where mail is sent', () => {
  test('S10, F5: is replaced when its owner confirms by the mailed link; opening it changes nothing', async () => {
    const link = await mailedLink('the first of several new ones')
    expect(`${link.origin}${link.pathname}`).toMatch(
      new RegExp(`^${platform.configuration.publicUrl}/auth/v1/change-password/link/[\\w-]{43}$`),
    )
    for (let time = 0; time < 3; time++) {
      const page = await open(link, { 'accept-language': 'de-AT, en;q=0.5' })
      expect(page.statusCode).toBe(200)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['content-security-policy']).toContain("form-action 'self'")
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.headers['referrer-policy']).toBe('no-referrer')
      expect(page.body).toContain('<html lang="de">')
      expect(page.body).toContain('Neues Passwort bestätigen')
    }
    expect((await login('the first of several new ones')).statusCode).toBe(401)
    expect((await login(demoPassword)).json().code).toBe('password_reset_needed')
    const confirmed = await confirm(link)
    expect(resultOf(confirmed)).toEqual([303, '/password-changed', { email, success: 'true' }])
    expect(confirmed.cookies).toEqual([])
    expect((await login('the first of several new ones')).statusCode).toBe(200)
    expect((await login(demoPassword)).statusCode).toBe(401)
  })

  test('its page is in the language that was chosen in this browser, as every page is', async () => {
    await needReset()
    const link = await mailedLink('one that is read in the chosen language')
    const chosen = await open(link, { cookie: 'other=1; lintel-language=pl', 'accept-language': 'de' })
    expect(chosen.body).toContain('<html lang="pl">')
    expect(chosen.body).toContain('<h1>Potwierdź nowe hasło</h1>')
    const requested = await open(link, { cookie: 'lintel-language=tlh', 'accept-language': 'de' })
    expect(requested.body).toContain('<html lang="de">')
    expect(resultOf(await confirm(link))).toEqual([303, '/password-changed', { email, success: 'true' }])
  })

  test('H3: is confirmed by its own page alone, which proves it where the browser says nothing; a refusal is a page', async () => {
    await needReset()
    const newPassword = 'the one that its own page confirms'
    const link = await mailedLink(newPassword)
    const page = await open(link)
    const key = page.cookies.find(({ name }) => name === 'lintel-form')?.value ?? ''
    expect(page.body).toContain(`name="formKey" value="${key}"`)
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, {}]) {
      const refused = await confirm(link, headers as Record<string, string>)
      expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    }
    expect((await login(newPassword)).statusCode).toBe(401)
    const confirmed = await confirm(link, { cookie: `lintel-form=${key}` }, `formKey=${key}`)
    expect(resultOf(confirmed)).toEqual([303, '/password-changed', { email, success: 'true' }])
    expect((await login(newPassword)).statusCode).toBe(200)
  })

  test('a link that was used says that it can be used only once, opened or pressed', async () => {
    await needReset()
    const link = await mailedLink('the second of several new ones')
    await confirm(link)
    const said = { email, success: 'false', message: 'this url can be used only once' }
    expect(resultOf(await open(link))).toEqual([302, '/password-changed', said])
    expect(resultOf(await confirm(link))).toEqual([303, '/password-changed', said])
  })

  test('a link that is an hour old, or overtaken by another change, says that its access expired', async () => {
    await needReset()
    const said = { email, success: 'false', message: 'access expired' }
    const old = await mailedLink('the third of several new ones')
    clock.advance(hour)
    expect(resultOf(await open(old))).toEqual([302, '/password-changed', said])
    expect(resultOf(await confirm(old))).toEqual([303, '/password-changed', said])
    expect((await login('the third of several new ones')).statusCode).toBe(401)
    const [first, second] = [
      await mailedLink('a fourth of several new ones'),
      await mailedLink('a fifth of several new ones'),
    ]
    expect(resultOf(await confirm(first))).toEqual([303, '/password-changed', said])
    await confirm(second)
    expect((await login('a fifth of several new ones')).statusCode).toBe(200)
  })

  test('a password that was never confirmed is wiped, and its link still says that its access expired', async () => {
    await needReset()
    const link = await mailedLink('a password that nobody confirms')
    clock.advance(hour)
    await removeExpired(db, clock.now())
    const kept = await db.selectFrom('password_link').select(['hash', 'ended_at']).execute()
    expect(kept.length).toBeGreaterThan(0)
    for (const { hash, ended_at } of kept) expect([hash, ended_at === null]).toEqual([null, false])
    expect(resultOf(await open(link))).toEqual([
      302,
      '/password-changed',
      { email, success: 'false', message: 'access expired' },
    ])
  })

  test('B7: a link that never was tells nothing about anybody', async () => {
    const link = new URL(`${platform.configuration.publicUrl}/auth/v1/change-password/link/${'x'.repeat(43)}`)
    expect(resultOf(await open(link))).toEqual([302, '/password-changed', { success: 'false', message: 'unknown' }])
    expect(resultOf(await confirm(link))).toEqual([303, '/password-changed', { success: 'false', message: 'unknown' }])
  })

  test('F1: of ten presses at once, one changes the password', async () => {
    await needReset()
    const link = await mailedLink('the sixth of several new ones')
    const pressed = await Promise.all(Array.from({ length: 10 }, () => confirm(link)))
    const outcomes = pressed.map((answer) => String(answer.headers.location))
    expect(outcomes.filter((address) => address.includes('success=true'))).toHaveLength(1)
    expect(outcomes.filter((address) => address.includes('used+only+once'))).toHaveLength(9)
  })

  test('D6: a password that was confirmed by its link ends the code that waits', async () => {
    await needReset()
    const link = await mailedLink('the seventh of several new ones')
    const before = mailsTo(email, '/reset-password').length
    await browser(app).post('/auth/v1/change-password/request', { username: email })
    const code = (await nextMailTo(email, before, '/reset-password')).links[0]?.searchParams.get('code') ?? ''
    const confirmCode = (newPassword: string) =>
      browser(app).post('/auth/v1/change-password/confirm', { username: email, code, newPassword })
    await confirm(link)
    expect((await confirmCode('the eighth of several new ones')).json().code).toBe('invalidCode')
    expect((await login('the seventh of several new ones')).statusCode).toBe(200)
  })

  test('F2: both ways share three mails in an hour; who knows the password is told so', async () => {
    await needReset()
    for (let sent = 0; sent < 3; sent++) await mailedLink(`the ${sent}th of many new passwords`)
    const answer = await replace(demoPassword, 'one too many new passwords')
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([429, 'tooManyRequests'])
    const before = mailsTo(email).length
    await browser(app).post('/auth/v1/change-password/request', { username: email })
    await untilIdle()
    expect(mailsTo(email)).toHaveLength(before)
  })

  test('S10, B1: a wrong one is counted like a wrong sign-in and answered alike; the rules hold', async () => {
    await needReset()
    expect((await replace('not the right one', 'the ninth of several new ones')).json().errors[0].code).toBe(
      'invalid_grant',
    )
    expect((await replace(demoPassword, 'lintel')).json().errors[0].code).toBe('passwordRejected')
    for (let failure = 0; failure < 5; failure++) await replace('not the right one', 'the ninth of several new ones')
    expect((await replace(demoPassword, 'the ninth of several new ones')).json().errors[0].code).toBe('invalid_grant')
    expect((await login(demoPassword)).statusCode).toBe(401)
  })
})
