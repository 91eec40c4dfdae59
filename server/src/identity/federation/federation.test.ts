import { readCurrentUser } from '@lintel/contract/people/users'
import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { personId } from '../../../demo/person-id'
import type { Browser } from '../../../test/browser'
import { captureStatements } from '../../../test/capture-statements'
import { federatedWorld } from '../../../test/federated-world'
import { interceptStatements } from '../../../test/intercept-statements'

const base = '/mgw/api/v2/federation'
const {
  db,
  clock,
  externalProvider,
  anonymous,
  addProvider,
  bindDomains,
  redirectToProvider,
  authorizeAs,
  signInAtProvider,
  newBrowser,
} = await federatedWorld()
const { beforeStatement, untilLockWaiters } = interceptStatements(db)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

let made = 0
/** A person known to the provider only. */
const newcomer = (more: object = {}) => {
  made++
  const email = `newcomer${made}@elsewhere.example`
  return { subject: `subject-${made}`, email, emailVerified: true, givenName: 'Nora', familyName: 'New', ...more }
}

/** The ticket of the 449 response. */
async function ticketFor(from: Browser, person: ReturnType<typeof newcomer>, provider = 'elsewhere') {
  const answer = await signInAtProvider(from, person, provider)
  expect(answer.statusCode).toBe(449)
  return answer.json<{ refreshToken: string; proposedUsername?: string; linkingAllowed: boolean }>()
}

const create = (from: Browser, ticket: string, name: string, provider = 'elsewhere') =>
  from.post(`${base}/create`, { Provider: provider, ProposedUsername: name, RefreshToken: ticket })

const link = (from: Browser, ticket: string, username: string, password = demoPassword, provider = 'elsewhere') =>
  from.post(`${base}/link`, { provider, refreshToken: ticket, username, password })

const signedInAs = async (from: Browser, idToken: string) =>
  (await from.get(readCurrentUser.path, bearer(idToken))).json().email

test('E1: the redirect asks for a code with PKCE S256, nonce and a state that names the provider', async () => {
  const asked = new URL(await redirectToProvider(newBrowser())).searchParams
  expect(asked.get('response_type')).toBe('code')
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  expect(asked.get('nonce')).toMatch(/^[\w-]{43}$/)
  expect(asked.get('state')).toMatch(/^elsewhere\.[\w-]{43}$/)
  expect(asked.get('redirect_uri')).toBe('http://localhost:8080/federation')
})

test('E1: leaving for a provider again does not shorten how long the browser is known', async () => {
  const there = newBrowser()
  for (const time of ['first', 'again']) {
    const answer = await there.get(`${base}/redirecttoexternallogin?provider=elsewhere`)
    const storedCookie = answer.cookies.find(({ name }) => name === 'lintel-fed')
    expect(storedCookie?.maxAge, time).toBe(24 * 3_600)
  }
})

test('E1: over https the browser is known by a cookie of this host alone', async () => {
  const secure = await federatedWorld({ publicUrl: 'https://lintel.example' })
  const away = `${base}/redirecttoexternallogin?provider=elsewhere`
  const answer = await secure.newBrowser().get(away, { host: 'lintel.example' })
  expect(new URL(String(answer.headers.location)).searchParams.get('redirect_uri')).toBe(
    'https://lintel.example/federation',
  )
  const storedCookie = answer.cookies.find(({ name }) => name === '__Host-lintel-fed')
  expect(storedCookie).toMatchObject({ path: '/', httpOnly: true, secure: true, sameSite: 'Lax' })
  expect(storedCookie).not.toHaveProperty('domain')
})

test('an unknown provider is not redirected to', async () => {
  const answer = await newBrowser().get(`${base}/redirecttoexternallogin?provider=nowhere`)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().code).toBe('no provider matches')
})

test('a login hint is passed on', async () => {
  const answer = await newBrowser().get(`${base}/redirecttoexternallogin?provider=elsewhere&login_hint=a%40b.example`)
  expect(new URL(String(answer.headers.location)).searchParams.get('login_hint')).toBe('a@b.example')
})

test('G9: whoever leaves for a fresh proof is asked there anew who they are, and has one; any other sign-in is none', async () => {
  const person = newcomer()
  const there = newBrowser()
  await create(there, (await ticketFor(there, person)).refreshToken, person.email)
  const asked = new URL(await redirectToProvider(there)).searchParams
  expect([asked.get('prompt'), asked.get('max_age')]).toEqual([null, null])
  /** The response to unlinking, in a session that was opened through a redirect with this query. */
  const unlinking = async (query: string) => {
    const away = await there.get(`${base}/redirecttoexternallogin?provider=elsewhere${query}`)
    const address = String(away.headers.location)
    const { code, ...back } = await externalProvider.visit(address, person)
    const came = await there.post(`${base}/loginwithcode`, { authorizationCode: code, provider: 'elsewhere', ...back })
    expect(came.statusCode).toBe(200)
    const by = bearer(came.json().idToken)
    const { identities } = (await there.get('/auth/v1/external-identities', by)).json()
    const refused = await anonymous.inject({
      method: 'DELETE',
      url: `/auth/v1/external-identities/${identities[0].id}`,
      headers: by,
    })
    return { sent: new URL(address).searchParams, code: refused.json().code ?? refused.json().errors[0].code }
  }
  // This provider only sends `auth_time` when it is requested.
  expect((await unlinking('')).code).toBe('stepUpRequired')
  const proved = await unlinking('&prompt=login')
  expect([proved.sent.get('prompt'), proved.sent.get('max_age')]).toEqual(['login', '0'])
  expect(proved.code).toBe('lastSignInMethod')
  expect((await there.get(`${base}/redirecttoexternallogin?provider=elsewhere&prompt=none`)).statusCode).toBe(400)
})

test('somebody new is offered an account, makes it, and is signed in from then on', async () => {
  const person = newcomer()
  const there = newBrowser()
  const offered = await ticketFor(there, person)
  expect(offered).toMatchObject({ code: 'unknownIdentity', proposedUsername: person.email, linkingAllowed: true })
  const answer = await create(there, offered.refreshToken, person.email)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ result: 'SUCCESS', logoutWhenIdle: true })
  expect(await signedInAs(there, answer.json().idToken)).toBe(person.email)
  const again = await signInAtProvider(newBrowser(), person)
  expect(again.statusCode).toBe(200)
  expect(again.json().result).toBe('SUCCESS')
})

test('D4: tokens of a federated session last an hour, after a refresh too, and end with the session', async () => {
  const person = newcomer()
  const first = newBrowser()
  await create(first, (await ticketFor(first, person)).refreshToken, person.email)
  const there = newBrowser()
  const signedIn = (await signInAtProvider(there, person)).json()
  expect(signedIn.expiresIn).toBe(3_600)
  const refreshed = (await there.post('/auth/v1/refresh', {})).json()
  expect(refreshed.expiresIn).toBe(3_600)
  clock.advance(50 * 60_000)
  expect(await signedInAs(there, refreshed.idToken)).toBe(person.email)
  await there.post('/auth/v1/logout', {}, bearer(refreshed.idToken))
  expect((await there.get(readCurrentUser.path, bearer(refreshed.idToken))).statusCode).toBe(401)
})

test('B8: an address that has an account is a conflict for a provider that speaks for it, and the ticket then links it by its password', async () => {
  await bindDomains('elsewhere', ['nordbygg.example'])
  const there = newBrowser()
  const { refreshToken } = await ticketFor(there, newcomer({ email: 'jonas@nordbygg.example' }))
  const refused = await create(there, refreshToken, 'jonas@nordbygg.example')
  expect(refused.statusCode).toBe(409)
  expect(refused.json().code).toBe('conflict')
  const linked = await link(there, refreshToken, 'jonas@nordbygg.example')
  expect(linked.statusCode).toBe(200)
  expect(await signedInAs(there, linked.json().idToken)).toBe('jonas@nordbygg.example')
})

test('B8: without a validated assertion nobody learns whether an address has an account', async () => {
  const known = 'jonas@nordbygg.example'
  const unknown = 'nobody@nowhere.example'
  const there = newBrowser()
  // The provider name was only used for a redirect; no callback arrived.
  await redirectToProvider(there)
  const invented = 'x'.repeat(43)
  for (const ask of [
    (name: string) => create(there, invented, name),
    (name: string) => create(newBrowser(), invented, name),
    (name: string) => link(there, invented, name),
    (name: string) =>
      there.post(`${base}/loginwithcode`, { provider: 'elsewhere', authorizationCode: name, state: invented }),
  ]) {
    const [one, other] = [await ask(known), await ask(unknown)]
    expect(one.statusCode).toBe(400)
    expect(comparableResponse(one)).toEqual(comparableResponse(other))
  }
  // The same request with a ticket from a real assertion does reveal it.
  const { refreshToken } = await ticketFor(there, newcomer({ email: known }))
  expect((await create(there, refreshToken, known)).statusCode).toBe(409)
})

/** A response without the parts that differ for every request. */
function comparableResponse({ statusCode, headers, body }: Awaited<ReturnType<typeof create>>) {
  const { errors, ...rest } = JSON.parse(body)
  return {
    ...{ statusCode, headers: Object.keys(headers).sort(), rest },
    errors: errors.map((error: object) => ({ ...error, id: undefined })),
  }
}

test('E5: a link by a wrong password is refused like any wrong password, and linking tells by mail', async () => {
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  const wrong = await link(there, refreshToken, 'ingrid@nordbygg.example', 'not the password of Ingrid')
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json().code).toBe('invalid_grant')
  expect((await link(there, refreshToken, 'ingrid@nordbygg.example')).statusCode).toBe(200)
  const mail = await db
    .selectFrom('mail')
    .select('kind')
    .where('user_id', '=', personId('ingrid@nordbygg.example'))
    .execute()
  expect(mail).toContainEqual({ kind: 'provider-linked' })
})

test('E1: a callback of another browser, or of none, is refused and makes nothing', async () => {
  const there = newBrowser()
  const callback = await authorizeAs(there, newcomer())
  const other = newBrowser()
  await redirectToProvider(other)
  const stolen = await other.post(`${base}/loginwithcode`, callback)
  expect(stolen.statusCode).toBe(400)
  expect(stolen.json().code).toBe('federationFailed')
  expect((await newBrowser().post(`${base}/loginwithcode`, callback)).statusCode).toBe(400)
  const { state: _, ...unsolicited } = callback
  expect((await there.post(`${base}/loginwithcode`, unsolicited)).statusCode).toBe(400)
  expect((await there.post(`${base}/loginwithcode`, callback)).statusCode).toBe(449)
})

test('E1: a state is good once and for ten minutes', async () => {
  const there = newBrowser()
  const person = newcomer()
  const callback = await authorizeAs(there, person)
  expect((await there.post(`${base}/loginwithcode`, callback)).statusCode).toBe(449)
  expect((await there.post(`${base}/loginwithcode`, callback)).statusCode).toBe(400)
  const late = await authorizeAs(there, person)
  clock.advance(10 * 60_000 + 1_000)
  expect((await there.post(`${base}/loginwithcode`, late)).statusCode).toBe(400)
})

test('E2: the provider of the body has to be the one of the flow, and the issuer of the answer its own', async () => {
  await addProvider('elsewhere-too')
  const there = newBrowser()
  const callback = await authorizeAs(there, newcomer())
  const mixed = await there.post(`${base}/loginwithcode`, { ...callback, provider: 'elsewhere-too' })
  expect(mixed.statusCode).toBe(400)
  const wrongIssuer = await there.post(`${base}/loginwithcode`, { ...callback, iss: 'https://evil.example' })
  expect(wrongIssuer.statusCode).toBe(400)
  expect(wrongIssuer.json().code).toBe('federationFailed')
  const { iss: _, ...silent } = await authorizeAs(there, newcomer())
  expect((await there.post(`${base}/loginwithcode`, silent)).statusCode).toBe(400)
})

test('E4: the same subject at another provider is another person', async () => {
  await addProvider('third')
  const person = newcomer()
  const there = newBrowser()
  const { refreshToken } = await ticketFor(there, person)
  expect((await create(there, refreshToken, person.email)).statusCode).toBe(200)
  expect((await signInAtProvider(newBrowser(), person, 'third')).statusCode).toBe(449)
  expect((await signInAtProvider(newBrowser(), { ...person, email: 'changed@elsewhere.example' })).statusCode).toBe(200)
})

test('E6: a provider that was disabled or removed meanwhile is refused, even in the middle', async () => {
  await addProvider('closing')
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person, 'closing')
  const inFlight = await authorizeAs(there, person, 'closing')
  const inFlightToo = await authorizeAs(there, person, 'closing')
  await db.updateTable('sso_provider').set({ is_disabled: true }).where('id', '=', 'closing').execute()
  const disabled = await there.post(`${base}/loginwithcode`, inFlight)
  expect(disabled.statusCode).toBe(403)
  expect(disabled.json().code).toBe('providerNotAllowed')
  expect((await create(there, refreshToken, person.email, 'closing')).statusCode).toBe(403)
  await db.deleteFrom('sso_provider').where('id', '=', 'closing').execute()
  expect((await there.post(`${base}/loginwithcode`, inFlightToo)).statusCode).toBe(403)
})

/** The sessions of an account that were opened by a provider. */
const sessionsOf = (email: string) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select('session.id')
    .where('app_user.email', '=', email)
    .where('session.method', '=', 'federation')
    .execute()

const setProvider = (id: string, values: { is_disabled?: boolean; email_match?: boolean; email_regex?: string }) =>
  db.updateTable('sso_provider').set(values).where('id', '=', id).execute()

test('E6: a provider that is disabled while the code is redeemed opens no session', async () => {
  await addProvider('closing-meanwhile')
  const [there, person] = [newBrowser(), newcomer()]
  await link(
    there,
    (await ticketFor(there, person, 'closing-meanwhile')).refreshToken,
    'kari@nordbygg.example',
    demoPassword,
    'closing-meanwhile',
  )
  expect((await signInAtProvider(newBrowser(), person, 'closing-meanwhile')).statusCode).toBe(200)
  const before = await sessionsOf('kari@nordbygg.example')
  beforeStatement('last_used_at', () => setProvider('closing-meanwhile', { is_disabled: true }))
  const refused = await signInAtProvider(newBrowser(), person, 'closing-meanwhile')
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'providerNotAllowed'])
  expect(await sessionsOf('kari@nordbygg.example')).toEqual(before)
  const auditEvents = db
    .selectFrom('audit_event')
    .select(['action', 'result', 'reason'])
    .where('actor_id', '=', personId('kari@nordbygg.example'))
  expect(await auditEvents.orderBy('sequence', 'desc').limit(1).execute()).toEqual([
    { action: 'session.login', result: 'failure', reason: 'providerNotAllowed' },
  ])
  // A concurrent disabling of the provider is waited for.
  await setProvider('closing-meanwhile', { is_disabled: false })
  const callback = await authorizeAs(there, person, 'closing-meanwhile')
  const [late] = await db.transaction().execute(async (tx) => {
    await tx.updateTable('sso_provider').set({ is_disabled: true }).where('id', '=', 'closing-meanwhile').execute()
    const late = there.post(`${base}/loginwithcode`, callback)
    await untilLockWaiters('sso_provider')
    return [late]
  })
  expect((await late)?.statusCode).toBe(403)
  expect(await sessionsOf('kari@nordbygg.example')).toEqual(before)
})

const unbind = (customer_id: string) =>
  db.deleteFrom('customer_domain').where('customer_id', '=', customer_id).execute()
const unlist = (id: string) => db.updateTable('customer').set({ providers: [] }).where('id', '=', id).execute()

test.each([
  ['is disabled', (id: string) => setProvider(id, { is_disabled: true })],
  ['no longer matches by email', (id: string) => setProvider(id, { email_match: false })],
  ['has another expression', (id: string) => setProvider(id, { email_regex: '[a-f]+@fjellbane\\.example' })],
  ['is no login method of its customer', (_: string, customer: string) => unlist(customer)],
  ['has lost the domain', (_: string, customer: string) => unbind(customer)],
])('E5, E6: a provider that owns the address and %s while it signs in links nobody', async (what, changeMeanwhile) => {
  const id = `owning-${what.replaceAll(' ', '-')}`
  await addProvider(id, { email_match: true })
  const customer = await bindDomains(id, ['fjellbane.example'])
  const [email, person] = ['gro@fjellbane.example', newcomer({ email: 'gro@fjellbane.example' })]
  // The provider, the domain and its customer matched before: the transaction begins with this lock.
  beforeStatement('for share of "provider"', () => changeMeanwhile(id, customer))
  const refused = await signInAtProvider(newBrowser(), person, id)
  expect([what, refused.statusCode, refused.json().code]).toEqual([what, 403, 'providerNotAllowed'])
  expect(await sessionsOf(email)).toEqual([])
  const links = db.selectFrom('external_identity').select('id').where('subject', '=', person.subject).execute()
  expect(await links).toEqual([])
})

test('E6: a person whose login methods exclude the provider is refused', async () => {
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  await link(there, refreshToken, 'kari@nordbygg.example')
  expect((await signInAtProvider(newBrowser(), person)).statusCode).toBe(200)
  await db
    .updateTable('app_user')
    .set({ allowed_providers: ['COGNITO'] })
    .where('email', '=', 'kari@nordbygg.example')
    .execute()
  const refused = await signInAtProvider(newBrowser(), person)
  expect(refused.statusCode).toBe(403)
  expect(refused.json().code).toBe('providerNotAllowed')
})

test('S4: a ticket is no refresh token, and no good in another browser', async () => {
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  expect((await newBrowser().post('/auth/v1/refresh', { refreshToken })).statusCode).toBe(401)
  const other = newBrowser()
  await redirectToProvider(other)
  expect((await create(other, refreshToken, person.email)).statusCode).toBe(400)
  expect((await create(there, refreshToken, person.email)).statusCode).toBe(200)
})

test('S4: of ten uses of one ticket at once exactly one succeeds', async () => {
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(there.copy(), refreshToken, person.email)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const links = await db.selectFrom('external_identity').select('id').where('subject', '=', person.subject).execute()
  expect(links).toHaveLength(1)
})

test('S4: of ten links by one ticket at once exactly one succeeds', async () => {
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => link(there.copy(), refreshToken, 'ola@nordbygg.example')),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const counters = await db
    .selectFrom('guessing')
    .select(['failures', 'pending'])
    .where('user_id', '=', personId('ola@nordbygg.example'))
    .execute()
  expect(counters.length).toBeGreaterThan(0)
  expect(counters.filter(({ failures, pending }) => failures > 0 || pending > 0)).toEqual([])
})

test('an id token that the client sends changes nothing', async () => {
  const there = newBrowser()
  const person = newcomer()
  const callback = await authorizeAs(there, person)
  const answer = await there.post(`${base}/loginwithcode`, { ...callback, idToken: 'eyJhbGciOiJub25lIn0.e30.' })
  expect(answer.json()).toMatchObject({ code: 'unknownIdentity', proposedUsername: person.email })
})

test('an account that may no longer be used is not signed in to', async () => {
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  await create(there, refreshToken, person.email)
  await db.updateTable('app_user').set({ is_inactive: true }).where('email', '=', person.email).execute()
  const refused = await signInAtProvider(newBrowser(), person)
  expect(refused.statusCode).toBe(401)
  expect(refused.json().code).toBe('invalid_grant')
})

test('a login through a provider costs at most two statements more than one by password', async () => {
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  await create(there, refreshToken, person.email)
  const callback = await authorizeAs(there, person)
  const federated = await captureStatements(async () => {
    expect((await there.post(`${base}/loginwithcode`, callback)).statusCode).toBe(200)
  })
  const login = { username: 'lena@nordbygg.example', password: demoPassword }
  const plain = await captureStatements(async () => {
    expect((await newBrowser().post('/auth/v1/login', login)).statusCode).toBe(200)
  })
  expect(plain.length).toBeGreaterThan(0)
  expect(federated.length - plain.length).toBeLessThanOrEqual(2)
})
