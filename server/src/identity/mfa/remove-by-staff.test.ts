import { removeSecondFactor } from '@lintel/contract/identity/mfa'
import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { personId } from '../../../demo/person-id'
import { authenticator } from '../../../test/authenticator'
import { browser } from '../../../test/browser'
import { interceptStatements } from '../../../test/intercept-statements'
import { type SignedIn, secondFactors, statusAndCode } from '../../../test/second-factors'
import { world } from '../../../test/world'
import { relyingParty } from '../passkeys/relying-party'

const unlimited = { calls: 1_000_000, seconds: 60 }
const opened = await world({ rates: { general: unlimited, signIn: unlimited } })
const { app, as, db, clock, platform } = opened
const { signIn, setUp, signInWithCode, startChallenge, verify, code, wrongCode, freshStep, mailsTo } =
  secondFactors(opened)
const { beforeStatement, untilLockWaiters } = interceptStatements(db)

const staff = 'staff@lintel.example'
const remove = (by: string, user: string) => as(by).call(removeSecondFactor, { parameters: { user } })
const kind = 'second-factor-removed-by-staff'

/** The stored rows of a person's second factors, by table. */
async function stored(email: string) {
  const tables = ['totp_factor', 'totp_setup', 'recovery_code', 'passkey', 'mfa_challenge'] as const
  const counts = tables.map(async (table) => {
    const rows = await db.selectFrom(table).select('user_id').where('user_id', '=', personId(email)).execute()
    return [table, rows.length]
  })
  return Object.fromEntries(await Promise.all(counts))
}

const none = { totp_factor: 0, totp_setup: 0, recovery_code: 0, passkey: 0, mfa_challenge: 0 }

async function sendPasskey(person: SignedIn) {
  const party = relyingParty(platform.configuration)
  const here = { origin: party?.origin ?? '', host: party?.id ?? '' }
  const { options } = (await person.post('/auth/v1/passkeys/registration')).json()
  const response = authenticator().register(options, here)
  return person.post('/auth/v1/passkeys', { name: 'Phone', response })
}

async function addPasskey(person: SignedIn): Promise<void> {
  const answer = await sendPasskey(person)
  expect(answer.statusCode, answer.body).toBe(201)
}

test('C6: staff remove app, recovery codes and passkeys of somebody who has lost them; the password signs in again', async () => {
  const mei = await signIn('mei@nordbygg.example')
  await setUp(mei)
  await addPasskey(mei)
  await mei.post('/auth/v1/mfa/associate', { replaces: true })
  await startChallenge(browser(app), mei.email)
  expect(await stored(mei.email)).toEqual({
    ...{ totp_factor: 1, totp_setup: 1, recovery_code: 10, passkey: 1 },
    mfa_challenge: expect.any(Number),
  })
  await remove(staff, mei.email)
  expect(await stored(mei.email)).toEqual(none)
  // Sessions on the lost phone are ended.
  expect(statusAndCode(await mei.get('/auth/v1/sessions'))).toEqual([401, 'sessionExpired'])
  expect((await mei.page.post('/auth/v1/refresh', {})).statusCode).toBe(401)
  expect(await mailsTo(mei.email, kind)).toEqual([{ at: expect.any(String) }])
  await signIn(mei.email)
  const events = db.selectFrom('audit_event').select(['actor_email', 'target_id', 'result', 'before', 'after'])
  expect(await events.where('action', '=', 'mfa.disable').execute()).toEqual([
    {
      ...{ actor_email: staff, target_id: mei.email, result: 'success' },
      ...{ before: { app: true, passkeys: 1 }, after: { by: 'staff' } },
    },
  ])
})

test('C4: a factor that takes no code any more after a hundred wrong ones is replaced by a new one', async () => {
  const ola = await signIn('ola@nordbygg.example')
  const { secret } = await setUp(ola)
  await db.updateTable('totp_factor').set({ failures: 100 }).where('user_id', '=', personId(ola.email)).execute()
  const page = browser(app)
  const session = await startChallenge(page, ola.email)
  expect(statusAndCode(await verify(page, session, ola.email, code(secret)))).toEqual([400, 'invalidCode'])
  await remove(staff, ola.email)
  expect((await verify(page, session, ola.email, code(secret))).statusCode).toBe(401)
  const { secret: next } = await setUp(await signIn(ola.email))
  expect(statusAndCode(await verify(page, await startChallenge(page, ola.email), ola.email, wrongCode(next)))[0]).toBe(
    400,
  )
  await signInWithCode(ola.email, code(next))
})

test('G2: administrators remove no second factor, nor anybody their own; other staff do theirs', async () => {
  const lena = await signIn('lena@nordbygg.example')
  await setUp(lena)
  for (const name of ['anna', 'mei', 'lena']) {
    await expect(remove(name, lena.email)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  }
  await expect(remove(staff, staff)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await expect(remove(staff, staff.toUpperCase())).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  expect(await stored(lena.email)).toMatchObject({ totp_factor: 1, recovery_code: 10 })
  await setUp(await signIn('kim@lintel.example'))
  await remove(staff, 'kim@lintel.example')
  // With the password alone staff can only set up another factor.
  const kim = await signIn('kim@lintel.example')
  expect((await kim.get('/mgw/api/v3/users/me')).json()).toMatchObject({ restriction: 'secondFactor' })
})

test.each([
  ['a passkey that is added', 'insert into "passkey"', 'kari@nordbygg.example', addPasskey],
  ['an app that is enabled', 'insert into "totp_factor"', 'astrid@nordbygg.example', setUp],
])('C6: %s in the same instant is removed as well', async (_what, statement, email, enrol) => {
  const person = await signIn(email)
  let removal: Promise<unknown> | undefined
  beforeStatement(statement, async () => {
    removal = remove(staff, email)
    await untilLockWaiters('for no key update')
  })
  await enrol(person)
  await removal
  expect(await stored(email)).toEqual(none)
  expect(statusAndCode(await person.get('/auth/v1/sessions'))).toEqual([401, 'sessionExpired'])
})

test('C6: a passkey is not added by a session that staff end in the same instant', async () => {
  const person = await signIn('ingrid@nordbygg.example')
  await setUp(person)
  let addition: ReturnType<typeof sendPasskey> | undefined
  beforeStatement('update "session"', async () => {
    addition = sendPasskey(person)
    await untilLockWaiters('for no key update')
  })
  await remove(staff, person.email)
  const answer = await addition
  expect(answer && statusAndCode(answer)).toEqual([401, 'sessionExpired'])
  expect(await stored(person.email)).toEqual(none)
  const refusals = db.selectFrom('audit_event').select(['result', 'reason']).where('action', '=', 'passkeys.add')
  expect(await refusals.where('actor_email', '=', person.email).execute()).toEqual([
    { result: 'failure', reason: 'ended' },
  ])
})

test('nobody is told where there is nothing to remove', async () => {
  await expect(remove(staff, 'nobody@nowhere.example')).rejects.toMatchObject({ status: 404, code: 'notFound' })
  const jonas = await signIn('jonas@nordbygg.example')
  await expect(remove(staff, jonas.email)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect(await mailsTo(jonas.email, kind)).toEqual([])
  expect((await jonas.get('/auth/v1/sessions')).statusCode).toBe(200)
  const auditEvents = db.selectFrom('audit_event').select('reason').where('target_id', '=', jonas.email)
  expect(await auditEvents.where('action', '=', 'mfa.disable').execute()).toEqual([{ reason: 'disabled' }])
})

test('C6: of staff, only a second factor that was given within ten minutes proves it', async () => {
  await setUp(await signIn('gro@fjellbane.example'))
  const person = 'kim@lintel.example'
  const { secret } = await setUp(await signIn(person))
  const kim = await signInWithCode(person, code(secret))
  const before = new Date(clock.now() - 601_000).toISOString()
  const sessions = db.updateTable('session').where('user_id', '=', personId(person))
  await sessions.set({ created_at: before, proved_at: before }).execute()
  expect((await kim.post('/auth/v1/step-up', { password: demoPassword })).statusCode).toBe(200)
  const url = '/mgw/api/v3/users/gro@fjellbane.example/second-factor'
  const call = () => app.inject({ method: 'DELETE', url, headers: { authorization: `Bearer ${kim.idToken}` } })
  const refused = await call()
  expect([refused.statusCode, refused.json().errors?.[0].code]).toEqual([403, 'stepUpRequired'])
  freshStep()
  expect((await kim.post('/auth/v1/step-up', { code: code(secret) })).statusCode).toBe(200)
  expect((await call()).statusCode).toBe(204)
})
