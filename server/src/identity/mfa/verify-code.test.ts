import { describe, expect, test } from 'vitest'
import { demoCodeSecret, demoPassword } from '../../../demo/credentials'
import { personId } from '../../../demo/person-id'
import { type Browser, browser } from '../../../test/browser'
import { testSecrets } from '../../../test/test-secrets'
import { world } from '../../../test/world'
import { openSecrets, type Secrets } from '../../platform/secrets'
import { factorContext } from './factor'
import { codeAt, stepAt } from './totp'

const { app, db, clock, log } = await world({ rates: { signIn: { calls: 100_000, seconds: 60 } } })
// A code is valid for thirty seconds, in which a busy machine completes only a few sign-ins.
clock.freeze()
const staff = 'staff@lintel.example'
const step = 30_000

const code = (ahead = 0) => codeAt(demoCodeSecret, stepAt(clock.now()) + ahead)
const wrongCode = () => String((Number(code()) + 333_333) % 1_000_000).padStart(6, '0')
/** A time step after all steps used before. */
const freshStep = () => clock.advance(3 * step)
async function startChallenge(client: Browser, more: object = {}): Promise<string> {
  const answer = await client.post('/auth/v1/login', { username: staff, password: demoPassword, ...more })
  expect([answer.statusCode, answer.json().result]).toEqual([401, 'CHALLENGE_REQUESTED'])
  return answer.json().session
}
const verify = (client: Browser, session: string, given: string, username = staff) =>
  client.post('/auth/v1/mfa/verify', { session, username, code: given })
const factor = () =>
  db.selectFrom('totp_factor').selectAll().where('user_id', '=', personId(staff)).executeTakeFirstOrThrow()
const reset = () => db.updateTable('totp_factor').set({ failures: 0, blocked_until: null }).execute()
const codeOf = (answer: { statusCode: number; json(): { code?: string } }) => [answer.statusCode, answer.json().code]

test('C8: staff sign in with password and code, for twelve hours and without being remembered', async () => {
  const client = browser(app, { isOurPage: false })
  const session = await startChallenge(client, { rememberMe: true })
  const answer = await verify(client, session, code())
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ result: 'SUCCESS', logoutWhenIdle: true })
  expect(answer.json()).not.toHaveProperty('refreshToken')
  const opened = await db
    .selectFrom('session')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', personId(staff))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(Date.parse(opened.expires_at) - Date.parse(opened.created_at)).toBe(12 * 3_600_000)
  const authorization = { authorization: `Bearer ${answer.json().idToken}` }
  expect((await browser(app).get('/mgw/api/v3/project-links', authorization)).statusCode).toBe(200)
  expect((await browser(app).get('/auth/v1/mfa/status', authorization)).json()).toEqual({
    status: 'enabled',
    available: true,
    recoveryCodesLeft: 10,
  })
  freshStep()
})

test('C2: a code is good once, and none before it afterwards', async () => {
  const client = browser(app)
  const used = code()
  const before = code(-1)
  expect((await verify(client, await startChallenge(client), used)).statusCode).toBe(200)
  for (const replayed of [used, before]) {
    expect(codeOf(await verify(client, await startChallenge(client), replayed))).toEqual([400, 'invalidCode'])
  }
  freshStep()
  expect((await verify(client, await startChallenge(client), code())).statusCode).toBe(200)
  freshStep()
})

test('K7: a clock that jumps back makes no used code good again', async () => {
  const client = browser(app)
  const used = code()
  expect((await verify(client, await startChallenge(client), used)).statusCode).toBe(200)
  clock.advance(-3_600_000)
  expect(codeOf(await verify(client, await startChallenge(client), code()))).toEqual([400, 'invalidCode'])
  clock.advance(3_600_000)
  freshStep()
})

describe('C3: the ticket between password and code', () => {
  test('C3: grants nothing and is stored as a hash only', async () => {
    const client = browser(app)
    const session = await startChallenge(client)
    expect(Buffer.from(session, 'base64url')).toHaveLength(32)
    expect(client.cookies.has('lintel-refresh')).toBe(false)
    expect((await client.post('/auth/v1/refresh', {})).body).not.toContain('idToken')
    expect((await client.get('/auth/v1/sessions', { authorization: `Bearer ${session}` })).statusCode).toBe(401)
    const rows = await db.selectFrom('mfa_challenge').select('ticket_hash').execute()
    expect(rows.map(({ ticket_hash }) => ticket_hash.toString('base64url'))).not.toContain(session)
  })

  test('C3: is good once, also for two codes at the same moment', async () => {
    const client = browser(app)
    const session = await startChallenge(client)
    const count = async () => (await db.selectFrom('session').select('id').execute()).length
    const before = await count()
    const answers = await Promise.all([verify(client.copy(), session, code()), verify(client.copy(), session, code())])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    expect(await count()).toBe(before + 1)
    freshStep()
    expect(codeOf(await verify(client, session, code()))).toEqual([401, 'invalidSession'])
  })

  test('C3: ends after five minutes', async () => {
    const client = browser(app)
    const [kept, late] = [await startChallenge(client), await startChallenge(client)]
    clock.advance(5 * 60_000 - 1_000)
    expect((await verify(client, kept, code())).statusCode).toBe(200)
    clock.advance(2_000 + 3 * step)
    expect(codeOf(await verify(client, late, code()))).toEqual([401, 'invalidSession'])
  })

  test('C3: survives a reload: the browser keeps the ticket in a cookie that no script reads, until it is spent', async () => {
    const client = browser(app)
    await startChallenge(client)
    expect(client.cookies.has('lintel-challenge')).toBe(true)
    const verifyAgain = () => client.post('/auth/v1/mfa/verify', { username: staff, code: code() })
    expect((await verifyAgain()).statusCode).toBe(200)
    expect(client.cookies.has('lintel-challenge')).toBe(false)
    freshStep()
    expect(codeOf(await verifyAgain())).toEqual([401, 'invalidSession'])
    const script = browser(app, { isOurPage: false })
    const answer = await script.post('/auth/v1/login', { username: staff, password: demoPassword })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const page = await browser(app).post('/auth/v1/login', { username: staff, password: demoPassword })
    const [cookie] = page.cookies.filter(({ name }) => name === 'lintel-challenge')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 300 })
  })

  test('C3: is bound to the browser that gave the password, and to its person', async () => {
    const client = browser(app)
    const session = await startChallenge(client)
    expect(codeOf(await verify(browser(app), session, code()))).toEqual([401, 'invalidSession'])
    expect(codeOf(await verify(browser(app, { isOurPage: false }), session, code()))).toEqual([401, 'invalidSession'])
    expect(codeOf(await verify(client, session, code(), 'mei@nordbygg.example'))).toEqual([401, 'invalidSession'])
    expect((await verify(client, session, code())).statusCode).toBe(200)
    freshStep()
  })
})

describe('C4: wrong codes', () => {
  test('C4: five kill the ticket', async () => {
    const client = browser(app)
    const session = await startChallenge(client)
    for (let time = 0; time < 5; time++)
      expect(codeOf(await verify(client, session, wrongCode()))).toEqual([400, 'invalidCode'])
    expect(codeOf(await verify(client, session, code()))).toEqual([401, 'invalidSession'])
    await reset()
  })

  test('C4: twenty at once are no more than five', async () => {
    const client = browser(app)
    const session = await startChallenge(client)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(client.copy(), session, wrongCode())))
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5)
    expect((await factor()).failures).toBe(5)
    await reset()
  })

  test('C4: ten in a row over all tickets rest the factor for a quarter of an hour', async () => {
    const client = browser(app)
    for (const tries of [5, 4]) {
      const session = await startChallenge(client)
      for (let time = 0; time < tries; time++) await verify(client, session, wrongCode())
    }
    expect((await verify(client, await startChallenge(client), code())).statusCode).toBe(200)
    freshStep()
    for (let ticket = 0; ticket < 2; ticket++) {
      const session = await startChallenge(client)
      for (let time = 0; time < 5; time++) await verify(client, session, wrongCode())
    }
    expect(codeOf(await verify(client, await startChallenge(client), code()))).toEqual([400, 'invalidCode'])
    clock.advance(15 * 60_000 - 5_000)
    expect(codeOf(await verify(client, await startChallenge(client), code()))).toEqual([400, 'invalidCode'])
    clock.advance(6_000)
    expect((await verify(client, await startChallenge(client), code())).statusCode).toBe(200)
    freshStep()
  })

  test('C4: after a hundred in a row no code is taken any more', async () => {
    const client = browser(app)
    await db.updateTable('totp_factor').set({ failures: 99 }).execute()
    expect((await verify(client, await startChallenge(client), wrongCode())).statusCode).toBe(400)
    clock.advance(86_400_000)
    expect(codeOf(await verify(client, await startChallenge(client), code()))).toEqual([400, 'invalidCode'])
    await reset()
    expect((await verify(client, await startChallenge(client), code())).statusCode).toBe(200)
  })
})

describe('C9: the seed', () => {
  test('C9: is encrypted in the database, for its person only', async () => {
    const { secret_encrypted: sealed, user_id: userId } = await factor()
    expect(sealed).not.toContain(demoCodeSecret)
    expect(testSecrets().open(sealed, factorContext(userId))).toBe(demoCodeSecret)
    expect(() => testSecrets().open(sealed, factorContext('01890000-0000-7000-8000-000000000001'))).toThrow()
  })
})

test('J4: where SECRET_KEY is lost the right code is a wrong one, and the log says why', async () => {
  const lost = openSecrets({ secretKey: 'the key that was lost', dataDirectory: '', environment: 'local' })
  freshStep()
  const sealed = (secrets: Secrets) =>
    db
      .updateTable('totp_factor')
      .set({ secret_encrypted: secrets.seal(demoCodeSecret, factorContext(personId(staff))) })
      .where('user_id', '=', personId(staff))
      .execute()
  await sealed(lost)
  const client = browser(app)
  expect(codeOf(await verify(client, await startChallenge(client), code()))).toEqual([400, 'invalidCode'])
  expect(await factor()).toMatchObject({ failures: 1 })
  const loggedErrors = log.filter((line) => line.includes('SECRET_KEY does not decrypt a second factor'))
  expect(loggedErrors).toEqual([expect.stringContaining(personId(staff))])
  await sealed(testSecrets())
  expect((await verify(client, await startChallenge(client), code())).statusCode).toBe(200)
  await reset()
  freshStep()
})

test('C8: staff without a second factor reach nothing but setting it up', async () => {
  await db.deleteFrom('totp_factor').execute()
  const answer = await browser(app).post('/auth/v1/login', { username: staff, password: demoPassword })
  const authorization = { authorization: `Bearer ${answer.json().idToken}` }
  const refused = await browser(app).get('/mgw/api/v3/project-links', authorization)
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([403, 'mfaRequired'])
  expect((await browser(app).get('/auth/v1/mfa/status', authorization)).json().status).toBe('disabled')
})
