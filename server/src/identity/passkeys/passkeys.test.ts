import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { personId } from '../../../demo/person-id'
import { type Authenticator, authenticator, type PageOrigin } from '../../../test/authenticator'
import { type Browser, browser } from '../../../test/browser'
import { type SignedIn, secondFactors, statusAndCode } from '../../../test/second-factors'
import { world } from '../../../test/world'
import { removeExpired } from '../remove-expired.store'
import { relyingParty } from './relying-party'

const unlimited = { calls: 1_000_000, seconds: 60 }
const opened = await world({ rates: { general: unlimited, signIn: unlimited } })
const { app, as, db, clock, platform } = opened
const { signIn, setUp, code, mailsTo } = secondFactors(opened)
const party = relyingParty(platform.configuration)
const here: PageOrigin = { origin: party?.origin ?? '', host: party?.id ?? '' }

const bearer = ({ idToken }: { idToken: string }) => ({ authorization: `Bearer ${idToken}` })
const inject = (person: SignedIn, method: 'PATCH' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: bearer(person), ...(payload && { payload }) })

async function add(person: SignedIn, device: Authenticator, at = here) {
  const begun = await person.post('/auth/v1/passkeys/registration')
  expect(begun.statusCode, begun.body).toBe(200)
  return person.post('/auth/v1/passkeys', { name: 'Phone', response: device.register(begun.json().options, at) })
}

async function added(email: string, device = authenticator()) {
  const person = await signIn(email)
  const answer = await add(person, device)
  expect(answer.statusCode, answer.body).toBe(201)
  return { person, device, id: answer.json<{ id: string }>().id }
}

const challenge = async (page: Browser) => (await page.post('/auth/v1/passkeys/challenge', {})).json().options
const give = (page: Browser, response: object, more: object = {}) =>
  page.post('/auth/v1/passkeys/sign-in', { response, ...more })
const signInWithCode = async (device: Authenticator, page = browser(app), at = here) =>
  give(page, device.sign(await challenge(page), at))
const refused = [401, 'invalid_grant']

const lastEvent = (email: string, action: string) =>
  db
    .selectFrom('audit_event')
    .select(['result', 'reason'])
    .where('actor_id', '=', personId(email))
    .where('action', '=', action)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()

describe('C10: adding a passkey', () => {
  test('C10: it is stored with its key, listed, told by mail and in the trail', async () => {
    const { person, device, id } = await added('mei@nordbygg.example')
    const stored = await db.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ user_id: personId(person.email), credential_id: device.credentialId, name: 'Phone' })
    expect(stored.public_key.length).toBeGreaterThan(70)
    const list = (await person.get('/auth/v1/passkeys')).json()
    expect(list).toMatchObject({ available: true, passkeys: [{ id, name: 'Phone', lastUsedAt: null }] })
    expect(await mailsTo(person.email, 'passkey-added')).toHaveLength(1)
    // The passkey counts as a recent authentication.
    expect((await person.get('/auth/v1/sessions')).json().sessions).toMatchObject([{ secondFactor: true }])
    expect(await lastEvent(person.email, 'passkeys.add')).toEqual({ result: 'success', reason: null })
  })

  test('C10: an answer is good once, for five minutes, in the browser and for the person that asked', async () => {
    const person = await signIn('lena@nordbygg.example')
    const begin = async () => (await person.post('/auth/v1/passkeys/registration')).json().options
    const send = (response: object, by = person) => by.post('/auth/v1/passkeys', { name: 'Key', response })
    const response = authenticator().register(await begin(), here)
    expect((await send(response)).statusCode).toBe(201)
    expect(statusAndCode(await send(response))).toEqual([400, 'passkeyRefused'])
    const late = authenticator().register(await begin(), here)
    clock.advance(5 * 60_000 + 1_000)
    expect(statusAndCode(await send(late))).toEqual([400, 'passkeyRefused'])
    const stranger = await signIn('jonas@nordbygg.example')
    const others = authenticator().register(await begin(), here)
    for (const [name, value] of person.page.cookies) if (/passkey/.test(name)) stranger.page.cookies.set(name, value)
    expect(statusAndCode(await send(others, stranger))).toEqual([400, 'passkeyRefused'])
    const storedPasskeys = db
      .selectFrom('passkey')
      .select('id')
      .where('user_id', '=', personId(stranger.email))
      .execute()
    expect(await storedPasskeys).toEqual([])
  })

  test('C10: one of another origin, or whose device does not know its owner, is not added', async () => {
    const person = await signIn('liam@survey.example')
    const foreign = { origin: 'https://lintel.evil.test', host: here.host }
    expect(statusAndCode(await add(person, authenticator(), foreign))).toEqual([400, 'passkeyRefused'])
    const unverified = authenticator()
    unverified.verifiesUser = false
    expect(statusAndCode(await add(person, unverified))).toEqual([400, 'passkeyRefused'])
    expect((await add(person, authenticator())).statusCode).toBe(201)
  })

  test('G9: it asks for a fresh proof', async () => {
    const person = await signIn('helga@stalbygg.example')
    const long = new Date(clock.now() - 11 * 60_000).toISOString()
    await db.updateTable('session').set({ proved_at: long }).where('user_id', '=', personId(person.email)).execute()
    clock.advance(1_001)
    expect(statusAndCode(await person.post('/auth/v1/passkeys/registration'))).toEqual([403, 'stepUpRequired'])
  })
})

describe('C10: signing in with a passkey', () => {
  test('C10: opens a session that has password and second factor in one', async () => {
    const { device, person } = await added('gro@fjellbane.example')
    const page = browser(app)
    const answer = await signInWithCode(device, page)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ result: 'SUCCESS' })
    const session = await db
      .selectFrom('session')
      .select(['method', 'second_factor'])
      .where('user_id', '=', personId(person.email))
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(session).toEqual({ method: 'password', second_factor: true })
    const { passkeys } = (await person.get('/auth/v1/passkeys')).json()
    expect(passkeys[0].lastUsedAt).not.toBeNull()
    // A counter of zero is normal: the same device signs in again.
    expect((await signInWithCode(device)).statusCode).toBe(200)
  })

  test('C10: an answer of before, of another browser, another origin or too late is refused alike an unknown one', async () => {
    const { device } = await added('noor@elektro.example')
    const page = browser(app)
    const response = device.sign(await challenge(page), here)
    expect((await give(page, response)).statusCode).toBe(200)
    const answers = [
      await give(page, response),
      await give(browser(app), device.sign(await challenge(browser(app)), here)),
      await signInWithCode(device, browser(app), { ...here, origin: 'https://lintel.evil.test' }),
      await signInWithCode(device, browser(app), { ...here, host: 'evil.test' }),
      await signInWithCode(authenticator()),
    ]
    const late = browser(app)
    const lateAnswer = device.sign(await challenge(late), here)
    clock.advance(5 * 60_000 + 1_000)
    answers.push(await give(late, lateAnswer))
    const bodies = answers.map((answer) => ({ ...answer.json(), requestId: '', id: '' }))
    for (const answer of answers) expect(statusAndCode(answer)).toEqual(refused)
    for (const body of bodies) expect(Object.keys(body)).toEqual(Object.keys(bodies.at(-1) ?? {}))
    expect((await signInWithCode(device)).statusCode).toBe(200)
  })

  test('C10: of two uses of one answer at once, one signs in', async () => {
    const { device } = await added('eivind@eiendom.example')
    const page = browser(app)
    const response = device.sign(await challenge(page), here)
    const answers = await Promise.all([give(page.copy(), response), give(page.copy(), response)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  test('C10: without the word of the device that it is its owner, nobody signs in', async () => {
    const { device } = await added('piotr@stalbud.example')
    expect((await signInWithCode(device)).statusCode).toBe(200)
    device.verifiesUser = false
    expect(statusAndCode(await signInWithCode(device))).toEqual(refused)
  })

  test('C8: staff add one when they have a second factor, and sign in with it for twelve hours, never remembered', async () => {
    const email = 'kim@lintel.example'
    const device = authenticator()
    const staff = await signIn(email)
    expect((await staff.post('/auth/v1/passkeys/registration')).statusCode).toBe(403)
    await setUp(staff)
    const answered = await add(staff, device)
    expect(answered.statusCode, answered.body).toBe(201)

    const page = browser(app)
    const answer = await give(page, device.sign(await challenge(page), here), { rememberMe: true })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).not.toHaveProperty('refreshToken')
    const session = await db
      .selectFrom('session')
      .select(['second_factor', 'remember_me', 'created_at', 'expires_at'])
      .where('user_id', '=', personId(email))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(session).toMatchObject({ second_factor: true, remember_me: false })
    expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).toBe(12 * 3_600_000)
    const me = await page.get('/mgw/api/v3/users/me', bearer(answer.json()))
    expect(me.json()).toMatchObject({ restriction: null })
    expect((await page.get('/mgw/api/v3/customers', bearer(answer.json()))).statusCode).toBe(200)
  })

  test('C10: a counter that went back is refused, and told to the trail', async () => {
    const { device, person } = await added('sato@kozo.example', authenticator({ counts: true }))
    for (let time = 0; time < 3; time++) expect((await signInWithCode(device)).statusCode).toBe(200)
    device.counter = 1
    expect(statusAndCode(await signInWithCode(device))).toEqual(refused)
    const event = await lastEvent(person.email, 'session.login')
    expect(event).toEqual({ result: 'failure', reason: 'counterWentBack' })
    device.counter = 3
    expect((await signInWithCode(device)).statusCode).toBe(200)
  })

  test('C10: a passkey of an account that cannot be signed in to is refused alike unknown', async () => {
    const { device, person } = await added('asa@vvsteknik.example')
    expect((await signInWithCode(device)).statusCode).toBe(200)
    const set = (is_inactive: boolean) =>
      db.updateTable('app_user').set({ is_inactive }).where('email', '=', person.email).execute()
    await set(true)
    expect(statusAndCode(await signInWithCode(device))).toEqual(refused)
    await set(false)
    const deleted_at = new Date(clock.now()).toISOString()
    await db.updateTable('app_user').set({ deleted_at }).where('email', '=', person.email).execute()
    expect(statusAndCode(await signInWithCode(device))).toEqual(refused)
  })

  test('B4: strangers are counted by their address', async () => {
    const strict = await world({ rates: { general: unlimited, signIn: { calls: 3, seconds: 600 } } })
    const page = browser(strict.app)
    const { options } = (await page.post('/auth/v1/passkeys/challenge', {})).json()
    const unknown = authenticator().sign(options, here)
    const statuses: number[] = []
    for (let time = 0; time < 4; time++) statuses.push((await give(page, unknown)).statusCode)
    expect(statuses).toEqual([401, 401, 401, 429])
  })
})

describe('C10: using one while signed in', () => {
  test('G9: it is a fresh proof, and only by an own one', async () => {
    const { device, person } = await added('claire@atelierdb.example')
    const other = await added('ingrid@nordbygg.example')
    const long = new Date(clock.now() - 11 * 60_000).toISOString()
    await db.updateTable('session').set({ proved_at: long }).execute()
    clock.advance(1_001)
    const begin = (by: SignedIn) => by.post('/auth/v1/passkeys/registration')
    expect(statusAndCode(await begin(person))).toEqual([403, 'stepUpRequired'])
    const foreign = other.device.sign(await challenge(person.page), here)
    expect(statusAndCode(await person.post('/auth/v1/step-up', { passkey: foreign }))).toEqual([400, 'passkeyRefused'])
    const own = device.sign(await challenge(person.page), here)
    const answer = await person.post('/auth/v1/step-up', { passkey: own })
    expect(answer.statusCode, answer.body).toBe(200)
    const { accessToken } = answer.json()
    const again = await person.page.post('/auth/v1/passkeys/registration', { accessToken }, bearer(answer.json()))
    expect(again.statusCode, again.body).toBe(200)
    expect(statusAndCode(await person.post('/auth/v1/step-up', { passkey: own }))).toEqual([400, 'passkeyRefused'])
  })

  test('C6: names and removes the own ones alone; the last one takes the second factor of every session along', async () => {
    const { device, person, id } = await added('astrid@nordbygg.example')
    const stranger = await signIn('ola@nordbygg.example')
    const at = `/auth/v1/passkeys/${id}`
    expect((await inject(stranger, 'PATCH', at, { name: 'Mine' })).statusCode).toBe(404)
    expect((await inject(stranger, 'DELETE', at)).statusCode).toBe(404)
    const renamed = await inject(person, 'PATCH', at, { name: 'Laptop' })
    expect([renamed.statusCode, renamed.json().name]).toEqual([200, 'Laptop'])
    expect((await signInWithCode(device)).statusCode).toBe(200)
    expect((await inject(person, 'DELETE', at)).statusCode).toBe(204)
    expect(statusAndCode(await signInWithCode(device))).toEqual(refused)
    expect((await inject(person, 'DELETE', at)).statusCode).toBe(404)
    const strong = await db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', personId(person.email))
      .where('ended_at', 'is', null)
      .where('second_factor', '=', true)
      .execute()
    expect(strong).toEqual([])
    expect(await mailsTo(person.email, 'passkey-removed')).toHaveLength(1)
  })

  test('C6: whoever has a code besides keeps the second factor when the passkey goes', async () => {
    const { person, id } = await added('sven@vvsteknik.example')
    await setUp(person)
    expect((await inject(person, 'DELETE', `/auth/v1/passkeys/${id}`)).statusCode).toBe(204)
    const session = db.selectFrom('session').select('second_factor').where('user_id', '=', personId(person.email))
    expect(await session.where('ended_at', 'is', null).execute()).toContainEqual({ second_factor: true })
  })

  test('C6: whoever has a passkey besides keeps the second factor when the code goes', async () => {
    const { person } = await added('freja@skovgaard.example')
    const { secret } = await setUp(person)
    const off = await person.post('/auth/v1/mfa/disable', { code: code(secret) })
    expect(off.statusCode, off.body).toBe(204)
    const session = db.selectFrom('session').select('second_factor').where('user_id', '=', personId(person.email))
    expect(await session.where('ended_at', 'is', null).execute()).toContainEqual({ second_factor: true })
  })

  test('C6: the other places can be ended with it, and stay as they are otherwise', async () => {
    const { person, id } = await added('kari@nordbygg.example')
    const elsewhere = await signIn(person.email)
    const second = await add(person, authenticator())
    const inUse = async (by: SignedIn) => (await by.get('/auth/v1/sessions')).statusCode
    const at = (passkey: string, more = '') => inject(person, 'DELETE', `/auth/v1/passkeys/${passkey}${more}`)
    expect(statusAndCode(await at(id, '?endOtherSessions=yes'))).toEqual([400, 'invalidParameter'])
    expect((await at(id)).statusCode).toBe(204)
    expect(await inUse(elsewhere)).toBe(200)
    expect((await at(id, '?endOtherSessions=true')).statusCode).toBe(404)
    expect(await inUse(elsewhere)).toBe(200)
    expect((await at(second.json().id, '?endOtherSessions=true')).statusCode).toBe(204)
    expect(statusAndCode(await elsewhere.get('/auth/v1/sessions'))).toEqual([401, 'sessionExpired'])
    expect(await inUse(person)).toBe(200)
    const ended = db.selectFrom('session').select('end_reason').where('user_id', '=', personId(person.email))
    expect(await ended.where('ended_at', 'is not', null).execute()).toEqual([{ end_reason: 'ended-by-owner' }])
    expect(await lastEvent(person.email, 'session.end-others')).toEqual({ result: 'success', reason: null })
  })
})

test('D6: a passkey that is added ends the feed tokens of its owner, and so does one that is removed', async () => {
  const email = 'helga@stalbygg.example'
  const createFeed = async () => {
    const created = await browser(app, { isOurPage: false }).post('/mgw/api/v2/login', {
      username: email,
      password: demoPassword,
    })
    expect(created.statusCode, created.body).toBe(200)
  }
  const endReasons = async () => {
    const feeds = db.selectFrom('feed_token').select('end_reason').where('user_id', '=', personId(email)).orderBy('id')
    return (await feeds.execute()).map(({ end_reason }) => end_reason).slice(-2)
  }
  await createFeed()
  const { person, id } = await added(email)
  await createFeed()
  expect(await endReasons()).toEqual(['mfa-changed', null])
  expect((await inject(person, 'DELETE', `/auth/v1/passkeys/${id}`)).statusCode).toBe(204)
  expect(await endReasons()).toEqual(['mfa-changed', 'mfa-changed'])
})

test('C10: proving an account ends the passkeys from before', async () => {
  const email = 'kari@nordbygg.example'
  const { device } = await added(email)
  expect((await signInWithCode(device)).statusCode).toBe(200)
  await db
    .updateTable('app_user')
    .set({ email_verified_at: null, email_verified_by: null })
    .where('email', '=', email)
    .execute()
  const proved = await as('staff').inject({ method: 'POST', url: `/mgw/api/v3/users/${email}/email-proof` })
  expect(proved.statusCode).toBe(204)
  expect(await db.selectFrom('passkey').select('id').where('user_id', '=', personId(email)).execute()).toEqual([])
  expect(statusAndCode(await signInWithCode(device))).toEqual(refused)
})

test('B5: what nobody answered goes', async () => {
  await challenge(browser(app))
  clock.advance(6 * 60_000)
  await removeExpired(db, clock.now())
  expect(await db.selectFrom('passkey_challenge').select('user_id').execute()).toEqual([])
})

test('browsers make passkeys for names over https and for this machine', () => {
  expect(relyingParty({ publicUrl: 'https://lintel.example:8443' })).toEqual({
    id: 'lintel.example',
    origin: 'https://lintel.example:8443',
  })
  expect(relyingParty({ publicUrl: 'http://localhost:8080' })?.id).toBe('localhost')
  for (const publicUrl of [
    'http://lintel.example',
    'https://10.0.0.1',
    'https://[::1]:8443',
    'http://127.0.0.1:8080',
  ]) {
    expect(relyingParty({ publicUrl })).toBeUndefined()
  }
})
