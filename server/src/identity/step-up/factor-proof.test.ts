import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { personId } from '../../../demo/person-id'
import { type Authenticator, authenticator, type PageOrigin } from '../../../test/authenticator'
import { interceptStatements } from '../../../test/intercept-statements'
import { type SignedIn, secondFactors, statusAndCode } from '../../../test/second-factors'
import { world } from '../../../test/world'
import { relyingParty } from '../passkeys/relying-party'

const unlimited = { calls: 1_000_000, seconds: 60 }
const opened = await world({ rates: { general: unlimited, signIn: unlimited } })
const { app, db, clock, platform } = opened
const { signIn, setUp, signInWithCode, code, freshStep } = secondFactors(opened)
const { beforeStatement } = interceptStatements(db)
const party = relyingParty(platform.configuration)
const here: PageOrigin = { origin: party?.origin ?? '', host: party?.id ?? '' }

const stepUpRequired = [403, 'stepUpRequired']
/** A challenge that was issued to no browser. */
const unissued = { challenge: 'bm90IGFza2Vk', user: { id: 'bm9ib2R5' } }
const bearer = ({ idToken }: { idToken: string }) => ({ authorization: `Bearer ${idToken}` })
const begin = (person: SignedIn) => person.post('/auth/v1/passkeys/registration')
const remove = (person: SignedIn, id: string) =>
  app.inject({ method: 'DELETE', url: `/auth/v1/passkeys/${id}`, headers: bearer(person) })
const me = (person: SignedIn) => person.get('/mgw/api/v3/users/me')

async function stepUp(person: SignedIn, input: object) {
  const answer = await person.post('/auth/v1/step-up', input)
  expect(answer.statusCode, answer.body).toBe(200)
}

const signed = async ({ page }: SignedIn, device: Authenticator) =>
  device.sign((await page.post('/auth/v1/passkeys/challenge', {})).json().options, here)

async function addPasskey(person: SignedIn, device: Authenticator): Promise<string> {
  const { options } = (await begin(person)).json()
  const answer = await person.post('/auth/v1/passkeys', { name: 'Phone', response: device.register(options, here) })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

/** Replaces the authenticator app; returns the status of the enabling call. */
async function moveTo(person: SignedIn): Promise<number> {
  const { secretCode } = (await person.post('/auth/v1/mfa/associate', { replaces: true })).json()
  const { statusCode } = await person.post('/auth/v1/mfa/enable', { code: code(secretCode) })
  freshStep()
  return statusCode
}

/** All stored rows of a person's second factors. */
async function stored(email: string) {
  const of = (table: 'totp_factor' | 'totp_setup' | 'recovery_code' | 'passkey') =>
    db.selectFrom(table).selectAll().where('user_id', '=', personId(email)).execute()
  const codes = (await of('recovery_code')).map(({ code_hash }) => code_hash.toString('hex')).sort()
  return { factor: await of('totp_factor'), setUp: await of('totp_setup'), codes, passkeys: await of('passkey') }
}

/** Expects that every change of the second factors is refused, with the kinds of proof that are required. */
async function expectRefused(person: SignedIn, by: string[], passkey = '00000000-0000-0000-0000-000000000000') {
  const storedBefore = await stored(person.email)
  const answers = {
    associate: await person.post('/auth/v1/mfa/associate'),
    replace: await person.post('/auth/v1/mfa/associate', { replaces: true }),
    enable: await person.post('/auth/v1/mfa/enable', { code: '000000' }),
    ...(by.includes('code') && { codes: await person.post('/auth/v1/mfa/recovery-codes') }),
    begin: await begin(person),
    add: await person.post('/auth/v1/passkeys', { name: 'Key', response: authenticator().register(unissued, here) }),
    remove: await remove(person, passkey),
  }
  for (const [call, answer] of Object.entries(answers)) {
    expect([call, ...statusAndCode(answer)]).toEqual([call, ...stepUpRequired])
    expect([call, answer.json().by]).toEqual([call, by])
  }
  expect(await stored(person.email)).toEqual(storedBefore)
}
describe('C6: of somebody with a second factor nothing about it is changed by the password alone', () => {
  test('C6: a session from before it was switched on changes it after its code, not after the password', async () => {
    const before = await signIn('mei@nordbygg.example')
    const { secret } = await setUp(await signIn(before.email))
    await expectRefused(before, ['code'])
    await stepUp(before, { password: demoPassword })
    await expectRefused(before, ['code'])
    const storedBefore = await stored(before.email)

    await stepUp(before, { code: code(secret) })
    freshStep()
    expect(await moveTo(before)).toBe(200)
    const moved = await stored(before.email)
    expect(moved.factor).not.toEqual(storedBefore.factor)
    expect(moved.codes).toEqual(storedBefore.codes)
    expect((await before.post('/auth/v1/mfa/recovery-codes')).statusCode).toBe(200)
    expect((await stored(before.email)).codes).not.toEqual(storedBefore.codes)
    await addPasskey(before, authenticator())
  })

  test('C6: the code of a sign-in is a proof for ten minutes, and the password does not lengthen them', async () => {
    const email = 'ola@nordbygg.example'
    const { secret } = await setUp(await signIn(email))
    const ola = await signInWithCode(email, code(secret))
    freshStep()
    expect((await ola.post('/auth/v1/mfa/recovery-codes')).statusCode).toBe(200)
    const long = new Date(clock.now() - 11 * 60_000).toISOString()
    await db
      .updateTable('session')
      .set({ created_at: long, second_factor_at: null })
      .where('user_id', '=', personId(email))
      .execute()
    await stepUp(ola, { password: demoPassword })
    await expectRefused(ola, ['code'])
  })

  test('C6: a passkey that is verified while a code is switched on elsewhere is not added by the password alone', async () => {
    const before = await signIn('lena@nordbygg.example')
    const elsewhere = await signIn(before.email)
    const { options } = (await begin(before)).json()
    beforeStatement('begin', () => setUp(elsewhere))
    const response = authenticator().register(options, here)
    const answer = await before.post('/auth/v1/passkeys', { name: 'Phone', response })
    expect([...statusAndCode(answer), answer.json().by]).toEqual([...stepUpRequired, ['code']])
    expect((await stored(before.email)).passkeys).toEqual([])
  })

  test('C5: who lost the phone signs in by a recovery code and sets up another one', async () => {
    const email = 'kari@nordbygg.example'
    const { recoveryCodes } = await setUp(await signIn(email))
    expect(await moveTo(await signInWithCode(email, recoveryCodes[0] ?? ''))).toBe(200)
  })

  test('C10: who has lost their only passkey and has no code puts another one in its place by the password', async () => {
    const email = 'liam@survey.example'
    const lost = await addPasskey(await signIn(email), authenticator())
    const liam = await signIn(email)
    const device = authenticator()
    await addPasskey(liam, device)
    expect((await remove(liam, lost)).statusCode).toBe(204)
    // Once there is an authenticator app too, the password is not enough.
    const later = await signIn(email)
    await setUp(liam)
    await expectRefused(later, ['passkey', 'code'])
    await stepUp(later, { passkey: await signed(later, device) })
    expect((await later.post('/auth/v1/mfa/recovery-codes')).statusCode).toBe(200)
  })

  test('C6: either kind proves it where somebody has both', async () => {
    const device = authenticator()
    const email = 'asa@vvsteknik.example'
    const before = await signIn(email)
    const other = await signIn(email)
    await addPasskey(await signIn(email), device)
    await stepUp(other, { passkey: await signed(other, device) })
    const { secret } = await setUp(other)
    await expectRefused(before, ['passkey', 'code'])
    await stepUp(before, { code: code(secret) })
    await addPasskey(before, authenticator())
  })
})

test('C8: staff with a passkey and no code get no further by the password; by the passkey they do', async () => {
  const email = 'kim@lintel.example'
  const device = authenticator()
  const kim = await signIn(email)
  const { secret } = await setUp(kim)
  await addPasskey(kim, device)
  expect((await kim.post('/auth/v1/mfa/disable', { code: code(secret) })).statusCode).toBe(204)

  const again = await signIn(email)
  expect((await me(again)).json()).toMatchObject({ restriction: 'secondFactor' })
  const storedBefore = await stored(email)
  for (const _ of ['signed in', 'proved by the password']) {
    for (const call of ['associate', 'enable']) {
      const refused = await again.post(`/auth/v1/mfa/${call}`, call === 'enable' ? { code: '000000' } : {})
      expect([...statusAndCode(refused), refused.json().by]).toEqual([...stepUpRequired, ['passkey']])
    }
    await stepUp(again, { password: demoPassword })
  }
  expect(await stored(email)).toEqual(storedBefore)
  expect((await me(again)).json()).toMatchObject({ restriction: 'secondFactor' })

  await stepUp(again, { passkey: await signed(again, device) })
  expect((await me(again)).json()).toMatchObject({ restriction: null })
  await setUp(again)
})
