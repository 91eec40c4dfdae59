import { expect, test } from 'vitest'
import { demoCodeSecret, demoPassword } from '../../../demo/credentials'
import { personId } from '../../../demo/person-id'
import { auditEventsDuring } from '../../../test/audit-events-during'
import type { Browser } from '../../../test/browser'
import { startHostileProvider } from '../../../test/far-ends/hostile-provider'
import { federatedWorld } from '../../../test/federated-world'
import { openSecrets } from '../../platform/secrets'
import { addFactor } from '../mfa/factor'
import { codeAt, stepAt } from '../mfa/totp'

const base = '/mgw/api/v2/federation'
const {
  db,
  clock,
  platform,
  externalProvider,
  addProvider,
  bindDomains,
  redirectToProvider,
  authorizeAs,
  signInAtProvider,
  newBrowser,
  as,
} = await federatedWorld()
await addProvider('owner', { email_match: true })
await bindDomains('owner', ['atelierdb.example', 'stalbygg.example'])

let made = 0
const newcomer = (more: object = {}) => {
  made++
  return { subject: `trail-${made}`, email: `trail${made}@elsewhere.example`, emailVerified: true, ...more }
}
const auditedEvents = (run: () => Promise<unknown>) => auditEventsDuring(db, run)
const ticketFor = async (from: Browser, person: ReturnType<typeof newcomer>, provider?: string): Promise<string> =>
  (await signInAtProvider(from, person, provider)).json().refreshToken
const create = (from: Browser, RefreshToken: string, ProposedUsername: string, Provider = 'elsewhere') =>
  from.post(`${base}/create`, { Provider, ProposedUsername, RefreshToken })
const link = (from: Browser, refreshToken: string, username: string, password = demoPassword, provider = 'elsewhere') =>
  from.post(`${base}/link`, { provider, refreshToken, username, password })
const settings = (id: string, values: { is_disabled?: boolean; issuer?: string; email_match?: boolean }) =>
  db.updateTable('sso_provider').set(values).where('id', '=', id).execute()
const signedIn = async (there: Browser, username: string) => {
  const { idToken } = (await there.post('/auth/v1/login', { username, password: demoPassword })).json()
  return { authorization: `Bearer ${idToken}` }
}
const redirect = (id: string) => newBrowser().get(`${base}/redirecttoexternallogin?provider=${id}`)

test('J1: leaving for a provider is in the trail, and so is why somebody could not', async () => {
  await addProvider('shut', { is_disabled: true })
  const broken = await startHostileProvider(externalProvider.clientSecret)
  broken.faults = { at: { discovery: '500' } }
  await addProvider('broken', { issuer: broken.issuer })
  expect(await auditedEvents(() => redirectToProvider(newBrowser()))).toEqual(['federation.redirect success'])
  expect(await auditedEvents(() => redirect('nowhere'))).toEqual(['federation.redirect failure no provider matches'])
  expect(await auditedEvents(() => redirect('shut'))).toEqual(['federation.redirect failure providerNotAllowed'])
  expect(await auditedEvents(() => redirect('broken'))).toEqual(['federation.redirect failure providerUnavailable'])
})

test('J1: what comes back and is refused is in the trail: unasked for, wrong, from a provider that is shut or does not answer', async () => {
  const there = newBrowser()
  const back = (body: object) => there.post(`${base}/loginwithcode`, body)
  const callback = await authorizeAs(there, newcomer())
  const { state: _, ...unsolicited } = callback
  expect(await auditedEvents(() => back(unsolicited))).toEqual(['federation.callback failure unsolicited'])
  expect(await auditedEvents(() => back({ ...callback, provider: 'nowhere' }))).toEqual([
    'federation.callback failure unsolicited',
  ])
  expect(await auditedEvents(() => back({ ...callback, iss: 'https://evil.example' }))).toEqual([
    'federation.callback failure federationFailed',
  ])
  await addProvider('shutting')
  const late = await authorizeAs(there, newcomer(), 'shutting')
  await settings('shutting', { is_disabled: true })
  expect(await auditedEvents(() => back(late))).toEqual(['federation.callback failure providerNotAllowed'])
  const silent = await startHostileProvider(externalProvider.clientSecret)
  await addProvider('silent', { issuer: silent.issuer })
  const { code: authorizationCode, ...rest } = silent.visit(await redirectToProvider(there, 'silent'))
  silent.faults = { at: { token: 'hangs up' } }
  expect(await auditedEvents(() => back({ authorizationCode, provider: 'silent', ...rest }))).toEqual([
    'federation.callback failure providerUnavailable',
  ])
})

test('J1: somebody new is in the trail: the offer, the account with what proved it, the sign-in with its provider', async () => {
  const [there, person] = [newBrowser(), newcomer()]
  const tickets: string[] = []
  expect(await auditedEvents(async () => tickets.push(await ticketFor(there, person)))).toEqual([
    'federation.redirect success',
    'federation.offer success',
  ])
  expect(await auditedEvents(() => create(there, tickets[0] ?? '', person.email))).toEqual([
    'users.create success',
    'session.login success',
  ])
  const told1 = db.selectFrom('audit_event').select(['action', 'after']).where('actor_email', '=', person.email)
  expect(await told1.orderBy('id').execute()).toEqual([
    {
      action: 'users.create',
      after: { provider: 'elsewhere', issuer: externalProvider.issuer, subject: person.subject },
    },
    {
      action: 'session.login',
      after: { method: 'federation', provider: 'elsewhere', secondFactor: false, rememberMe: false },
    },
  ])
  expect(await auditedEvents(() => signInAtProvider(newBrowser(), person))).toEqual([
    'federation.redirect success',
    'session.login success',
  ])
})

test('J1: an account that is not made is in the trail: a spent ticket, a provider that is shut, an address that is taken', async () => {
  const [there, person] = [newBrowser(), newcomer()]
  const ticket = await ticketFor(there, person)
  await create(there, ticket, person.email)
  expect(await auditedEvents(() => create(there, ticket, person.email))).toEqual([
    'federation.create failure federationFailed',
  ])
  await bindDomains('elsewhere', ['nordbygg.example'])
  const taken = newcomer({ email: 'mei@nordbygg.example' })
  const free = await ticketFor(there, taken)
  expect(await auditedEvents(() => create(there, free, taken.email))).toEqual(['federation.create failure conflict'])
  await addProvider('moving')
  const moving = await ticketFor(there, newcomer(), 'moving')
  await settings('moving', { issuer: 'https://moved.example.com' })
  expect(await auditedEvents(() => create(there, moving, `trail${made}@elsewhere.example`, 'moving'))).toEqual([
    'federation.create failure providerNotAllowed',
  ])
})

test('J1: proving an address is in the trail, right and wrong', async () => {
  const there = newBrowser()
  const ticket = await ticketFor(there, newcomer())
  expect(await auditedEvents(() => create(there, ticket, 'another.name@elsewhere.example'))).toEqual([
    'federation.verification success',
  ])
  expect(await auditedEvents(() => there.post(`${base}/verify`, { code: 'none' }))).toEqual([
    'federation.verify failure invalidCode',
  ])
})

test('J1: linking by password is in the trail with each way in which it ends', async () => {
  const there = newBrowser()
  expect(await auditedEvents(() => link(there, 'none', 'ola@nordbygg.example'))).toEqual([
    'federation.link failure federationFailed',
  ])
  const person = newcomer()
  const ticket = await ticketFor(there, person)
  expect(await auditedEvents(() => link(there, ticket, 'ola@nordbygg.example', 'wrong'))).toEqual([
    'federation.link failure wrongPassword',
  ])
  expect(await auditedEvents(() => link(there, ticket, 'odd@nordbygg.example'))).toEqual([
    'federation.link failure resetNeeded',
  ])
  expect(await auditedEvents(() => link(there, ticket, 'kim@lintel.example'))).toEqual([
    'federation.link failure staff',
  ])
  expect(await auditedEvents(() => link(there, ticket, 'ola@nordbygg.example'))).toEqual([
    'federation.link success',
    'session.login success',
  ])
  await addProvider('shut-later')
  const late = await ticketFor(there, newcomer(), 'shut-later')
  await settings('shut-later', { is_disabled: true })
  expect(await auditedEvents(() => link(there, late, 'ola@nordbygg.example', demoPassword, 'shut-later'))).toEqual([
    'federation.link failure providerNotAllowed',
  ])
})

test('J1: of two who link one identity the second is a conflict in the trail, by password and by the second factor', async () => {
  const [there, other, person] = [newBrowser(), newBrowser(), newcomer()]
  const [first, second, third] = [
    await ticketFor(there, person),
    await ticketFor(other, person),
    await ticketFor(other, person),
  ]
  const email = 'freja@skovgaard.example'
  const userId = personId(email)
  await addFactor(db, openSecrets(platform.configuration), { userId, secret: demoCodeSecret, now: clock.now() })
  const sessions: string[] = []
  expect(await auditedEvents(async () => sessions.push((await link(other, third, email)).json().session))).toEqual([
    'session.challenge success',
  ])
  await link(there, first, 'mei@nordbygg.example')
  expect(await auditedEvents(() => link(other, second, 'jonas@nordbygg.example'))).toEqual([
    'federation.link failure conflict',
  ])
  const body = { session: sessions[0], username: email, code: codeAt(demoCodeSecret, stepAt(clock.now())) }
  expect(await auditedEvents(() => other.post('/auth/v1/mfa/verify', body))).toEqual([
    'federation.link failure conflict',
  ])
})

test('J1: linking and unlinking one’s own account is in the trail, and what is refused of it', async () => {
  const [there, person] = [newBrowser(), newcomer()]
  const headers = await signedIn(there, 'kari@nordbygg.example')
  const linkCurrentUser = async (provider: string, who = person) => {
    const callback = await authorizeAs(there, who, provider)
    return auditedEvents(() => there.post(`${base}/link`, callback, headers))
  }
  expect(await linkCurrentUser('owner')).toEqual(['federation.link failure providerNotAllowed'])
  expect(await linkCurrentUser('elsewhere')).toEqual(['federation.link success'])
  expect(await linkCurrentUser('elsewhere')).toEqual(['federation.link failure conflict'])
  await addProvider('not-for-kari')
  const letIn = (allowed_providers: string[]) =>
    db.updateTable('app_user').set({ allowed_providers }).where('email', '=', 'kari@nordbygg.example').execute()
  await letIn(['COGNITO', 'elsewhere'])
  expect(await linkCurrentUser('not-for-kari', newcomer())).toEqual(['federation.link failure providerNotAllowed'])
  await letIn([])
  const { identities } = (await there.get('/auth/v1/external-identities', headers)).json()
  const unlink = (who: string, id: string) =>
    auditedEvents(() => as(who).inject({ method: 'DELETE', url: `/auth/v1/external-identities/${id}` }))
  expect(await unlink('kari', identities[0].id)).toEqual(['federation.unlink success'])

  const only = newcomer()
  const ticket = await ticketFor(there, only)
  const { idToken } = (await create(there, ticket, only.email)).json()
  const theirs = (await there.get('/auth/v1/external-identities', { authorization: `Bearer ${idToken}` })).json()
  expect(await unlink(only.email, theirs.identities[0].id)).toEqual(['federation.unlink failure lastSignInMethod'])
})

test('J1: what a provider that owns addresses does is in the trail: the account found, taken back, refused or unknown', async () => {
  const at = (email: string) => auditedEvents(() => signInAtProvider(newBrowser(), newcomer({ email }), 'owner'))
  const redirected = 'federation.redirect success'
  expect(await at('claire@atelierdb.example')).toEqual([redirected, 'federation.link success', 'session.login success'])
  expect(await at('nobody@atelierdb.example')).toEqual([
    redirected,
    'federation.unknown success',
    'federation.offer success',
  ])
  // Their customer only allows its own provider.
  expect(await at('helga@stalbygg.example')).toEqual([redirected, 'session.login failure providerNotAllowed'])
  await db
    .insertInto('app_user')
    .values({ id: personId('squatted'), email: 'squatted@atelierdb.example', email_verified_at: null })
    .execute()
  expect(await at('squatted@atelierdb.example')).toEqual([
    redirected,
    'users.prove-email success',
    'federation.link success',
    'session.login success',
  ])
})

test('J1: an account that is shut, or lets the provider in no longer, is told as such when its identity comes', async () => {
  const [there, person] = [newBrowser(), newcomer()]
  await create(there, await ticketFor(there, person), person.email)
  const set = (values: { is_inactive?: boolean; allowed_providers?: string[] }) =>
    db.updateTable('app_user').set(values).where('email', '=', person.email).execute()
  const back = async () => (await auditedEvents(() => signInAtProvider(newBrowser(), person))).at(-1)
  await set({ allowed_providers: ['COGNITO'] })
  expect(await back()).toBe('session.login failure providerNotAllowed')
  await set({ is_inactive: true })
  expect(await back()).toBe('session.login failure invalid_grant')
})

test('J1: no ticket, code, state or secret of a provider is in the trail', async () => {
  const there = newBrowser()
  const callback = await authorizeAs(there, newcomer())
  const { refreshToken } = (await there.post(`${base}/loginwithcode`, callback)).json()
  await link(there, refreshToken, 'lena@nordbygg.example', 'a password that is not theirs')
  const auditLog = JSON.stringify(await db.selectFrom('audit_event').selectAll().execute())
  for (const secret of [refreshToken, callback.authorizationCode, callback.state, 'a password that is not theirs'])
    expect(auditLog).not.toContain(secret)
})
