import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { provisioning } from '../../../demo/customers'
import { browser } from '../../../test/browser'
import { world } from '../../../test/world'
import { worldWithMail } from '../../../test/world-with-mail'

const unlimited = { calls: 100_000, seconds: 60 }
const { app, db, clock, nextMailTo, mailsTo, untilIdle } = await worldWithMail({
  registration: true,
  rates: { general: unlimited, signIn: unlimited, resetRequest: unlimited },
})
const register = (email: string, locale = 'nb', client = browser(app)) =>
  client.post('/auth/v1/register', { email, locale })
const signInBy = (link: URL | undefined, client = browser(app)) =>
  client.post('/auth/v1/login', {
    username: link?.searchParams.get('email'),
    password: link?.searchParams.get('tmppass'),
  })
const person = (email: string) =>
  db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

test('whoever registers is mailed a link that proves the mailbox, sets a password and goes on to a new project', async () => {
  const email = 'frida@newcomer.example'
  const answer = await register(email)
  expect([answer.statusCode, answer.json()]).toEqual([202, {}])
  const mail = await nextMailTo(email)
  expect(mail.subject).toBe('Opprett kontoen din i Lintel')
  const [link] = mail.links
  const parameters = ['next-url', 'for'].map((name) => link?.searchParams.get(name))
  expect([link?.pathname, ...parameters]).toEqual(['/login', '/new-project', 'account'])
  expect(await person(email)).toMatchObject({ email_verified_at: null, home_customer_id: null })

  const client = browser(app)
  const { idToken } = (await signInBy(link, client)).json()
  const bearer = { authorization: `Bearer ${idToken}` }
  const set = `/mgw/api/v2/user-profiles/${email}/password`
  expect((await client.post(set, { password: 'purple crane lifts seven beams' }, bearer)).statusCode).toBe(204)
  expect((await person(email)).email_verified_at).not.toBeNull()
  const again = { username: email, password: 'purple crane lifts seven beams' }
  expect((await browser(app).post('/auth/v1/login', again)).statusCode).toBe(200)
  // The link works once.
  expect((await signInBy(link)).statusCode).toBe(401)
})

describe('B7: nobody learns who has an account', () => {
  test('B7: a known, an unknown and a closed address are answered alike; the known one is mailed the way to sign in', async () => {
    await db.updateTable('app_user').set({ is_inactive: true }).where('email', '=', 'tomas@gruas.example').execute()
    const answers = await Promise.all(
      ['mei@nordbygg.example', 'unknown@newcomer.example', 'tomas@gruas.example'].map((email) => register(email, 'en')),
    )
    const seen = answers.map(({ statusCode, body }) => [statusCode, body])
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1)
    const known = await nextMailTo('mei@nordbygg.example')
    // Mei reads Chinese, whichever language the page had.
    expect(known.text).toContain('想用此地址创建 Lintel 账户。该账户已存在')
    expect(known.links[0]?.searchParams.has('tmppass')).toBe(false)
    await nextMailTo('unknown@newcomer.example')
    await untilIdle()
    expect(mailsTo('tomas@gruas.example')).toEqual([])
  })

  test('B7: the password of somebody who has an account stays as it is', async () => {
    const before = await db.selectFrom('temporary_password').select('user_id').execute()
    await register('ola@nordbygg.example')
    await nextMailTo('ola@nordbygg.example')
    expect(await db.selectFrom('temporary_password').select('user_id').execute()).toEqual(before)
  })

  test('an account whose provider lets nobody in any more stays as it is: its owner is mailed where to set a password', async () => {
    const email = 'runar@stalbygg.example'
    await db.updateTable('sso_provider').set({ is_disabled: true }).where('id', '=', 'stalbyggost').execute()
    const before = await person(email)
    await register(email, 'en')
    const mail = await nextMailTo(email)
    expect(mail.text).toContain('On the sign-in page you can set a new password')
    expect(mail.links[0]?.searchParams.has('tmppass')).toBe(false)
    expect(await person(email)).toEqual(before)
    const secrets = db.selectFrom('temporary_password').select('user_id').where('user_id', '=', before.id)
    expect(await secrets.execute()).toEqual([])
    await browser(app).post('/auth/v1/change-password/request', { username: email })
    const reset = await nextMailTo(email, 1)
    expect(reset.links[0]?.pathname).toBe('/reset-password')
  })
})

test('B7: a service account’s address registers like one that nobody has; it stays one, and its tokens last, until the mailbox is proved', async () => {
  const email = provisioning
  const before = await person(email)
  expect(before.service_account).toBe(true)
  const tokens = async () =>
    (
      await db.selectFrom('api_token').select(['ended_at', 'end_reason']).where('user_id', '=', before.id).execute()
    ).filter(({ end_reason }) => end_reason === null || end_reason === 'mailbox-proved')
  const live = (await tokens()).length
  expect(live).toBeGreaterThan(0)
  const answers = [await register(email, 'en'), await register('as.unknown@newcomer.example', 'en')]
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(2).fill([202, '{}']))
  const [mail, ofUnknown] = [await nextMailTo(email), await nextMailTo('as.unknown@newcomer.example')]
  expect(mail.subject).toBe(ofUnknown.subject)
  expect(await person(email)).toEqual(before)
  expect((await tokens()).filter(({ ended_at }) => ended_at === null)).toHaveLength(live)

  const client = browser(app)
  const { idToken } = (await signInBy(mail.links[0], client)).json()
  const bearer = { authorization: `Bearer ${idToken}` }
  const set = `/mgw/api/v2/user-profiles/${email}/password`
  expect((await client.post(set, { password: 'purple crane lifts seven beams' }, bearer)).statusCode).toBe(204)
  expect(await person(email)).toMatchObject({ service_account: false, email_verified_by: 'mail' })
  expect((await tokens()).map(({ end_reason }) => end_reason)).toEqual(Array(live).fill('mailbox-proved'))
  const again = { username: email, password: 'purple crane lifts seven beams' }
  expect((await browser(app).post('/auth/v1/login', again)).statusCode).toBe(200)
  const events = await db
    .selectFrom('audit_event')
    .select(['action', 'tenant_id', 'actor_email', 'before', 'after'])
    .where('action', 'in', ['users.update', 'users.prove-email'])
    .where('target_id', '=', email)
    .orderBy('sequence')
    .execute()
  const byThemselves = { tenant_id: before.home_customer_id, actor_email: email }
  expect(events).toEqual([
    { action: 'users.update', ...byThemselves, before: { serviceAccount: true }, after: { serviceAccount: false } },
    { action: 'users.prove-email', ...byThemselves, before: null, after: { by: 'mail' } },
  ])
})

test('S5: a link for a proved account without any way in opens nothing before a password is set, and works once', async () => {
  const email = 'left@newcomer.example'
  const at = new Date(clock.now()).toISOString()
  await db
    .insertInto('app_user')
    .values({
      id: uuidv7(),
      email,
      email_verified_at: at,
      email_verified_by: 'provider',
      created_at: at,
      updated_at: at,
    })
    .execute()
  await register(email)
  const [link] = (await nextMailTo(email)).links
  const client = browser(app)
  const { idToken } = (await signInBy(link, client)).json()
  const bearer = { authorization: `Bearer ${idToken}` }
  const links = async () => (await client.get('/mgw/api/v3/project-links', bearer)).statusCode
  expect(await links()).toBe(403)
  const set = `/mgw/api/v2/user-profiles/${email}/password`
  expect((await client.post(set, { password: 'purple crane lifts seven beams' }, bearer)).statusCode).toBe(204)
  expect(await links()).toBe(200)
  expect((await signInBy(link)).statusCode).toBe(401)
})

describe('bad input', () => {
  test.each(['a@b..com', '.a@b.com', 'no address', ''])('S16: %j is refused', async (email) => {
    expect((await register(email)).statusCode).toBe(422)
  })

  test('F2: an address gets three mails an hour, however often it is asked for', async () => {
    const email = 'often@newcomer.example'
    for (let time = 0; time < 5; time += 1) {
      await register(email)
      await untilIdle()
    }
    expect(mailsTo(email)).toHaveLength(3)
    clock.advance(3_601_000)
    await register(email)
    await nextMailTo(email, 3)
  })

  test('a link that is a week old, and one replaced by a newer one, open nothing', async () => {
    const email = 'late@newcomer.example'
    await register(email)
    const [first] = (await nextMailTo(email)).links
    await register(email)
    const [second] = (await nextMailTo(email, 1)).links
    expect((await signInBy(first)).statusCode).toBe(401)
    clock.advance(7 * 86_400_000 + 1_000)
    expect((await signInBy(second)).statusCode).toBe(401)
  })

  test('a request from another site is refused', async () => {
    const client = browser(app, { isOurPage: false })
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const body = { email: 'cross@newcomer.example', locale: 'en' }
    expect((await client.post('/auth/v1/register', body, foreign)).statusCode).toBe(403)
  })
})

test('B4: hundreds of addresses from one place, known and unknown, are answered alike and bounded by the rate', async () => {
  // The default rates.
  const { app: limited, db: own, clock: ownClock } = await world({ registration: true, rates: {} })
  ownClock.freeze()
  const client = browser(limited)
  const known = (await own.selectFrom('app_user').select('email').where('deleted_at', 'is', null).execute()).map(
    ({ email }) => email,
  )
  const waiting = () => own.selectFrom('job').select('id').where('kind', '=', 'registration.send').execute()
  const perMinute = 5
  let accepted = 0
  for (let minute = 0; minute < 4; minute += 1) {
    const answers = []
    for (let at = 0; at < 100; at += 1) {
      // Every other address has an account; its position within the minute alternates.
      const isKnown = (at + minute) % 2 === 0
      // Another request for the same address sends no new mail.
      const email = isKnown
        ? (known[minute * perMinute + at] ?? known[0] ?? '')
        : `flood${minute}-${at}@newcomer.example`
      const { statusCode, body } = await register(email, 'en', client)
      const { errors } = JSON.parse(body) as { errors?: { code: string }[] }
      answers.push(JSON.stringify([statusCode, errors?.map(({ code }) => code) ?? body]))
    }
    // The first requests of the minute are accepted and all others refused, whoever they are for.
    expect(new Set(answers.slice(0, perMinute))).toEqual(new Set([JSON.stringify([202, '{}'])]))
    expect(new Set(answers.slice(perMinute))).toEqual(new Set([JSON.stringify([429, ['tooManyRequests']])]))
    accepted += perMinute
    expect(await waiting()).toHaveLength(accepted)
    ownClock.advance(61_000)
  }
  // A request alone creates no account.
  const made = own.selectFrom('app_user').select('id').where('email', 'like', 'flood%')
  expect(await made.execute()).toHaveLength(0)
})

test('the link of a registration opens the account of its own address alone, and a try for another uses nothing up', async () => {
  const [mine, foreign] = ['own@newcomer.example', 'foreign@newcomer.example']
  await register(mine)
  const [link] = (await nextMailTo(mine)).links
  await register(foreign)
  await nextMailTo(foreign)
  const password = link?.searchParams.get('tmppass')
  for (const username of [foreign, 'mei@nordbygg.example', 'nobody@newcomer.example']) {
    const answer = await browser(app).post('/auth/v1/login', { username, password })
    expect([answer.statusCode, answer.json().code], username).toEqual([401, 'invalid_grant'])
  }
  expect((await person(foreign)).email_verified_at).toBeNull()
  expect((await signInBy(link)).statusCode).toBe(200)
})

test('where nobody may register, nobody does', async () => {
  const { app: closed } = await world({ registration: false })
  const answer = await register('frida@newcomer.example', 'en', browser(closed))
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([403, 'forbidden'])
})
