import { cancelEmailChange, confirmEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import { userProfiles } from '@lintel/contract/people/user-profiles'
import { readCurrentUser, users } from '@lintel/contract/people/users'
import { projects } from '@lintel/contract/projects/projects'
import { expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'
import { removeExpired } from '../../identity/remove-expired.store'
import { unsealValues } from '../../platform/mail/mail'

const { as, anonymous, db, clock, platform } = await world()
const minute = 60_000
const hour = 60 * minute

const request = (name: string, from: string, to: string) =>
  as(name).call(requestEmailChange, { parameters: { email: from }, body: { email: to } })
const confirm = (name: string, code: string) => as(name).call(confirmEmailChange, { body: { code } })

/** The mails of a person, latest first, with their values. */
async function mailsOf(email: string) {
  const rows = await db
    .selectFrom('mail')
    .select(['id', 'kind', 'address', 'values_encrypted as sealed'])
    .where('user_id', '=', personId(email))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, sealed, ...mail }) => ({
    ...mail,
    values: unsealValues(platform.configuration, id, sealed ?? '') as Record<string, string>,
  }))
}

/** The code in the link of the latest mail. */
async function mailedCode(email: string): Promise<string> {
  const mail = (await mailsOf(email)).find(({ kind }) => kind === 'email-change-confirm')
  return new URL(mail?.values.link ?? '').searchParams.get('code') ?? ''
}

const mei = 'mei@nordbygg.example'
const kari = 'kari@nordbygg.example'
const ola = 'ola@nordbygg.example'

test('another email is proved by the link that was mailed to it; then it is the person’s id, and nothing else changes', async () => {
  const before = await db.selectFrom('session').select('id').where('user_id', '=', personId(ola)).execute()
  const here = as('ola')
  const { pendingEmail } = await here.call(requestEmailChange, {
    parameters: { email: ola },
    body: { email: ' Ola.Berge@New.Example ' },
  })
  expect(pendingEmail).toBe('ola.berge@new.example')
  expect(await here.get(userProfiles, ola)).toMatchObject({ pendingEmail, mayChangeEmail: true })
  const [notice, proof] = (await mailsOf(ola)).sort((one, other) => other.kind.localeCompare(one.kind))
  expect(proof).toMatchObject({ kind: 'email-change-confirm', address: pendingEmail, values: { current: ola } })
  expect(proof?.values.link).toMatch(/^http:\/\/localhost:8080\/confirm-email\?code=[\w-]{43}$/)
  expect(notice).toMatchObject({ kind: 'email-change-requested', address: ola, values: { to: pendingEmail } })

  const code = await mailedCode(ola)
  expect(await here.call(confirmEmailChange, { body: { code } })).toEqual({ email: pendingEmail })
  // The existing session continues under the new id; the old id matches nobody.
  expect(await here.call(readCurrentUser)).toMatchObject({ id: pendingEmail, email: pendingEmail })
  expect(await here.get(userProfiles, pendingEmail)).toMatchObject({ id: pendingEmail, pendingEmail: null })
  await expect(here.get(userProfiles, ola)).rejects.toMatchObject({ status: 404 })
  await expect(as('kari').get(users, ola)).rejects.toMatchObject({ status: 404 })
  expect(await as('kari').get(users, pendingEmail)).toMatchObject({ displayName: 'Ola Berge' })
  expect(await here.get(projects, projectId('NB-2041'))).toMatchObject({ owner: pendingEmail, privilegeLevel: 30 })
  const row = await db
    .selectFrom('app_user')
    .select(['id', 'email_verified_at'])
    .where('email', '=', pendingEmail)
    .executeTakeFirstOrThrow()
  expect(row.id).toBe(personId(ola))
  expect(Date.parse(row.email_verified_at ?? '')).toBeGreaterThan(Date.now() - minute)
  const open = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', personId(ola))
    .where('ended_at', 'is', null)
    .execute()
  expect(open.length).toBe(before.length + 1)
  const [latest] = await mailsOf(ola)
  expect(latest).toMatchObject({ kind: 'email-changed', address: ola, values: { to: pendingEmail } })
})

test('the link works once, for a day, and for the account that asked', async () => {
  await request('mei', mei, 'mei@one.example')
  const code = await mailedCode(mei)
  await expect(confirm('kari', code)).rejects.toMatchObject({ status: 400, code: 'invalidCode' })
  await expect(confirm('mei', `${code}x`)).rejects.toMatchObject({ status: 400, code: 'invalidCode' })
  await expect(anonymous.call(confirmEmailChange, { body: { code } })).rejects.toMatchObject({ status: 401 })
  clock.advance(24 * hour)
  await expect(confirm('mei', code)).rejects.toMatchObject({ code: 'invalidCode' })
  await request('mei', mei, 'mei@one.example')
  const next = await mailedCode(mei)
  const both = await Promise.allSettled([confirm('mei', next), confirm('mei', next)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(confirm('mei@one.example', next)).rejects.toMatchObject({ code: 'invalidCode' })
})

test('a new request ends the older link, and so does withdrawing it', async () => {
  await request('kari', kari, 'kari@one.example')
  const older = await mailedCode(kari)
  await request('kari', kari, 'kari@two.example')
  const newer = await mailedCode(kari)
  await expect(confirm('kari', older)).rejects.toMatchObject({ code: 'invalidCode' })
  await as('kari').call(cancelEmailChange, { parameters: { email: kari } })
  expect(await as('kari').get(userProfiles, kari)).toMatchObject({ pendingEmail: null })
  await expect(confirm('kari', newer)).rejects.toMatchObject({ code: 'invalidCode' })
})

test('B7: whether an address has an account is told only to whoever proves that it is theirs', async () => {
  clock.advance(2 * hour)
  const requestChange = (to: string) =>
    as('kari').inject({
      method: 'POST',
      url: `/mgw/api/v2/user-profiles/${kari}/email`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ email: to }),
    })
  const [known, unknown] = [
    await requestChange('ingrid@nordbygg.example'),
    await requestChange('nobody@nowhere.example'),
  ]
  expect([known.statusCode, unknown.statusCode]).toEqual([202, 202])
  expect(Object.keys(known.json())).toEqual(Object.keys(unknown.json()))
  await request('kari', kari, 'ingrid@nordbygg.example')
  await expect(confirm('kari', await mailedCode(kari))).rejects.toMatchObject({ status: 409, code: 'emailTaken' })
  expect(await as('kari').get(userProfiles, kari)).toMatchObject({ id: kari, pendingEmail: null })
})

test('B4: no more than three addresses an hour are written to', async () => {
  clock.advance(2 * hour)
  const jonas = 'jonas@nordbygg.example'
  for (const at of [1, 2, 3]) await request('jonas', jonas, `jonas${at}@one.example`)
  await expect(request('jonas', jonas, 'jonas4@one.example')).rejects.toMatchObject({
    status: 429,
    code: 'tooManyRequests',
  })
  clock.advance(hour)
  await request('jonas', jonas, 'jonas4@one.example')
})

test('G9: asking for another email needs a proof of the last ten minutes, withdrawing it does not', async () => {
  const astrid = 'astrid@nordbygg.example'
  const here = as('astrid')
  const ask = () =>
    here.call(requestEmailChange, { parameters: { email: astrid }, body: { email: 'astrid@one.example' } })
  const proved = async (minutesAgo: number) => {
    const at = new Date(clock.now() - minutesAgo * minute).toISOString()
    await db.updateTable('session').set({ proved_at: at }).where('user_id', '=', personId(astrid)).execute()
    // The server caches sessions for up to a second.
    clock.advance(1_001)
  }
  await ask()
  await proved(9)
  await ask()
  await proved(11)
  await expect(ask()).rejects.toMatchObject({ status: 403, code: 'stepUpRequired' })
  await here.call(cancelEmailChange, { parameters: { email: astrid } })
})

test('G4: nobody asks for another person’s email, not even staff; and no guest for their own', async () => {
  await expect(request('staff', kari, 'staff@one.example')).rejects.toMatchObject({ status: 404 })
  await expect(request('anna', kari, 'anna@one.example')).rejects.toMatchObject({ status: 404 })
  await expect(as('anna').call(cancelEmailChange, { parameters: { email: kari } })).rejects.toMatchObject({
    status: 404,
  })
  const guest = 'guest@partner.example'
  await expect(request('guest', guest, 'ravi@one.example')).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  expect(await as('guest').get(userProfiles, guest)).toMatchObject({ mayChangeEmail: false })
})

test('whose address a provider owns keeps it; whom a provider only signs in changes theirs', async () => {
  const runar = 'runar@stalbygg.example'
  const matching = (email_match: boolean) =>
    db
      .updateTable('sso_provider')
      .set({ email_match })
      .where('id', '=', (select) =>
        select.selectFrom('external_identity').select('provider_id').where('user_id', '=', personId(runar)),
      )
      .execute()
  await matching(true)
  expect(await as('runar').get(userProfiles, runar)).toMatchObject({ mayChangeEmail: false })
  await expect(request('runar', runar, 'runar@one.example')).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await matching(false)
  expect(await as('runar').get(userProfiles, runar)).toMatchObject({ mayChangeEmail: true })
  await request('runar', runar, 'runar@one.example')
  // Linked between request and verification: the provider decides.
  await matching(true)
  await expect(confirm('runar', await mailedCode(runar))).rejects.toMatchObject({ status: 403, code: 'forbidden' })
})

test('F6: an address is one that mail is sent to, and another than before', async () => {
  const nordbygg = 'ingrid@nordbygg.example'
  for (const wrong of [
    'no address',
    'a@b',
    'a@b..com',
    '.a@b.com',
    'a@-b.com',
    '<a@b.example>',
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: x@y.example',
  ]) {
    await expect(request('ingrid', nordbygg, wrong)).rejects.toMatchObject({ status: 422, code: 'invalidEmail' })
  }
  await expect(request('ingrid', nordbygg, 'INGRID@nordbygg.example')).rejects.toMatchObject({ status: 422 })
})

test('F5: opening the link by itself consumes nothing', async () => {
  clock.advance(2 * hour)
  await request('kari', kari, 'kari@three.example')
  const code = await mailedCode(kari)
  for (const method of ['GET', 'HEAD'] as const) await anonymous.inject({ method, url: `/confirm-email?code=${code}` })
  expect(await confirm('kari', code)).toEqual({ email: 'kari@three.example' })
})

test('an address that nobody proved in time is forgotten', async () => {
  const waiting = async () => (await db.selectFrom('email_change').select('email').execute()).map(({ email }) => email)
  await request('ingrid', 'ingrid@nordbygg.example', 'ingrid@one.example')
  await removeExpired(db, clock.now())
  expect(await waiting()).toContain('ingrid@one.example')
  await removeExpired(db, clock.now() + 25 * hour)
  expect(await waiting()).toEqual([])
})

test('notices of the account that wait go to the address that it had, whatever else waits goes to the new one', async () => {
  const asa = 'asa@vvsteknik.example'
  const at = new Date(clock.now()).toISOString()
  const waiting = (kind: 'new-browser' | 'password-changed' | 'access-gained') => ({
    ...{ id: personId(kind), kind, user_id: personId(asa), values_encrypted: 'sealed', created_at: at },
  })
  await db
    .insertInto('mail')
    .values([waiting('new-browser'), waiting('password-changed'), waiting('access-gained')])
    .execute()
  await request('asa', asa, 'asa@one.example')
  const mails = db.selectFrom('mail').select(['kind', 'address']).where('user_id', '=', personId(asa)).orderBy('kind')
  const [link] = await db
    .selectFrom('mail')
    .select(['id', 'values_encrypted as sealed'])
    .where('user_id', '=', personId(asa))
    .where('kind', '=', 'email-change-confirm')
    .execute()
  const { link: address } = unsealValues(platform.configuration, link?.id ?? '', link?.sealed ?? '') as { link: string }
  await confirm('asa', new URL(address).searchParams.get('code') ?? '')
  expect(await mails.execute()).toEqual([
    { kind: 'access-gained', address: null },
    { kind: 'email-change-confirm', address: 'asa@one.example' },
    { kind: 'email-change-requested', address: asa },
    { kind: 'email-changed', address: asa },
    { kind: 'new-browser', address: asa },
    { kind: 'password-changed', address: asa },
  ])
})

test('C7: what was mailed to the old address to get in opens nothing after the change', async () => {
  const helga = 'helga@stalbygg.example'
  await db
    .insertInto('password_reset')
    .values({
      id: personId('a reset'),
      user_id: personId(helga),
      code_stamp: Buffer.from('stamp'),
      created_at: new Date(clock.now()).toISOString(),
      expires_at: new Date(clock.now() + hour).toISOString(),
    })
    .execute()
  await request('helga', helga, 'helga@one.example')
  await confirm('helga', await mailedCode(helga))
  const [reset] = await db
    .selectFrom('password_reset')
    .select('ended_at')
    .where('user_id', '=', personId(helga))
    .execute()
  expect(reset?.ended_at).not.toBeNull()
})

test('J1: asking, failing and changing are told to the trail, with both addresses', async () => {
  const events = await db
    .selectFrom('audit_event')
    .select(['action', 'result', 'reason', 'before', 'after'])
    .where('actor_id', '=', personId(ola))
    .where('action', 'like', 'users.email%')
    .orderBy('sequence')
    .execute()
  expect(events).toMatchObject([
    { action: 'users.email-requested', after: { email: 'ola.berge@new.example' } },
    {
      action: 'users.email-changed',
      result: 'success',
      before: { email: ola },
      after: { email: 'ola.berge@new.example' },
    },
  ])
  const failed = await db
    .selectFrom('audit_event')
    .select('reason')
    .where('action', '=', 'users.email-changed')
    .where('result', '=', 'failure')
    .execute()
  expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['invalidCode', 'emailTaken', 'forbidden']))
})
