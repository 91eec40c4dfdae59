import { confirmEmailChange } from '@lintel/contract/people/email-change'
import { Problem } from '@lintel/contract/problems'
import { hashSync } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { type Browser, browser } from '../../../test/browser'
import { interceptStatements } from '../../../test/intercept-statements'
import { world, worldOn } from '../../../test/world'
import type { Configuration } from '../../platform/configuration'
import { WorkGate } from '../../platform/work-gate'
import { hashSecret } from '../random-secret'
import { withdrawAccess } from '../sessions/withdraw-access'
import { hashPassword } from './hash'
import { putTemporaryPassword, upsertPassword } from './passwords.store'

const rates = { signIn: { calls: 100_000, seconds: 60 } }
const { app, db, clock } = await world({ rates })
const { beforeStatement, untilLockWaiters } = interceptStatements(db)
const newPassword = 'purple crane lifts seven beams'
const login = (email: string, password: string, client: Browser = browser(app), more: object = {}) =>
  client.post('/auth/v1/login', { username: email, password, ...more })
const signedIn = async (email: string, password = demoPassword, client?: Browser, more?: object) => {
  const answer = await login(email, password, client, more)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const bearer = ({ idToken }: { idToken: string }) => ({ authorization: `Bearer ${idToken}` })
const change = (tokens: { idToken: string; accessToken: string }, oldPassword: string, next: string) =>
  browser(app).post(
    '/auth/v1/change-password',
    { accessToken: tokens.accessToken, oldPassword, newPassword: next },
    bearer(tokens),
  )
const sessions = (tokens: { idToken: string }) => browser(app).get('/auth/v1/sessions', bearer(tokens))
const idOf = async (email: string) =>
  (await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** Responses to concurrent requests: all have verified the password before any of them may replace it. */
async function atOnce<T>(email: string, ask: () => Promise<T>[]): Promise<T[]> {
  const person = await idOf(email)
  const { answers } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('password_credential').select('user_id').where('user_id', '=', person).forUpdate().execute()
    const asked = ask()
    await untilLockWaiters('password_credential', asked.length)
    return { answers: Promise.all(asked) }
  })
  return answers
}

/** The audit events about changes of the person's password, failures first: of two at once, the one that began first may be the one that fails. */
const changesOf = (email: string) =>
  db
    .selectFrom('audit_event')
    .select(['result', 'reason'])
    .where('actor_email', '=', email)
    .where('action', '=', 'password.change')
    .orderBy('result')
    .execute()

/** What the audit log has of two changes at once. */
const oneOfTwo = [
  { result: 'failure', reason: 'replaced' },
  { result: 'success', reason: null },
]

describe('changing the own password', () => {
  const email = 'mei@nordbygg.example'

  test('A6: takes the current one, and a wrong one signs nobody out', async () => {
    const tokens = await signedIn(email)
    const answer = await change(tokens, 'not the current one', newPassword)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'wrongPassword'])
    expect(answer.json().errors[0].source).toEqual({ pointer: '/oldPassword' })
    expect((await sessions(tokens)).statusCode).toBe(200)
  })

  test('A6: takes the access token of this session, not another one and no id token', async () => {
    const tokens = await signedIn(email)
    const other = await signedIn('ola@nordbygg.example')
    expect((await change({ ...tokens, accessToken: other.accessToken }, demoPassword, newPassword)).statusCode).toBe(
      401,
    )
    expect((await change({ ...tokens, accessToken: tokens.idToken }, demoPassword, newPassword)).statusCode).toBe(401)
  })

  test('A6: the one-time password of a mail is not the current one', async () => {
    const tokens = await signedIn(email)
    const now = clock.now()
    const temporary = { secretHash: hashSecret('mailed once'), now, expiresAt: now + 60_000 }
    const id = await idOf(email)
    await db.transaction().execute((tx) => putTemporaryPassword(tx, id, temporary))
    const answer = await change(tokens, 'mailed once', newPassword)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'wrongPassword'])
    await signedIn(email)
    await db.deleteFrom('temporary_password').where('user_id', '=', id).execute()
  })

  test('A5: names the rules that a new one does not meet, and changes nothing', async () => {
    const tokens = await signedIn(email)
    const answer = await change(tokens, demoPassword, 'lintel')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0]).toMatchObject({
      code: 'passwordRejected',
      source: { pointer: '/newPassword' },
      meta: { rules: ['characters', 'context'] },
    })
    await signedIn(email)
  })

  test('B1: wrong current passwords count like wrong sign-ins', async () => {
    const tokens = await signedIn(email)
    for (let failure = 0; failure < 5; failure++) await change(tokens, 'wrong', newPassword)
    expect((await login(email, demoPassword)).statusCode).toBe(401)
    expect((await change(tokens, demoPassword, newPassword)).json().code).toBe('wrongPassword')
    clock.advance(31_000)
  })

  test('B2: a right current password leaves no failure behind when the new one cannot be hashed', async () => {
    const tokens = await signedIn(email)
    const id = await idOf(email)
    const { run } = WorkGate.prototype
    // The server becomes overloaded after the old password was verified.
    let turns = 0
    WorkGate.prototype.run = function <T>(this: WorkGate, work: () => Promise<T>) {
      if (++turns > 1) return Promise.reject(new Problem('overloaded', { retryAfter: 2 }))
      return run.call(this, work) as Promise<T>
    }
    try {
      const answer = await change(tokens, demoPassword, newPassword)
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'overloaded'])
    } finally {
      WorkGate.prototype.run = run
    }
    const counters = await db.selectFrom('guessing').select(['pending', 'failures']).where('user_id', '=', id).execute()
    for (const counter of counters) expect(counter).toEqual({ pending: 0, failures: 0 })
    expect(counters).not.toEqual([])
    await signedIn(email)
  })

  test('D6: ends every other session, its refresh secret, waiting second factors and known browsers', async () => {
    const script = browser(app, { isOurPage: false })
    const page = browser(app)
    const others = [
      await signedIn(email, demoPassword, script, { rememberMe: true }),
      await signedIn(email, demoPassword, page),
    ]
    const id = await idOf(email)
    await db
      .insertInto('mfa_challenge')
      .values({
        ticket_hash: Buffer.alloc(32),
        user_id: id,
        remember_me: false,
        created_at: new Date().toISOString(),
        expires_at: '2999-01-01T00:00:00Z',
      })
      .execute()
    const mine = await signedIn(email)
    expect((await change(mine, demoPassword, newPassword)).statusCode).toBe(204)
    expect((await sessions(mine)).statusCode).toBe(200)
    for (const other of others) expect((await sessions(other)).json().code).toBe('sessionExpired')
    expect((await page.post('/auth/v1/refresh', {})).statusCode).toBe(401)
    expect((await script.post('/auth/v1/refresh', { refreshToken: others[0]?.refreshToken })).statusCode).toBe(401)
    expect(await db.selectFrom('mfa_challenge').selectAll().where('user_id', '=', id).execute()).toEqual([])
    const known = await db.selectFrom('known_browser').select('secret_hash').where('user_id', '=', id).execute()
    const kept = db.selectFrom('session').select('browser_hash as secret_hash').where('user_id', '=', id)
    expect(known).toEqual(await kept.where('ended_at', 'is', null).execute())
    expect((await login(email, demoPassword)).statusCode).toBe(401)
    await signedIn(email, newPassword)
  })

  test('D6: ends an email that waits to be proved, which somebody with the old password may have asked for', async () => {
    const freja = 'freja@skovgaard.example'
    const id = await idOf(freja)
    const tokens = await signedIn(freja)
    const wanted = { email: 'somebody@elsewhere.example', code_hash: hashSecret('the mailed code') }
    await db.updateTable('email_change').set(wanted).where('user_id', '=', id).execute()
    const waiting = () => db.selectFrom('email_change').select('email').where('user_id', '=', id).execute()
    expect((await change(tokens, 'not the current one', newPassword)).statusCode).toBe(422)
    expect(await waiting()).toEqual([{ email: wanted.email }])
    expect((await change(tokens, demoPassword, newPassword)).statusCode).toBe(204)
    expect(await waiting()).toEqual([])
    const proved = await browser(app).post(confirmEmailChange.path, { code: 'the mailed code' }, bearer(tokens))
    expect([proved.statusCode, proved.json().errors[0].code]).toEqual([400, 'invalidCode'])
    expect(await idOf(freja)).toBe(id)
    const told = db
      .selectFrom('audit_event')
      .select(['result', 'reason', 'before'])
      .where('action', '=', 'users.email-withdrawn')
      .where('target_id', '=', id)
    expect(await told.execute()).toEqual([
      { result: 'success', reason: 'password-changed', before: { email: wanted.email } },
    ])
    // Without a pending email change nothing is recorded.
    expect((await change(tokens, newPassword, 'another sentence of five words')).statusCode).toBe(204)
    expect(await told.execute()).toHaveLength(1)
  })

  test('D6: of two changes from two places at once one is made; for the other the old password is wrong by then', async () => {
    const person = 'kari@nordbygg.example'
    const places = [await signedIn(person), await signedIn(person)]
    const words = ['the first of two new ones', 'the second of two new ones']
    const answers = await atOnce(person, () =>
      places.map((tokens, at) => change(tokens, demoPassword, words[at] ?? '')),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 422])
    const made = answers.findIndex(({ statusCode }) => statusCode === 204)
    expect(answers[1 - made]?.json().code).toBe('wrongPassword')
    expect((await login(person, words[made] ?? '')).statusCode).toBe(200)
    expect((await login(person, words[1 - made] ?? '')).statusCode).toBe(401)
    expect(await changesOf(person)).toEqual(oneOfTwo)
  })

  test('D6: a change waits for a reset that is under way, and is refused when that is made', async () => {
    const person = 'lena@nordbygg.example'
    const tokens = await signedIn(person)
    // The reset removes their counters; otherwise the attempt would wait for those before hashing.
    await db.deleteFrom('guessing').execute()
    const [answer] = await db.transaction().execute(async (tx) => {
      await upsertPassword(tx, await idOf(person), await hashPassword('what the reset made it'), clock.now())
      const answer = change(tokens, demoPassword, newPassword)
      await untilLockWaiters('password_credential')
      return [answer]
    })
    expect((await answer)?.json().code).toBe('wrongPassword')
    expect((await login(person, newPassword)).statusCode).toBe(401)
    expect((await login(person, 'what the reset made it')).statusCode).toBe(200)
  })
})

test('D6: of two who replace an invalid password at once one does, and the other is told that theirs is wrong', async () => {
  const username = 'helga@stalbygg.example'
  const theirs = await idOf(username)
  await db.updateTable('password_credential').set({ reset_needed: true }).where('user_id', '=', theirs).execute()
  const words = ['the first of two new ones', 'the second of two new ones']
  const answers = await atOnce(username, () =>
    words.map((next) =>
      browser(app).post('/mgw/api/v2/change-password/for-invalid', {
        username,
        oldPassword: demoPassword,
        newPassword: next,
      }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401])
  const made = answers.findIndex(({ statusCode }) => statusCode === 204)
  expect(answers[1 - made]?.json().errors[0].code).toBe('invalid_grant')
  expect((await login(username, words[made] ?? '')).statusCode).toBe(200)
  expect(await changesOf(username)).toEqual(oneOfTwo)
})

test('A2: a weak hash is replaced when its password signs in', async () => {
  const email = 'ola@nordbygg.example'
  const id = await idOf(email)
  const weak = hashSync(demoPassword, { memoryCost: 7_168, timeCost: 1, parallelism: 1 })
  await db.updateTable('password_credential').set({ hash: weak }).where('user_id', '=', id).execute()
  await login(email, 'a wrong password')
  const hash = async () =>
    (await db.selectFrom('password_credential').select('hash').where('user_id', '=', id).executeTakeFirstOrThrow()).hash
  expect(await hash()).toBe(weak)
  await signedIn(email)
  expect(await hash()).toContain('$m=19456,t=2,p=1$')
  await signedIn(email)
})

test('A3: a password over 1,024 bytes is refused before anything is hashed, on every path', async () => {
  const long = 'x'.repeat(1_025)
  const tokens = await signedIn('ola@nordbygg.example')
  const answers = [
    await login('ola@nordbygg.example', long),
    await login('nobody@nowhere.example', long),
    await change(tokens, long, newPassword),
    await change(tokens, demoPassword, long),
    await browser(app).post('/mgw/api/v2/change-password/for-invalid', {
      username: 'a@b.no',
      oldPassword: long,
      newPassword,
    }),
    await browser(app).post('/mgw/api/v2/login', { username: 'ola@nordbygg.example', password: long }),
    await browser(app).post(
      `/mgw/api/v2/user-profiles/ola@nordbygg.example/password`,
      { password: long },
      bearer(tokens),
    ),
  ]
  for (const answer of answers) expect([answer.statusCode, answer.json().errors[0].code]).toEqual([422, 'tooLong'])
  // These two calls also accept another credential instead of a password, and reveal the reason for neither.
  const proofs = [
    await browser(app).post('/auth/v1/step-up', { accessToken: tokens.accessToken, password: long }, bearer(tokens)),
    await browser(app).post('/mgw/api/v2/federation/link', {
      provider: 'elsewhere',
      refreshToken: 'none',
      username: 'ola@nordbygg.example',
      password: long,
    }),
  ]
  for (const { statusCode } of proofs) expect(statusCode).toBe(422)
})

describe('a password that has to be reset', () => {
  const email = 'odd@nordbygg.example'
  const replace = (oldPassword: string, next = newPassword, username = email) =>
    browser(app).post('/mgw/api/v2/change-password/for-invalid', { username, oldPassword, newPassword: next })

  test('S10: is not replaced by the one-time password of a mail', async () => {
    const [id, now] = [await idOf(email), clock.now()]
    const temporary = { secretHash: hashSecret('mailed once'), now, expiresAt: now + 60_000 }
    await db.transaction().execute((tx) => putTemporaryPassword(tx, id, temporary))
    const answer = await replace('mailed once')
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([401, 'invalid_grant'])
    expect((await login(email, demoPassword)).json().code).toBe('password_reset_needed')
    await db.deleteFrom('temporary_password').where('user_id', '=', id).execute()
  })

  test('is replaced by who knows it, which signs nobody in', async () => {
    expect((await login(email, demoPassword)).json().code).toBe('password_reset_needed')
    expect((await replace('not the right one')).json().errors[0].code).toBe('invalid_grant')
    expect((await replace(demoPassword, demoPassword)).json().errors[0].code).toBe('passwordRejected')
    const answer = await replace(demoPassword)
    expect([answer.statusCode, answer.body, answer.cookies]).toEqual([204, '', []])
    await signedIn(email, newPassword)
  })

  test('S10, C7: replaced, it still owes the second factor', async () => {
    const staff = 'staff@lintel.example'
    const credential = db.updateTable('password_credential').where('user_id', '=', await idOf(staff))
    await credential.set({ reset_needed: true }).execute()
    expect((await login(staff, demoPassword)).json().code).toBe('password_reset_needed')
    expect((await replace(demoPassword, newPassword, staff)).statusCode).toBe(204)
    expect((await login(staff, newPassword)).json().code).toBe('CHALLENGE_REQUESTED')
  })

  test('A4: eight characters are enough for staff where the installation has a second factor, and keeps the default length', async () => {
    const staff = 'staff@lintel.example'
    const rules = { minimumLowercase: 0, minimumUppercase: 0, minimumDigits: 0, minimumSymbols: 0 }
    const shorter = 'crane 7!'
    const replaceIn = async (more: Partial<Configuration>) => {
      const [id, hash] = [await idOf(staff), await hashPassword(demoPassword)]
      await db.transaction().execute((tx) => upsertPassword(tx, id, hash, clock.now()))
      await db.updateTable('password_credential').where('user_id', '=', id).set({ reset_needed: true }).execute()
      const page = browser((await worldOn(db, { rates, ...more })).app)
      const body = { username: staff, oldPassword: demoPassword, newPassword: shorter }
      return page.post('/mgw/api/v2/change-password/for-invalid', body)
    }
    const accepted = await replaceIn({})
    expect(accepted.statusCode, accepted.body).toBe(204)
    for (const more of [{ mfa: false }, { passwordRequirements: { ...rules, minimumLength: 20 } }]) {
      const refused = await replaceIn(more)
      expect(refused.statusCode).toBe(422)
      expect(refused.json().errors[0]).toMatchObject({ code: 'passwordRejected', meta: { rules: ['characters'] } })
    }
  })

  test('is the only one that is replaced this way', async () => {
    const answer = await replace(demoPassword, newPassword, 'ola@nordbygg.example')
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([401, 'invalid_grant'])
    await signedIn('ola@nordbygg.example')
  })
})

describe('a first password', () => {
  const email = 'new@nordbygg.example'
  const tmppass = 'k7YB-kx0hSR4s7fX2hq1rQ'
  const set = (tokens: { idToken: string }, of: string, password: string) =>
    browser(app).post(`/mgw/api/v2/user-profiles/${of}/password`, { password }, bearer(tokens))

  test('S9: the invitation opens profile and password only, until one is set, and is used up then', async () => {
    const id = '01890000-0000-7000-8000-0000000000f1'
    await db.insertInto('app_user').values({ id, email, must_update_password: true }).execute()
    const now = clock.now()
    await db
      .transaction()
      .execute((tx) =>
        putTemporaryPassword(tx, id, { secretHash: hashSecret(tmppass), now, expiresAt: now + 7 * 86_400_000 }),
      )
    expect((await login(email, 'another one')).statusCode).toBe(401)
    expect((await signedIn(email, tmppass)).mustUpdatePassword).toBe(true)
    const tokens = await signedIn(email, tmppass)
    const outside = await browser(app).get('/mgw/api/v3/project-links', bearer(tokens))
    expect([outside.statusCode, outside.json().errors[0].code]).toEqual([403, 'passwordUpdateRequired'])
    expect((await set(tokens, 'ola@nordbygg.example', newPassword)).statusCode).toBe(403)
    expect((await set(tokens, email, 'too short')).statusCode).toBe(422)
    expect((await set(tokens, email, newPassword)).statusCode).toBe(204)
    expect((await browser(app).get('/mgw/api/v3/project-links', bearer(tokens))).statusCode).toBe(200)
    expect((await login(email, tmppass)).statusCode).toBe(401)
    expect((await signedIn(email, newPassword)).mustUpdatePassword).toBeUndefined()
  })

  test('F3: an invitation that is revoked while the password is hashed sets none', async () => {
    const [id, email] = ['01890000-0000-7000-8000-0000000000f3', 'revoked@nordbygg.example']
    await db.insertInto('app_user').values({ id, email, must_update_password: true }).execute()
    const now = clock.now()
    const temporary = { secretHash: hashSecret(tmppass), now, expiresAt: now + 7 * 86_400_000 }
    await db.transaction().execute((tx) => putTemporaryPassword(tx, id, temporary))
    const tokens = await signedIn(email, tmppass)
    // What revoking does, between the hashing and the change.
    const revoke = () =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('temporary_password').where('user_id', '=', id).execute()
        await withdrawAccess({ db: tx, now: clock.now() }, id, { reason: 'access-withdrawn' })
      })
    beforeStatement('begin', revoke)
    const answer = await set(tokens, email, newPassword)
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([401, 'sessionExpired'])
    const credentials = db.selectFrom('password_credential').select('user_id').where('user_id', '=', id)
    expect(await credentials.execute()).toEqual([])
    expect((await login(email, newPassword)).statusCode).toBe(401)
  })

  test('S9: nobody else may set one, not even for oneself, when none has to be set', async () => {
    const tokens = await signedIn('ola@nordbygg.example')
    expect((await set(tokens, 'ola@nordbygg.example', newPassword)).statusCode).toBe(403)
  })

  test('F3: an invitation is of no use for an account that has a password, nor after seven days', async () => {
    const id = await idOf('ola@nordbygg.example')
    const put = (userId: string, expiresAt: number) =>
      db
        .transaction()
        .execute((tx) =>
          putTemporaryPassword(tx, userId, { secretHash: hashSecret(tmppass), now: clock.now(), expiresAt }),
        )
    await put(id, clock.now() + 1_000_000)
    expect((await login('ola@nordbygg.example', tmppass)).statusCode).toBe(401)
    const late = '01890000-0000-7000-8000-0000000000f2'
    await db
      .insertInto('app_user')
      .values({ id: late, email: 'late@nordbygg.example', must_update_password: true })
      .execute()
    await put(late, clock.now() - 1)
    expect((await login('late@nordbygg.example', tmppass)).statusCode).toBe(401)
  })
})
