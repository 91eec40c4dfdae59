import { describe, expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { browser } from '../../../test/browser'
import { interceptStatements } from '../../../test/intercept-statements'
import { type SignedIn, secondFactors, statusAndCode } from '../../../test/second-factors'
import { testSecrets } from '../../../test/test-secrets'
import { world } from '../../../test/world'
import { hashSecret } from '../random-secret'
import { createStaff } from '../staff/create-staff'
import { factorContext } from './factor'

const unlimited = { calls: 1_000_000, seconds: 60 }
const opened = await world({ rates: { general: unlimited, signIn: unlimited } })
const { app, db, platform, clock, as } = opened
const { beforeStatement } = interceptStatements(db)
const { signIn, setUp, signInWithCode, startChallenge, code, wrongCode, freshStep, mailsTo } = secondFactors(opened)
const stale = (email: string) =>
  db
    .updateTable('session')
    .set({ proved_at: new Date(clock.now() - 601_000).toISOString() })
    .where('user_id', '=', personId(email))
    .execute()
const status = async (person: { get(url: string): ReturnType<ReturnType<typeof browser>['get']> }) =>
  (await person.get('/auth/v1/mfa/status')).json()

test('C5: a secret is pending until a code verifies, and signs nobody in differently before', async () => {
  const mei = await signIn('mei@nordbygg.example')
  const { secretCode, qrCodeValue } = (await mei.post('/auth/v1/mfa/associate')).json()
  expect(await status(mei)).toEqual({ status: 'disabled', available: true, recoveryCodesLeft: 0 })
  const uri = new URL(qrCodeValue)
  expect([uri.host, decodeURIComponent(uri.pathname)]).toEqual(['totp', '/Lintel:mei@nordbygg.example'])
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: secretCode,
    issuer: 'Lintel',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  await signIn('mei@nordbygg.example')
  expect(statusAndCode(await mei.post('/auth/v1/mfa/enable', { code: wrongCode(secretCode) }))).toEqual([
    400,
    'invalidCode',
  ])
  expect(await status(mei)).toMatchObject({ status: 'disabled' })
  const enabled = await mei.post('/auth/v1/mfa/enable', { code: code(secretCode) })
  expect(enabled.statusCode).toBe(200)
  expect(await status(mei)).toEqual({ status: 'enabled', available: true, recoveryCodesLeft: 10 })
  await startChallenge(browser(app), 'mei@nordbygg.example')
  expect(await mailsTo('mei@nordbygg.example', 'second-factor-enabled')).toHaveLength(1)
})

test('C1, C9: the secret has 160 random bits and is stored encrypted, for its person only', async () => {
  const ola = await signIn('ola@nordbygg.example')
  const first = (await ola.post('/auth/v1/mfa/associate')).json().secretCode
  clock.advance(5 * 60_000)
  const second = (await ola.post('/auth/v1/mfa/associate')).json().secretCode
  expect(first).toMatch(/^[A-Z2-7]{32}$/)
  expect(second).not.toBe(first)
  // Only the latest one counts.
  expect(statusAndCode(await ola.post('/auth/v1/mfa/enable', { code: code(first) }))).toEqual([400, 'invalidCode'])
  const setUps = db.selectFrom('totp_setup').select('secret_encrypted')
  const stored = (await setUps.where('user_id', '=', personId(ola.email)).executeTakeFirst())?.secret_encrypted ?? ''
  expect(stored).not.toContain(second)
  expect(testSecrets().open(stored, factorContext(personId(ola.email)))).toBe(second)
})

test('C5: a reload of the set-up shows the same key for five minutes, in the browser that began it alone', async () => {
  const begun = await signIn('ola@nordbygg.example')
  const key = async (person: typeof begun) => (await person.post('/auth/v1/mfa/associate')).json().secretCode
  const first = await key(begun)
  clock.advance(5 * 60_000 - 1_000)
  expect(await key(begun)).toBe(first)
  const elsewhere = await key(await signIn('ola@nordbygg.example'))
  expect(elsewhere).not.toBe(first)
  expect(await key(begun)).not.toBe(first)
})

test('C5: a new phone takes over when it is proved; until then the old one counts, and the recovery codes stay', async () => {
  const kari = await signIn('liam@survey.example')
  const { secret: old } = await setUp(kari)
  const codesOf = () =>
    db.selectFrom('recovery_code').select('code_hash').where('user_id', '=', personId(kari.email)).execute()
  const kept = await codesOf()
  expect(statusAndCode(await kari.post('/auth/v1/mfa/associate'))).toEqual([409, 'conflict'])
  const { secretCode: next } = (await kari.post('/auth/v1/mfa/associate', { replaces: true })).json()
  freshStep()
  await signInWithCode(kari.email, code(old))
  expect(statusAndCode(await kari.post('/auth/v1/mfa/enable', { code: wrongCode(next) }))).toEqual([400, 'invalidCode'])
  freshStep()
  const moved = await kari.post('/auth/v1/mfa/enable', { code: code(next) })
  expect([moved.statusCode, moved.json()]).toEqual([200, { recoveryCodes: [] }])
  expect(await codesOf()).toEqual(kept)
  freshStep()
  const client = browser(app)
  const session = await startChallenge(client, kari.email)
  const verify = (given: string) => client.post('/auth/v1/mfa/verify', { session, username: kari.email, code: given })
  expect(statusAndCode(await verify(code(old)))).toEqual([400, 'invalidCode'])
  expect((await verify(code(next))).statusCode).toBe(200)
})

test('C6: the other places can be ended with the move to a new phone, and stay as they are otherwise', async () => {
  const noor = await signIn('noor@elektro.example')
  const elsewhere = await signIn(noor.email)
  await setUp(noor)
  const move = async (more: object) => {
    const { secretCode: next } = (await noor.post('/auth/v1/mfa/associate', { replaces: true })).json()
    freshStep()
    return (await noor.post('/auth/v1/mfa/enable', { code: code(next), ...more })).statusCode
  }
  expect(await move({})).toBe(200)
  expect((await elsewhere.get('/auth/v1/sessions')).statusCode).toBe(200)
  expect(await move({ endOtherSessions: true })).toBe(200)
  expect(statusAndCode(await elsewhere.get('/auth/v1/sessions'))).toEqual([401, 'sessionExpired'])
  expect((await noor.get('/auth/v1/sessions')).statusCode).toBe(200)
})

test('C5: the same code once more, as after a lost answer, gives recovery codes in place of those that nobody saw', async () => {
  const gro = await signIn('gro@fjellbane.example')
  const { secretCode } = (await gro.post('/auth/v1/mfa/associate')).json()
  const given = code(secretCode)
  const enable = (typed: string) => gro.post('/auth/v1/mfa/enable', { code: typed })
  const unseen = (await enable(given)).json().recoveryCodes
  expect(statusAndCode(await enable(wrongCode(secretCode)))).toEqual([409, 'conflict'])
  const again = await enable(given)
  expect(again.statusCode).toBe(200)
  const { recoveryCodes } = again.json()
  expect(recoveryCodes).toHaveLength(10)
  expect(recoveryCodes.filter((each: string) => unseen.includes(each))).toEqual([])
  const stored = await db
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('user_id', '=', personId(gro.email))
    .execute()
  expect(stored.map(({ code_hash }) => code_hash.toString('hex')).sort()).toEqual(
    recoveryCodes.map((each: string) => hashSecret(each.replaceAll('-', '')).toString('hex')).sort(),
  )
  expect(await mailsTo(gro.email, 'second-factor-enabled')).toHaveLength(1)
  // Once a recovery code has been used, the codes were received: repeating the enabling code issues no others.
  freshStep()
  await signInWithCode(gro.email, recoveryCodes[0])
  expect(statusAndCode(await enable(given))).toEqual([409, 'conflict'])
})

test('C5: the same code once more after the move to a new phone leaves the recovery codes', async () => {
  const sven = await signIn('sven@vvsteknik.example')
  await setUp(sven)
  const { secretCode: next } = (await sven.post('/auth/v1/mfa/associate', { replaces: true })).json()
  freshStep()
  const given = code(next)
  const codesOf = () =>
    db.selectFrom('recovery_code').select('code_hash').where('user_id', '=', personId(sven.email)).execute()
  const kept = await codesOf()
  for (const _ of ['sent', 'sent again']) {
    const moved = await sven.post('/auth/v1/mfa/enable', { code: given })
    expect([moved.statusCode, moved.json()]).toEqual([200, { recoveryCodes: [] }])
  }
  expect(await codesOf()).toEqual(kept)
})

test('C5: ten recovery codes of 120 bits are shown once and stored as hashes', async () => {
  const kari = await signIn('kari@nordbygg.example')
  const { recoveryCodes } = await setUp(kari)
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const each of recoveryCodes) expect(each).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
  const stored = await db.selectFrom('recovery_code').select('code_hash').execute()
  const hashes = new Set(stored.map(({ code_hash }) => code_hash.toString('hex')))
  for (const each of recoveryCodes) expect(hashes).toContain(hashSecret(each.replaceAll('-', '')).toString('hex'))
})

test('C2: the code that switched it on signs nobody in', async () => {
  const asa = await signIn('asa@vvsteknik.example')
  const { secretCode } = (await asa.post('/auth/v1/mfa/associate')).json()
  const used = code(secretCode)
  expect((await asa.post('/auth/v1/mfa/enable', { code: used })).statusCode).toBe(200)
  const page = browser(app)
  const session = await startChallenge(page, asa.email)
  const body = { session, username: asa.email, code: used }
  expect(statusAndCode(await page.post('/auth/v1/mfa/verify', body))).toEqual([400, 'invalidCode'])
})

test('a second factor that is on is not replaced: it has to be removed first', async () => {
  const ingrid = await signIn('ingrid@nordbygg.example')
  expect(statusAndCode(await ingrid.post('/auth/v1/mfa/enable', { code: '000000' }))).toEqual([409, 'conflict'])
  await setUp(ingrid)
  expect(statusAndCode(await ingrid.post('/auth/v1/mfa/associate'))).toEqual([409, 'conflict'])
  expect(statusAndCode(await ingrid.post('/auth/v1/mfa/enable', { code: '000000' }))).toEqual([409, 'conflict'])
})

test('C5: setting up, removing and new recovery codes need a proof of the last ten minutes', async () => {
  const jonas = await signIn('jonas@nordbygg.example')
  const { secret } = await setUp(jonas)
  await stale(jonas.email)
  clock.advance(1_001)
  for (const call of ['associate', 'enable', 'disable', 'recovery-codes']) {
    const body = call === 'enable' || call === 'disable' ? { code: code(secret) } : {}
    expect(statusAndCode(await jonas.post(`/auth/v1/mfa/${call}`, body))).toEqual([403, 'stepUpRequired'])
  }
})

test('an access token of another session opens nothing', async () => {
  const [here, there] = [await signIn('lena@nordbygg.example'), await signIn('lena@nordbygg.example')]
  const body = { accessToken: there.accessToken }
  expect(statusAndCode(await here.post('/auth/v1/mfa/associate', body))).toEqual([401, 'invalidToken'])
  const idToken = { accessToken: here.idToken }
  expect(statusAndCode(await here.post('/auth/v1/mfa/associate', idToken))).toEqual([401, 'invalidToken'])
  expect((await here.post('/auth/v1/mfa/associate')).statusCode).toBe(200)
})

test('D6: a session that ends meanwhile sets nothing up', async () => {
  const email = 'astrid@nordbygg.example'
  const ended_at = new Date(clock.now()).toISOString()
  const sessions = () => db.updateTable('session').where('user_id', '=', personId(email))
  const end = () => sessions().set({ ended_at, end_reason: 'access-withdrawn' }).where('ended_at', 'is', null).execute()
  const meanwhile = async (person: SignedIn, call: string, body = {}) => {
    beforeStatement('begin', end)
    return statusAndCode(await person.post(`/auth/v1/mfa/${call}`, body))
  }
  const rows = (table: 'totp_setup' | 'totp_factor') =>
    db.selectFrom(table).select('user_id').where('user_id', '=', personId(email)).execute()
  expect(await meanwhile(await signIn(email), 'associate')).toEqual([401, 'sessionExpired'])
  expect(await rows('totp_setup')).toEqual([])
  const begun = await signIn(email)
  const { secretCode } = (await begun.post('/auth/v1/mfa/associate')).json()
  expect(await meanwhile(begun, 'enable', { code: code(secretCode) })).toEqual([401, 'sessionExpired'])
  expect(await rows('totp_factor')).toEqual([])
  const owner = await signIn(email)
  await setUp(owner)
  const codes = () =>
    db.selectFrom('recovery_code').select('code_hash').where('user_id', '=', personId(email)).execute()
  const before = await codes()
  expect(await meanwhile(owner, 'recovery-codes')).toEqual([401, 'sessionExpired'])
  expect(await codes()).toEqual(before)
})

describe('C6: removing', () => {
  test('C6: takes a code, removes the recovery codes too, and is told by mail', async () => {
    const helga = await signIn('helga@stalbygg.example')
    const { secret, recoveryCodes } = await setUp(helga)
    expect(statusAndCode(await helga.post('/auth/v1/mfa/disable', { code: wrongCode(secret) }))).toEqual([
      400,
      'invalidCode',
    ])
    expect(statusAndCode(await helga.post('/auth/v1/mfa/disable', { code: 'nothing' }))).toEqual([400, 'invalidCode'])
    expect(await status(helga)).toMatchObject({ status: 'enabled' })
    expect((await helga.post('/auth/v1/mfa/disable', { code: code(secret) })).statusCode).toBe(204)
    expect(await status(helga)).toMatchObject({ status: 'disabled', recoveryCodesLeft: 0 })
    await signIn(helga.email)
    const left = db.selectFrom('recovery_code').selectAll().where('user_id', '=', personId(helga.email)).execute()
    expect(await left).toEqual([])
    expect(await mailsTo(helga.email, 'second-factor-disabled')).toHaveLength(1)
    // After another setup the old codes are invalid.
    freshStep()
    await setUp(await signIn(helga.email))
    const page = browser(app)
    const session = await startChallenge(page, helga.email)
    const body = { session, username: helga.email, code: recoveryCodes[0] }
    expect(statusAndCode(await page.post('/auth/v1/mfa/verify', body))).toEqual([400, 'invalidCode'])
  })

  test('C6: a recovery code does as well, and the other places can be ended with it', async () => {
    const eivind = await signIn('eivind@eiendom.example')
    const elsewhere = await signIn(eivind.email)
    const { recoveryCodes } = await setUp(eivind)
    expect((await elsewhere.get('/auth/v1/sessions')).statusCode).toBe(200)
    const body = { code: recoveryCodes[3], endOtherSessions: true }
    expect((await eivind.post('/auth/v1/mfa/disable', body)).statusCode).toBe(204)
    expect(statusAndCode(await elsewhere.get('/auth/v1/sessions'))).toEqual([401, 'sessionExpired'])
    expect((await eivind.get('/auth/v1/sessions')).statusCode).toBe(200)
  })

  test('C4: wrong codes are counted here as they are at the sign-in', async () => {
    const freja = await signIn('freja@skovgaard.example')
    const { secret, recoveryCodes } = await setUp(freja)
    for (let time = 0; time < 10; time++) await freja.post('/auth/v1/mfa/disable', { code: wrongCode(secret) })
    expect(statusAndCode(await freja.post('/auth/v1/mfa/disable', { code: code(secret) }))).toEqual([
      400,
      'invalidCode',
    ])
    const page = browser(app)
    const session = await startChallenge(page, freja.email)
    const body = { session, username: freja.email, code: code(secret) }
    expect(statusAndCode(await page.post('/auth/v1/mfa/verify', body))).toEqual([400, 'invalidCode'])
    // Codes of the other kind are not blocked by it.
    expect((await freja.post('/auth/v1/mfa/disable', { code: recoveryCodes[0] })).statusCode).toBe(204)
  })

  test('of ten at once with one code, one removes', async () => {
    const claire = await signIn('claire@atelierdb.example')
    const { secret } = await setUp(claire)
    const given = code(secret)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => claire.post('/auth/v1/mfa/disable', { code: given })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 500)).toHaveLength(0)
  })
})

test('C5: new recovery codes take the place of all earlier ones', async () => {
  const piotr = await signIn('piotr@stalbud.example')
  expect(statusAndCode(await piotr.post('/auth/v1/mfa/recovery-codes'))).toEqual([409, 'conflict'])
  const { recoveryCodes: before } = await setUp(piotr)
  const answer = await piotr.post('/auth/v1/mfa/recovery-codes')
  const { recoveryCodes: after } = answer.json<{ recoveryCodes: string[] }>()
  expect(after).toHaveLength(10)
  expect(after.filter((each) => before.includes(each))).toEqual([])
  const page = browser(app)
  const session = await startChallenge(page, piotr.email)
  const body = { session, username: piotr.email, code: before[0] }
  expect(statusAndCode(await page.post('/auth/v1/mfa/verify', body))).toEqual([400, 'invalidCode'])
  await signInWithCode(piotr.email, after[0] ?? '')
  expect(await mailsTo(piotr.email, 'recovery-codes-renewed')).toHaveLength(1)
})

test('J1: what happened to a second factor is in the trail, without secrets', async () => {
  const sato = await signIn('sato@kozo.example')
  const { secret, recoveryCodes } = await setUp(sato)
  await sato.post('/auth/v1/mfa/recovery-codes')
  await sato.post('/auth/v1/mfa/disable', { code: wrongCode(secret) })
  await sato.post('/auth/v1/mfa/disable', { code: code(secret) })
  const events = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('actor_id', '=', personId(sato.email))
    .where('action', 'like', 'mfa.%')
    .orderBy('sequence')
    .execute()
  expect(events.map(({ action, result }) => `${action}: ${result}`)).toEqual([
    'mfa.associate: success',
    'mfa.enable: success',
    'mfa.recovery-codes: success',
    'mfa.disable: failure',
    'mfa.disable: success',
  ])
  for (const hidden of [secret, ...recoveryCodes]) expect(JSON.stringify(events)).not.toContain(hidden)
})

describe('whether there is one to be had', () => {
  test('people who signed in at a provider, and guests, have none here', async () => {
    const federated = as('noor', { method: 'federation' })
    const answer = await federated.inject({ url: '/auth/v1/mfa/status' })
    expect(answer.json()).toEqual({ status: 'disabled', available: false, recoveryCodesLeft: 0 })
    const refused = await federated.inject({
      method: 'POST',
      url: '/auth/v1/mfa/associate',
      payload: { accessToken: 'none' },
    })
    expect(statusAndCode(refused)).toEqual([403, 'forbidden'])
  })

  test('the environment may offer none', async () => {
    const without = await world({ mfa: false, rates: { general: unlimited, signIn: unlimited } })
    const mei = await secondFactors(without).signIn('mei@nordbygg.example')
    expect(await status(mei)).toEqual({ status: 'disabled', available: false, recoveryCodesLeft: 0 })
    expect(statusAndCode(await mei.post('/auth/v1/mfa/associate'))).toEqual([403, 'forbidden'])
  })
})

test('C8, J5: the first staff member sets a password, then a second factor, and only then gets in', async () => {
  const link = new URL(await createStaff(platform, 'first@lintel.example'))
  const page = browser(app)
  const invited = await page.post('/auth/v1/login', {
    username: link.searchParams.get('email'),
    password: link.searchParams.get('tmppass'),
    rememberMe: true,
  })
  const { idToken, accessToken } = invited.json()
  const headers = { authorization: `Bearer ${idToken}` }
  const links = () => page.get('/mgw/api/v3/project-links', headers)
  const post = (call: string, body: object) => page.post(`/auth/v1/${call}`, { accessToken, ...body }, headers)
  expect((await links()).json().errors[0].code).toBe('passwordUpdateRequired')
  expect(statusAndCode(await post('mfa/associate', {}))).toEqual([403, 'passwordUpdateRequired'])
  const password = { password: 'a sentence of eight words that nobody else knows' }
  const set = await page.post('/mgw/api/v2/user-profiles/first@lintel.example/password', password, headers)
  expect(set.statusCode).toBe(204)
  expect((await links()).json().errors[0].code).toBe('mfaRequired')
  const { secretCode } = (await post('mfa/associate', {})).json()
  expect((await links()).json().errors[0].code).toBe('mfaRequired')
  expect((await post('mfa/enable', { code: code(secretCode) })).statusCode).toBe(200)
  expect((await links()).statusCode).toBe(200)
  // Without the factor, access is restricted again.
  freshStep()
  expect((await post('mfa/disable', { code: code(secretCode) })).statusCode).toBe(204)
  expect((await links()).json().errors[0].code).toBe('mfaRequired')
})
