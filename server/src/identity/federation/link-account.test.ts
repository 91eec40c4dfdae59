import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { demoCodeSecret, demoPassword } from '../../../demo/credentials'
import { personId } from '../../../demo/person-id'
import type { ApiClient } from '../../../test/api-client'
import type { Browser } from '../../../test/browser'
import { concurrentPasswordReset } from '../../../test/concurrent-password-reset'
import { federatedWorld } from '../../../test/federated-world'
import { interceptStatements } from '../../../test/intercept-statements'
import { secondFactors, statusAndCode } from '../../../test/second-factors'
import { openSecrets } from '../../platform/secrets'
import { lockAccount } from '../account.store'
import { addFactor } from '../mfa/factor'

const federated = await federatedWorld()
const { db, clock, platform, externalProvider, as } = federated
const { addProvider, bindDomains, authorizeAs, signInAtProvider, newBrowser } = federated
const { beforeStatement, untilLockWaiters } = interceptStatements(db)
const { signIn, setUp, code } = secondFactors(federated)
const { runConcurrentChange, resetWithin, reset, openSessionsOf, lastAuditEventOf, replaced } =
  await concurrentPasswordReset({ db, platform })

let made = 0
const newcomer = () => {
  made++
  return { subject: `link-${made}`, email: `link${made}@elsewhere.example`, emailVerified: true }
}
const ticketFor = async (from: Browser, person: ReturnType<typeof newcomer>, provider = 'elsewhere'): Promise<string> =>
  (await signInAtProvider(from, person, provider)).json().refreshToken
const link = (from: Browser, refreshToken: string, username: string, provider = 'elsewhere') =>
  from.post('/mgw/api/v2/federation/link', { provider, refreshToken, username, password: demoPassword })
const linksOf = ({ subject }: { subject: string }) =>
  db.selectFrom('external_identity').select('user_id').where('subject', '=', subject).execute()
const unlink = async (by: ApiClient, id: string) =>
  (await by.inject({ method: 'DELETE', url: `/auth/v1/external-identities/${id}` })).statusCode

test('D6: a password that is replaced while it is verified links nothing and opens nothing', async () => {
  const [email, there, person] = ['lena@nordbygg.example', newBrowser(), newcomer()]
  const ticket = await ticketFor(there, person)
  beforeStatement('password_hold', () => reset(email))
  const answer = await link(there, ticket, email)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid_grant'])
  expect(await linksOf(person)).toEqual([])
  expect(await openSessionsOf(email)).toEqual([])
  expect(await lastAuditEventOf(email)).toEqual(replaced('federation.link'))
})

test('D6: nor does it ask for the second factor that would complete the link', async () => {
  const [email, there, person] = ['jonas@nordbygg.example', newBrowser(), newcomer()]
  const userId = personId(email)
  await addFactor(db, openSecrets(platform.configuration), { userId, secret: demoCodeSecret, now: clock.now() })
  const ticket = await ticketFor(there, person)
  beforeStatement('password_hold', () => reset(email))
  const answer = await link(there, ticket, email)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid_grant'])
  const challenges = db.selectFrom('mfa_challenge').select('user_id').where('user_id', '=', userId).execute()
  expect(await challenges).toEqual([])
  expect(await lastAuditEventOf(email)).toEqual(replaced('federation.link'))
})

test('D6: of a reset that is not complete yet the link waits for the outcome', async () => {
  const [email, there, person] = ['kari@nordbygg.example', newBrowser(), newcomer()]
  const ticket = await ticketFor(there, person)
  const [answer] = await runConcurrentChange(async (change) => {
    await resetWithin(change, email)
    const answer = link(there, ticket, email)
    await untilLockWaiters('password_hold')
    return [answer]
  })
  expect((await answer)?.statusCode).toBe(401)
  expect(await linksOf(person)).toEqual([])
  expect(await openSessionsOf(email)).toEqual([])
})

test('D6: a link that is under way is ended by the reset that comes after it', async () => {
  const [email, there, person] = ['ingrid@nordbygg.example', newBrowser(), newcomer()]
  const ticket = await ticketFor(there, person)
  const late: Promise<void>[] = []
  // The link locks the password: the reset waits for it, and then ends the session that the link opened.
  beforeStatement('session_open', async () => {
    late.push(reset(email))
    await untilLockWaiters('password_credential')
  })
  expect((await link(there, ticket, email)).statusCode).toBe(200)
  await Promise.all(late)
  expect(late).toHaveLength(1)
  expect(await openSessionsOf(email)).toEqual([])
})

test('D1: the tokens of a link and those of its refresh tell one moment of the proof, however long the linking takes', async () => {
  const [email, there, person] = ['gro@fjellbane.example', newBrowser(), newcomer()]
  const ticket = await ticketFor(there, person)
  // After the request arrived and before the linking transaction begins.
  beforeStatement('sso_provider', async () => clock.advance(3_000))
  const linked = await link(there, ticket, email)
  expect(linked.statusCode).toBe(200)
  const provedAt = ({ idToken }: { idToken: string }) => decodeJwt(idToken).auth_time
  expect(provedAt((await there.post('/auth/v1/refresh')).json())).toBe(provedAt(linked.json()))
})

test('B1: wrong passwords given to link count like any others: five shut the sign-in for a while', async () => {
  const [email, there, person] = ['sven@vvsteknik.example', newBrowser(), newcomer()]
  const refreshToken = await ticketFor(there, person)
  const body = { provider: 'elsewhere', refreshToken, username: email }
  for (let time = 0; time < 5; time++)
    await there.post('/mgw/api/v2/federation/link', { ...body, password: 'a wrong one' })
  const login = () => newBrowser().post('/auth/v1/login', { username: email, password: demoPassword })
  expect((await login()).statusCode).toBe(401)
  expect((await link(there, refreshToken, email)).json().code).toBe('invalid_grant')
  clock.advance(31_000)
  expect((await login()).statusCode).toBe(200)
  expect((await link(there, refreshToken, email)).statusCode).toBe(200)
})

test('E1: of ten callbacks with one state at once one is taken', async () => {
  const [there, person] = [newBrowser(), newcomer()]
  const callback = await authorizeAs(there, person)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => there.copy().post('/mgw/api/v2/federation/loginwithcode', callback)),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(9).fill(400), 449])
})

test('E5: an account that is disabled while the password is verified is not linked', async () => {
  const [email, there, person] = ['ola@nordbygg.example', newBrowser(), newcomer()]
  const ticket = await ticketFor(there, person)
  const disable = () =>
    db.updateTable('app_user').set({ is_inactive: true }).where('id', '=', personId(email)).execute()
  beforeStatement('password_hold', disable)
  const answer = await link(there, ticket, email)
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'providerNotAllowed'])
  expect(await linksOf(person)).toEqual([])
})

test.each([
  ['is ended', 'mei@nordbygg.example', 0, [{ action: 'federation.link', result: 'failure', reason: 'ended' }]],
  ['has been ended for seconds', 'noor@elektro.example', 2_000, []],
])('D6, E5: a session that %s while the provider is called links nothing', async (_, email, waitedMs, audited) => {
  const [there, person] = [newBrowser(), newcomer()]
  clock.freeze()
  const { idToken } = (await there.post('/auth/v1/login', { username: email, password: demoPassword })).json()
  const callback = await authorizeAs(there, person)
  // The first statement of the callback: the provider is called after it.
  beforeStatement('delete from "federation_flow"', async () => {
    clock.advance(waitedMs)
    await db
      .updateTable('session')
      .set({ ended_at: new Date(clock.now()).toISOString(), end_reason: 'password-changed' })
      .where('user_id', '=', personId(email))
      .where('ended_at', 'is', null)
      .execute()
  })
  const answer = await there.post('/mgw/api/v2/federation/link', callback, { authorization: `Bearer ${idToken}` })
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'sessionExpired'])
  expect(await linksOf(person)).toEqual([])
  const events = db.selectFrom('audit_event').select(['action', 'result', 'reason']).where('actor_email', '=', email)
  expect(await events.where('action', '=', 'federation.link').execute()).toEqual(audited)
})

test('E5, C6: who is signed in and has a second factor links after its code, not after the password', async () => {
  const before = await signIn('sven@vvsteknik.example')
  const { secret } = await setUp(await signIn(before.email))
  const [page, person] = [before.page, newcomer()]
  const headers = { authorization: `Bearer ${before.idToken}` }
  const callback = await authorizeAs(page, person)
  const attempt = () => page.post('/mgw/api/v2/federation/link', callback, headers)
  const stepUp = async (proof: object) => expect((await before.post('/auth/v1/step-up', proof)).statusCode).toBe(200)
  for (const prove of [() => undefined, () => stepUp({ password: demoPassword })]) {
    await prove()
    const refused = await attempt()
    expect([...statusAndCode(refused), refused.json().by]).toEqual([403, 'stepUpRequired', ['code']])
    expect(await linksOf(person)).toEqual([])
  }
  // A refusal does not consume the callback.
  await stepUp({ code: code(secret) })
  expect((await attempt()).json()).toEqual({ result: 'LINKED' })
  expect(await linksOf(person)).toEqual([{ user_id: personId(before.email) }])
})

test('E5, C6: a second factor that is enabled while the provider is called is required as well', async () => {
  const before = await signIn('piotr@stalbud.example')
  const elsewhere = await signIn(before.email)
  const person = newcomer()
  const callback = await authorizeAs(before.page, person)
  beforeStatement('delete from "federation_flow"', () => setUp(elsewhere))
  const headers = { authorization: `Bearer ${before.idToken}` }
  const refused = await before.page.post('/mgw/api/v2/federation/link', callback, headers)
  expect([...statusAndCode(refused), refused.json().by]).toEqual([403, 'stepUpRequired', ['code']])
  expect(await linksOf(person)).toEqual([])
})

test('E6: a provider that is shut while the password is verified is not linked', async () => {
  await addProvider('shut-meanwhile')
  const [email, there, person] = ['astrid@nordbygg.example', newBrowser(), newcomer()]
  const ticket = await ticketFor(there, person, 'shut-meanwhile')
  const shut = (is_disabled: boolean) =>
    db.updateTable('sso_provider').set({ is_disabled }).where('id', '=', 'shut-meanwhile').execute()
  beforeStatement('password_hold', () => shut(true))
  const answer = await link(there, ticket, email, 'shut-meanwhile')
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'providerNotAllowed'])
  expect(await lastAuditEventOf(email)).toMatchObject({ action: 'federation.link', reason: 'providerNotAllowed' })
  // A refusal does not consume the ticket.
  await shut(false)
  const [later] = await db.transaction().execute(async (tx) => {
    await tx.updateTable('sso_provider').set({ is_disabled: true }).where('id', '=', 'shut-meanwhile').execute()
    const later = link(there, ticket, email, 'shut-meanwhile')
    await untilLockWaiters('sso_provider')
    return [later]
  })
  expect((await later)?.statusCode).toBe(403)
  await shut(false)
  expect((await link(there, ticket, email, 'shut-meanwhile')).statusCode).toBe(200)
  expect(await linksOf(person)).toEqual([{ user_id: personId(email) }])
})

test('of two links that are removed at the same moment, the last sign-in method stays', async () => {
  await addProvider('second')
  const [there, person] = [newBrowser(), newcomer()]
  const created = {
    Provider: 'elsewhere',
    ProposedUsername: person.email,
    RefreshToken: await ticketFor(there, person),
  }
  expect((await there.post('/mgw/api/v2/federation/create', created)).statusCode).toBe(200)
  const [first] = await linksOf(person)
  const user_id = first?.user_id ?? ''
  const linked_at = new Date(clock.now()).toISOString()
  await db
    .insertInto('external_identity')
    .values({
      id: uuidv7(),
      provider_id: 'second',
      issuer: externalProvider.issuer,
      subject: person.subject,
      user_id,
      linked_at,
    })
    .execute()
  const links = await db.selectFrom('external_identity').select('id').where('user_id', '=', user_id).execute()
  const client = as(person.email)
  expect((await client.inject({ url: '/auth/v1/external-identities' })).json().identities).toHaveLength(2)
  const [answers] = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, user_id)
    const answers = Promise.all(links.map(({ id }) => unlink(client, id)))
    await untilLockWaiters('app_user', 2)
    return [answers]
  })
  expect((await answers)?.sort()).toEqual([204, 409])
  expect(await linksOf(person)).toEqual([{ user_id }])
})

test('a first sign-in by address, and the end of a link, do not wait for who gives the person access', async () => {
  await addProvider('matching', { email_match: true })
  await bindDomains('matching', ['atelierdb.example'])
  const email = 'claire@atelierdb.example'
  const [there, person] = [newBrowser(), { ...newcomer(), email }]
  const callback = await authorizeAs(there, person, 'matching')
  await db.transaction().execute(async (tx) => {
    // As an import locks everybody whose memberships it changes, until it is complete.
    await sql`select from app_user where id = ${personId(email)} for key share`.execute(tx)
    expect((await there.post('/mgw/api/v2/federation/loginwithcode', callback)).statusCode).toBe(200)
    const [linked] = await tx
      .selectFrom('external_identity')
      .select('id')
      .where('subject', '=', person.subject)
      .execute()
    expect(await unlink(as(email), linked?.id ?? '')).toBe(204)
  })
  expect(await linksOf(person)).toEqual([])
})

test('D3: whether to stay signed in is asked before somebody leaves, and holds for the account they make or link', async () => {
  const remembered = async (there: Browser, end: (ticket: string) => Promise<{ json(): { idToken: string } }>) => {
    const person = newcomer()
    const came = await there.post('/mgw/api/v2/federation/loginwithcode', {
      ...(await authorizeAs(there, person)),
      rememberMe: true,
    })
    const answer = await end(came.json().refreshToken)
    const listed = await there.get('/auth/v1/sessions', { authorization: `Bearer ${answer.json().idToken}` })
    const { rememberMe, idleSeconds } = listed.json().sessions[0]
    return { ...answer.json(), rememberMe, idleSeconds }
  }
  const forTwoWeeks = { rememberMe: true, logoutWhenIdle: false, idleSeconds: 14 * 24 * 3_600 }
  const making = newBrowser()
  const makes = await remembered(making, (RefreshToken) =>
    making.post('/mgw/api/v2/federation/create', {
      Provider: 'elsewhere',
      ProposedUsername: `link${made}@elsewhere.example`,
      RefreshToken,
    }),
  )
  expect(makes).toMatchObject(forTwoWeeks)
  const linking = newBrowser()
  expect(await remembered(linking, (ticket) => link(linking, ticket, 'liam@survey.example'))).toMatchObject(forTwoWeeks)
  expect(linking.cookies.has('lintel-refresh')).toBe(true)
})
