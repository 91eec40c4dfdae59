import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { type Browser, browser } from '../../../test/browser'
import { interceptStatements } from '../../../test/intercept-statements'
import { type ParsedMail, worldWithMail } from '../../../test/world-with-mail'
import { hashSecret, randomSecret } from '../random-secret'
import { endPendingPasswords, lockResettable, putResetCode } from './password-reset.store'

const unlimited = { calls: 100_000, seconds: 60 }
const rates = { general: unlimited, signIn: unlimited, resetRequest: unlimited }
const { app, db, clock, server, mailsTo, nextMailTo, untilIdle, platform } = await worldWithMail({ rates })
// Codes are tried a second before and after their end.
clock.freeze()
const { untilLockWaiters } = interceptStatements(db)
const newPassword = 'purple crane lifts seven beams'
const hour = 3_600_000
const path = '/reset-password'

const request = (username: string, client: Browser = browser(app)) =>
  client.post('/auth/v1/change-password/request', { username })
const confirm = (username: string, code: string, password = newPassword, client: Browser = browser(app)) =>
  client.post('/auth/v1/change-password/confirm', { username, code, newPassword: password })
const login = (username: string, password: string, more: object = {}, client: Browser = browser(app)) =>
  client.post('/auth/v1/login', { username, password, ...more })
const codeOf = (answer: Awaited<ReturnType<typeof confirm>>) => [answer.statusCode, answer.json().code]
const wrong = [400, 'invalidCode']

/** The code of a mail and the secret of its link. */
const codeAndLinkOf = ({ text, links }: ParsedMail) => ({
  code: /\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b/.exec(text)?.[0].replace('-', '') ?? '',
  link: links[0]?.searchParams.get('code') ?? '',
})

/** Requests a reset, waits for the mail and returns its code and link secret. */
async function mailed(email: string) {
  const before = mailsTo(email, path).length
  await request(email)
  return codeAndLinkOf(await nextMailTo(email, before, path))
}

const mailedCode = async (email: string): Promise<string> => (await mailed(email)).code

const idOf = async (email: string) =>
  (await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

describe('F1: a code by mail', () => {
  const email = 'ola@nordbygg.example'

  test('F1: is ten characters that people can read, beside a link with a secret of its own, and neither is stored as it is', async () => {
    expect((await request(' OLA@nordbygg.example ')).statusCode).toBe(202)
    const mail = await nextMailTo(email)
    const address = mail.links[0]
    expect(`${address?.origin}${address?.pathname}`).toBe(`${platform.configuration.publicUrl}/reset-password`)
    expect(address?.searchParams.get('username')).toBe(email)
    const { code, link } = codeAndLinkOf(mail)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
    expect(link).toMatch(/^[\w-]{43}$/)
    const [stored, ...others] = await db.selectFrom('password_reset').selectAll().execute()
    expect(others).toEqual([])
    expect(stored?.link_hash).toEqual(hashSecret(link))
    const written = [stored?.code_stamp, stored?.link_hash].map((bytes) => bytes?.toString('latin1'))
    for (const secret of [code, link]) expect(JSON.stringify([stored, written])).not.toContain(secret)
    clock.advance(hour)
  })

  test('F5: opening its link, however often, consumes nothing', async () => {
    const { link } = await mailed(email)
    for (let time = 0; time < 3; time++) await browser(app).get(`/reset-password?username=${email}&code=${link}`)
    expect((await confirm(email, link)).statusCode).toBe(204)
    expect((await login(email, newPassword)).statusCode).toBe(200)
    clock.advance(hour)
  })

  test('F1: is taken in lower case, with spaces and hyphens, O for 0, I and L for 1, once', async () => {
    const code = await mailedCode(email)
    const typed = code.toLowerCase().replaceAll('0', 'o').replace('1', 'l').replaceAll('1', 'I')
    expect((await confirm(email, ` ${typed.slice(0, 5)}-${typed.slice(5)} `)).statusCode).toBe(204)
    expect(codeOf(await confirm(email, code))).toEqual(wrong)
    clock.advance(hour)
  })

  test('F1: a new one kills the one before, and ten minutes every one', async () => {
    const first = await mailedCode(email)
    const second = await mailedCode(email)
    expect(first).not.toBe(second)
    expect(codeOf(await confirm(email, first))).toEqual(wrong)
    clock.advance(10 * 60_000)
    expect(codeOf(await confirm(email, second))).toEqual(wrong)
    clock.advance(hour)
    const third = await mailedCode(email)
    clock.advance(10 * 60_000 - 1_000)
    expect((await confirm(email, third)).statusCode).toBe(204)
    clock.advance(hour)
  })

  test('F1: is dead after five tries', async () => {
    const code = await mailedCode(email)
    for (let attempt = 0; attempt < 5; attempt++) expect(codeOf(await confirm(email, 'AAAAAAAAAA'))).toEqual(wrong)
    expect(codeOf(await confirm(email, code))).toEqual(wrong)
    clock.advance(hour)
    const next = await mailedCode(email)
    for (let attempt = 0; attempt < 4; attempt++) await confirm(email, 'AAAAAAAAAA')
    // A value without the form of a code is not counted as an attempt.
    for (const text of ['no code at all', 'AAAA', randomSecret()])
      expect(codeOf(await confirm(email, text))).toEqual(wrong)
    expect((await confirm(email, next)).statusCode).toBe(204)
    clock.advance(hour)
  })

  test('F1: is bound to its account, as its link is', async () => {
    const { code, link } = await mailed(email)
    for (const sent of [code, link]) expect(codeOf(await confirm('mei@nordbygg.example', sent))).toEqual(wrong)
    expect((await confirm(email, code)).statusCode).toBe(204)
    clock.advance(hour)
  })

  test('F1: its link is good once and as long as the code, and ends with a newer one', async () => {
    const first = await mailed(email)
    const second = await mailed(email)
    expect(codeOf(await confirm(email, first.link))).toEqual(wrong)
    expect((await confirm(email, second.link, 'lintel')).json().code).toBe('passwordRejected')
    expect((await confirm(email, second.link)).statusCode).toBe(204)
    for (const used of [second.link, second.code]) expect(codeOf(await confirm(email, used))).toEqual(wrong)
    const third = await mailed(email)
    clock.advance(10 * 60_000)
    expect(codeOf(await confirm(email, third.link))).toEqual(wrong)
    clock.advance(hour)
  })

  test('B3: its link works although strangers asked for three mails and tried five codes at each', async () => {
    const sent: { link: string; code: string }[] = []
    for (let asked = 0; asked < 3; asked++) {
      sent.push(await mailed(email))
      for (let attempt = 0; attempt < 5; attempt++) await confirm(email, 'AAAAAAAAAA')
    }
    const last = sent[2]
    expect(codeOf(await confirm(email, last?.code ?? ''))).toEqual(wrong)
    expect((await confirm(email, last?.link ?? '')).statusCode).toBe(204)
    expect((await login(email, newPassword)).statusCode).toBe(200)
    clock.advance(hour)
  })

  test('F1: a link that was mailed before it had a secret of its own carries the code', async () => {
    const code = await mailedCode(email)
    const unlinked = db.updateTable('password_reset').set({ link_hash: null }).where('ended_at', 'is', null)
    await unlinked.execute()
    expect((await confirm(email, code)).statusCode).toBe(204)
    clock.advance(hour)
  })

  test('F1: of ten uses at once, exactly one succeeds', async () => {
    const code = await mailedCode(email)
    const passwords = Array.from({ length: 10 }, (_, at) => `the ${at}th of ten new passwords`)
    const answers = await Promise.all(passwords.map((password) => confirm(email, code, password)))
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    expect(answers.filter((answer) => answer.statusCode !== 204).map(codeOf)).toEqual(Array(9).fill(wrong))
    const worked = passwords[answers.findIndex(({ statusCode }) => statusCode === 204)] ?? ''
    expect((await login(email, worked)).statusCode).toBe(200)
    clock.advance(hour)
  })

  test('F1: is used while another one is sent, and neither waits for the other for ever', async () => {
    const code = await mailedCode(email)
    const unproved = { email_verified_at: null, email_verified_by: null }
    await db.updateTable('app_user').set(unproved).where('email', '=', email).execute()
    const user = await idOf(email)
    const asked = await db.transaction().execute(async (sending) => {
      await lockResettable(sending, email, platform.clock())
      const asked = confirm(email, code)
      await untilLockWaiters('"app_user"')
      await putResetCode(sending, {
        userId: user,
        stamp: Buffer.alloc(32),
        linkHash: Buffer.alloc(32),
        wasStarted: false,
        now: platform.clock(),
        expiresAt: platform.clock() + 600_000,
      })
      return { asked }
    })
    expect(codeOf(await asked.asked)).toEqual(wrong)
    clock.advance(hour)
    expect((await confirm(email, await mailedCode(email))).statusCode).toBe(204)
    clock.advance(hour)
  })

  test('F1: is used while the password is changed in another way, and neither waits for the other for ever', async () => {
    const user = await idOf(email)
    const code = await mailedCode(email)
    const asked = await db.transaction().execute(async (changing) => {
      await sql`select from password_credential where user_id = ${user} for update`.execute(changing)
      const asked = confirm(email, code)
      await untilLockWaiters('"password_credential"')
      await endPendingPasswords(changing, user, platform.clock())
      return { asked }
    })
    expect(codeOf(await asked.asked)).toEqual(wrong)
    clock.advance(hour)
  })

  test('A4, A5: a password that does not meet the rules is named with them, and the code stays good', async () => {
    const code = await mailedCode(email)
    for (let attempt = 0; attempt < 7; attempt++) {
      const answer = await confirm(email, code, 'lintel')
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors[0]).toMatchObject({
        code: 'passwordRejected',
        source: { pointer: '/newPassword' },
        meta: { rules: ['characters', 'context'] },
      })
    }
    expect((await confirm(email, code, 'ola and nordbygg as ever')).json().code).toBe('passwordRejected')
    expect((await confirm(email, code)).statusCode).toBe(204)
    clock.advance(hour)
  })

  test('A3: a new password of more than 1,024 bytes is refused before anything is looked at', async () => {
    const answer = await confirm(email, 'AAAAAAAAAA', 'x'.repeat(1_025))
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'tooLong'])
  })
})

describe('F2: asking', () => {
  test('F2: an account gets three mails in an hour and no more', async () => {
    const email = 'kari@nordbygg.example'
    for (let asked = 0; asked < 3; asked++) await mailedCode(email)
    for (let asked = 0; asked < 3; asked++) {
      expect((await request(email)).statusCode).toBe(202)
      await untilIdle()
    }
    expect(mailsTo(email, path)).toHaveLength(3)
    // The last code sent is still valid.
    const last = mailsTo(email, path)[2]?.links[0]?.searchParams.get('code') ?? ''
    expect((await confirm(email, last)).statusCode).toBe(204)
    clock.advance(hour)
    await mailedCode(email)
  })

  test('F2: a burst of requests is one mail, or three at most', async () => {
    const email = 'ingrid@nordbygg.example'
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(email)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(202))
    await untilIdle()
    expect(mailsTo(email, path).length).toBeGreaterThan(0)
    expect(mailsTo(email, path).length).toBeLessThanOrEqual(3)
  })

  const alike = {
    unknown: 'nobody@nowhere.example',
    known: 'jonas@nordbygg.example',
    disabled: 'per@nordbygg.example',
    deleted: 'greta@nordbygg.example',
    'signed in by a provider only': 'runar@stalbygg.example',
    'past their last day': 'yara@partner.example',
    'no address at all': 'what is this',
  }

  test('B7, F2: is answered alike whoever it is, and only who may have a password gets a mail', async () => {
    const answers = await Promise.all(Object.values(alike).map((username) => request(username)))
    const [first, ...others] = answers.map(({ statusCode, body, headers }) => ({
      statusCode,
      body,
      headers: Object.keys(headers).sort(),
    }))
    expect(first).toMatchObject({ statusCode: 202, body: '{}' })
    for (const other of others) expect(other).toEqual(first)
    await untilIdle()
    for (const [who, email] of Object.entries(alike))
      expect([who, mailsTo(email).length]).toEqual([who, who === 'known' ? 1 : 0])
  })

  test('B7, F2: so is a code: wrong, expired, used, of nobody', async () => {
    const refused = await Promise.all(Object.values(alike).map((username) => confirm(username, 'AAAAAAAAAA')))
    const bodies = refused.map(({ statusCode, body }) => {
      const { errors, ...more } = JSON.parse(body)
      return { statusCode, more, errors: errors.map((error: object) => ({ ...error, id: undefined })) }
    })
    for (const body of bodies) expect(body).toEqual(bodies[0])
    expect(bodies[0]).toMatchObject({ statusCode: 400, more: { code: 'invalidCode' } })
  })

  test('B4: an address asks five times in a minute', async () => {
    const { app: metered } = await worldWithMail()
    const client = browser(metered)
    for (let asked = 0; asked < 5; asked++)
      expect((await request('nobody@nowhere.example', client)).statusCode).toBe(202)
    const answer = await request('nobody@nowhere.example', client)
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBeDefined()
  })

  test('F4: what a request says of its host is in no mail', async () => {
    const email = 'lena@nordbygg.example'
    const answer = await browser(app).post(
      '/auth/v1/change-password/request',
      { username: email },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', forwarded: 'host=evil.example' },
    )
    expect(answer.statusCode).toBe(202)
    const { text, links } = await nextMailTo(email)
    expect(text).not.toContain('evil')
    for (const { origin } of links) expect(origin).toBe(new URL(platform.configuration.publicUrl).origin)
    const foreign = await browser(app).post(
      '/auth/v1/change-password/request',
      { username: email },
      { host: 'evil.example' },
    )
    expect(foreign.statusCode).toBe(421)
  })

  test('F6: the mail goes to the address that is stored, not to one that looks like it', async () => {
    const before = server.mails.length
    // The Kelvin sign is a k when it is lower-cased.
    await request('\u212Aari@nordbygg.example')
    await request('"kari@nordbygg.example,x"@evil.example')
    await untilIdle()
    expect(server.mails.slice(before).map(({ to }) => to)).toEqual([])
  })
})

describe('D6: a new password', () => {
  test('D6, C7: ends sessions, refresh secrets and waiting second factors, and signs nobody in', async () => {
    const email = 'mei@nordbygg.example'
    const script = browser(app, { isOurPage: false })
    const page = browser(app)
    const [tokens, kept] = [
      (await login(email, demoPassword, { rememberMe: true }, script)).json(),
      (await login(email, demoPassword, {}, page)).json(),
    ]
    const code = await mailedCode(email)
    const answer = await confirm(email, code, newPassword, page)
    expect([answer.statusCode, answer.body, answer.cookies]).toEqual([204, '', []])
    for (const { idToken } of [tokens, kept]) {
      const asked = await browser(app).get('/auth/v1/sessions', { authorization: `Bearer ${idToken}` })
      expect([asked.statusCode, asked.json().code]).toEqual([401, 'sessionExpired'])
    }
    expect((await page.post('/auth/v1/refresh', {})).statusCode).toBe(401)
    expect((await script.post('/auth/v1/refresh', { refreshToken: tokens.refreshToken })).statusCode).toBe(401)
    expect((await login(email, demoPassword)).statusCode).toBe(401)
    expect((await login(email, newPassword)).statusCode).toBe(200)
  })

  test('D6: ends an email that waits to be proved', async () => {
    const email = 'freja@skovgaard.example'
    const waiting = async () =>
      db
        .selectFrom('email_change')
        .select('user_id')
        .where('user_id', '=', await idOf(email))
        .execute()
    expect(await waiting()).toHaveLength(1)
    expect((await confirm(email, await mailedCode(email))).statusCode).toBe(204)
    expect(await waiting()).toEqual([])
  })

  test('B9: is told to its owner by mail, a first one is not', async () => {
    const email = 'helga@stalbygg.example'
    expect((await confirm(email, await mailedCode(email))).statusCode).toBe(204)
    await untilIdle()
    const told = mailsTo(email).filter(({ links }) => links.every(({ pathname }) => pathname !== path))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('127.0.0.1')
    await db
      .deleteFrom('password_credential')
      .where('user_id', '=', await idOf(email))
      .execute()
    clock.advance(hour)
    expect((await confirm(email, await mailedCode(email))).statusCode).toBe(204)
    await untilIdle()
    expect(mailsTo(email)).toHaveLength(3)
  })

  test('C7: does not stand in for the second factor', async () => {
    const email = 'staff@lintel.example'
    const challenged = await login(email, demoPassword)
    expect(challenged.json().code).toBe('CHALLENGE_REQUESTED')
    expect((await confirm(email, await mailedCode(email))).statusCode).toBe(204)
    expect((await login(email, newPassword)).json().code).toBe('CHALLENGE_REQUESTED')
    expect(
      await db
        .selectFrom('totp_factor')
        .select('user_id')
        .where('user_id', '=', await idOf(email))
        .execute(),
    ).toHaveLength(1)
    // A challenge begun with the old password is invalid (security D6).
    const late = await browser(app).post('/auth/v1/mfa/verify', {
      session: challenged.json().session,
      username: email,
      code: '000000',
    })
    expect(late.json().code).toBe('invalidSession')
  })

  test('D6: changed in another way, a code that was mailed before is good for nothing', async () => {
    const email = 'astrid@nordbygg.example'
    const code = await mailedCode(email)
    const { idToken, accessToken } = (await login(email, demoPassword)).json()
    const changed = await browser(app).post(
      '/auth/v1/change-password',
      { accessToken, oldPassword: demoPassword, newPassword },
      { authorization: `Bearer ${idToken}` },
    )
    expect(changed.statusCode).toBe(204)
    expect(codeOf(await confirm(email, code, 'another password altogether'))).toEqual(wrong)
  })

  test('B1: clears what wrong guesses had locked, even for good', async () => {
    const email = 'eivind@eiendom.example'
    await login(email, 'wrong')
    await db
      .updateTable('guessing')
      .set({ failures: 100 })
      .where('user_id', '=', await idOf(email))
      .execute()
    expect((await login(email, demoPassword)).statusCode).toBe(401)
    expect((await confirm(email, await mailedCode(email))).statusCode).toBe(204)
    expect((await login(email, newPassword)).statusCode).toBe(200)
  })

  test('takes the place of one that had to be reset', async () => {
    const email = 'odd@nordbygg.example'
    expect((await login(email, demoPassword)).json().code).toBe('password_reset_needed')
    expect((await confirm(email, await mailedCode(email))).statusCode).toBe(204)
    expect((await login(email, newPassword)).statusCode).toBe(200)
  })

  test('J1: asking, sending, wrong codes and the change are in the trail', async () => {
    const email = 'gro@fjellbane.example'
    const code = await mailedCode(email)
    await confirm(email, 'AAAAAAAAAA')
    await confirm(email, code)
    const events = await db
      .selectFrom('audit_event')
      .select(['action', 'result', 'reason'])
      .where('actor_email', '=', email)
      .where('action', 'like', 'password.%')
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { action: 'password.reset-request', result: 'success', reason: null },
      { action: 'password.send-reset-code', result: 'success', reason: null },
      { action: 'password.reset-code', result: 'failure', reason: 'wrongCode' },
      { action: 'password.reset-code', result: 'success', reason: null },
      { action: 'password.reset', result: 'success', reason: null },
    ])
    const trail = await db.selectFrom('audit_event').selectAll().execute()
    expect(JSON.stringify(trail)).not.toContain(code)
  })
})
