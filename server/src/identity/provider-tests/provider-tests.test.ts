import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterEach, describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { browser } from '../../../test/browser'
import { expectInTime } from '../../../test/expect-in-time'
import { type ProviderFaults, startHostileProvider } from '../../../test/far-ends/hostile-provider'
import { federatedWorld } from '../../../test/federated-world'
import { givePassword } from '../../../test/give-password'
import { worldOn } from '../../../test/world'

const { as, db, externalProvider, addProvider, bindDomains, clock, signInAtProvider, newBrowser, platform } =
  await federatedWorld()
const hostile = await startHostileProvider(externalProvider.clientSecret)
const base = '/mgw/api/v2/federation'
const staff = as('staff')

await addProvider('tested', { is_disabled: true, activated_at: null })
await addProvider('hostile', { issuer: hostile.issuer, is_disabled: true })
await addProvider('owner', { email_match: true, email_regex: '.+@owned\\.example', is_disabled: true })
await bindDomains('owner', ['owned.example'])
await addProvider('asks')
await addProvider('matches', { email_match: true, email_regex: '.*fits.*' })
await bindDomains('asks', ['asks.example'])
await bindDomains('matches', ['matches.example'])
const strict = await worldOn(db, { canAddUsers: false, rates: platform.configuration.rates })

afterEach(() => {
  hostile.faults = {}
})

async function post(path: string, payload: object, by = staff) {
  const answer = await by.inject({ method: 'POST', url: `${base}/${path}`, payload })
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  expect(answer.headers['set-cookie']).toBeUndefined()
  return answer.json()
}

const begin = (provider: string, by = staff) => post('provider-tests', { provider }, by)

/** A complete test sign-in as a person of the real provider. */
async function testAs(person: Parameters<typeof externalProvider.visit>[1], provider = 'tested', by = staff) {
  const { begun } = await begin(provider, by)
  const { code, iss } = await externalProvider.visit(begun.address, person)
  return post('provider-tests/result', { provider, ticket: begun.ticket, code, iss }, by)
}

/** A complete test sign-in at a provider that misbehaves in this way. */
async function testAt(faults: ProviderFaults) {
  hostile.faults = faults
  const { begun, trouble } = await begin('hostile')
  if (trouble) return { trouble }
  const { code, iss } = hostile.visit(begun.address)
  return post('provider-tests/result', { provider: 'hostile', ticket: begun.ticket, code, iss })
}

/** All stored rows except the audit log and request counts, as text. */
async function everythingStored(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const kept = rows.filter(({ name }) => !/^audit|^event|rate|_window|session_use/.test(name))
  const contents: [string, string | undefined][] = []
  for (const { name } of kept) {
    const all = await sql<{ all: string }>`
      select coalesce(string_agg(t::text, '\n' order by t::text), '') as all from ${sql.table(name)} as t`.execute(db)
    contents.push([name, all.rows[0]?.all])
  }
  return JSON.stringify(contents)
}

test('E6: a test sign-in tells what was received and changes nothing: no account, no session, no identity, no cookie', async () => {
  const person = { subject: 'newcomer', email: 'new@elsewhere.example', emailVerified: true, givenName: 'Nora' }
  await staff.inject({ url: '/mgw/api/v3/users/me' })
  const before = await everythingStored()
  const result = await testAs(person)
  expect(result).toMatchObject({
    trouble: null,
    person: { email: 'new@elsewhere.example', isEmailVerified: true, isAllowed: true, findings: [] },
    signIn: { outcome: 'confirmByMail', account: null, refusal: null },
  })
  expect(result.person.claims).toMatchObject({ sub: 'newcomer', email: 'new@elsewhere.example', given_name: 'Nora' })
  expect(await everythingStored()).toBe(before)
  const told = await db
    .selectFrom('audit_event')
    .select(['action', 'target_id', 'result'])
    .where('action', '=', 'provider-tests.end')
    .execute()
  expect(told).toEqual([{ action: 'provider-tests.end', target_id: 'tested', result: 'success' }])
})

test('staff are told which account would be opened, linked, or refused and why', async () => {
  const mei = { email: 'mei@nordbygg.example', emailVerified: true }
  expect((await testAs({ subject: 'mei', ...mei })).signIn).toEqual({
    outcome: 'link',
    account: 'mei@nordbygg.example',
    refusal: null,
  })
  const boss = { subject: 'boss', email: 'staff@lintel.example', emailVerified: true }
  expect((await testAs(boss)).signIn).toMatchObject({ outcome: 'refuse', refusal: 'staffAccount' })
  await db.updateTable('app_user').set({ is_inactive: true }).where('email', '=', 'lena@nordbygg.example').execute()
  const closed = { subject: 'lena', email: 'lena@nordbygg.example', emailVerified: true }
  expect((await testAs(closed)).signIn).toMatchObject({ outcome: 'refuse', refusal: 'accountClosed' })
  const limited = db.updateTable('app_user').where('email', '=', 'mei@nordbygg.example')
  await limited.set({ allowed_providers: ['COGNITO'] }).execute()
  expect((await testAs({ subject: 'mei', ...mei })).signIn).toMatchObject({
    outcome: 'refuse',
    refusal: 'loginMethods',
  })
  await limited.set({ allowed_providers: [] }).execute()
})

test('what the test says of somebody is what their sign-in then comes to', async () => {
  const person = { subject: 'truth', email: 'truth@owned.example', emailVerified: true }
  expect((await testAs(person, 'owner')).signIn).toMatchObject({ outcome: 'create', account: null })
  const opened = db.updateTable('sso_provider').where('id', '=', 'owner')
  await opened.set({ is_disabled: false }).execute()
  const there = newBrowser()
  const offered = (await signInAtProvider(there, person, 'owner')).json()
  const made = await there.post(`${base}/create`, {
    Provider: 'owner',
    ProposedUsername: 'truth@owned.example',
    RefreshToken: offered.refreshToken,
  })
  expect(made.statusCode).toBe(200)
  expect((await testAs(person, 'owner')).signIn).toMatchObject({ outcome: 'open', account: 'truth@owned.example' })
  expect((await testAs({ ...person, subject: 'another' }, 'owner')).signIn).toMatchObject({ outcome: 'openByEmail' })
})

describe('what the test says is what the sign-in comes to, whoever has the address and whatever is claimed of it', () => {
  let made = 0
  type Account = 'nobody' | 'unproved' | 'proved' | 'staff'
  const claims: Record<string, { local: string; emailVerified: boolean; domain?: string }> = {
    trusted: { local: 'fits', emailVerified: true },
    ofOtherDomain: { local: 'fits', emailVerified: true, domain: 'other.example' },
    unverified: { local: 'fits', emailVerified: false },
    outsidePattern: { local: 'apart', emailVerified: true },
  }

  async function addAccount(email: string, account: Account) {
    if (account === 'nobody') return
    const at = new Date(clock.now()).toISOString()
    const proof = account === 'unproved' ? {} : { email_verified_at: at, email_verified_by: 'mail' }
    const role = account === 'staff' ? 'rendra_staff' : null
    await db
      .insertInto('app_user')
      .values({ id: uuidv7(), email, role, ...proof })
      .execute()
    await givePassword(db, email)
  }

  /** The outcome of a real sign-in, as the account portal goes on with it. */
  async function signInFor(
    there: ReturnType<typeof newBrowser>,
    person: { subject: string; email: string },
    provider: string,
  ) {
    const { email } = person
    const isKnown = (await db.selectFrom('app_user').select('id').where('email', '=', email).execute()).length > 0
    const answer = await signInAtProvider(there, person, provider)
    if (answer.statusCode !== 449) return answer.statusCode === 200 ? 'openByEmail' : 'refuse'
    const { refreshToken, linkingAllowed } = answer.json()
    const body = { Provider: provider, ProposedUsername: email, RefreshToken: refreshToken }
    const created = await there.post(`${base}/create`, body)
    if (created.json().result === 'SUCCESS') return isKnown ? 'openByEmail' : 'create'
    const proofs = db
      .selectFrom('mail')
      .innerJoin('app_user', 'app_user.id', 'mail.user_id')
      .select('kind')
      .where('app_user.email', '=', email)
      .where('kind', '=', 'provider-verify-address')
    if ((await proofs.execute()).length > 0) return 'confirmByMail'
    if (!linkingAllowed) return 'refuse'
    const again = (await signInAtProvider(there, person, provider)).json()
    const given = { provider, refreshToken: again.refreshToken, username: email, password: demoPassword }
    return (await there.post(`${base}/link`, given)).statusCode === 200 ? 'link' : 'refuse'
  }

  const mailed = ['create', 'confirmByMail', 'confirmByMail', 'create']
  const handedOver = ['openByEmail', 'confirmByMail', 'confirmByMail', 'openByEmail']
  const notAdded = Array(4).fill('refuse: notAdded')
  const link = Array(4).fill('link')
  const matched = ['openByEmail', 'confirmByMail', 'confirmByMail', 'refuse: addressTaken']
  const staffAccount = Array(4).fill('refuse: staffAccount')

  test.each([
    ['asks', true, { nobody: mailed, unproved: handedOver, proved: link, staff: staffAccount }],
    ['asks', false, { nobody: notAdded, unproved: handedOver, proved: link, staff: staffAccount }],
    ['matches', true, { nobody: mailed, unproved: handedOver, proved: matched, staff: staffAccount }],
    ['matches', false, { nobody: notAdded, unproved: handedOver, proved: matched, staff: staffAccount }],
  ] as const)('a provider that %s, where people may be added: %s', async (provider, canAddUsers, expected) => {
    const [by, app] = canAddUsers ? [staff, undefined] : [strict.as('staff'), strict.app]
    for (const account of ['nobody', 'unproved', 'proved', 'staff'] as const) {
      const told: string[] = []
      const real: string[] = []
      for (const { local, emailVerified, domain = `${provider}.example` } of Object.values(claims)) {
        made++
        const person = { subject: `compared-${made}`, email: `${local}${made}@${domain}`, emailVerified }
        await addAccount(person.email, account)
        const { outcome, refusal } = (await testAs(person, provider, by)).signIn
        told.push(refusal ? `${outcome}: ${refusal}` : outcome)
        real.push(await signInFor(app ? browser(app) : newBrowser(), person, provider))
      }
      expect(told, account).toEqual(expected[account])
      expect(real, account).toEqual(expected[account].map((each) => each.split(':')[0]))
    }
  })
})

test('E5: an address that is not taken for the person says what of it is not right', async () => {
  const at = (email: string | undefined, emailVerified: boolean) =>
    testAs({ subject: 'finding', emailVerified, ...(email !== undefined && { email }) }, 'owner')
  expect((await at('right@owned.example', true)).person).toMatchObject({ isAllowed: true, findings: [] })
  expect((await at('right@owned.example', false)).person).toMatchObject({
    isAllowed: false,
    findings: ['emailNotVerified'],
  })
  expect((await at('wrong@other.example', true)).person).toMatchObject({
    isAllowed: false,
    findings: ['outsideExpression', 'outsideDomains'],
  })
  expect((await at(undefined, false)).person).toMatchObject({ isAllowed: false, findings: ['noEmail'] })
})

const far = Math.floor(Date.now() / 1_000) + 4_000
const troubles: [string, ProviderFaults, object][] = [
  ['discovery that does not answer', { at: { discovery: 'hangs up' } }, { kind: 'discovery' }],
  ['discovery that is huge', { at: { discovery: 'huge' } }, { kind: 'discovery' }],
  ['discovery that is a page', { at: { discovery: 'html' } }, { kind: 'discovery' }],
  [
    'another issuer',
    { published: (right) => ({ ...right, issuer: 'https://real.example/tenant' }) },
    { kind: 'otherIssuer', value: 'https://real.example/tenant' },
  ],
  ['nowhere to sign in', { published: ({ authorization_endpoint: _, ...right }) => right }, { kind: 'authorization' }],
  [
    'a script for an address',
    { published: (right) => ({ ...right, authorization_endpoint: 'javascript:alert(1)' }) },
    { kind: 'authorization', said: 'javascript:alert(1)' },
  ],
  ['a wrong secret', { secretLocation: 'header' }, { kind: 'secret', value: 'lintel', said: 'invalid_client' }],
  ['a token endpoint that does not answer', { at: { token: 'hangs up' } }, { kind: 'token' }],
  ['keys that do not answer', { at: { keys: 'hangs up' } }, { kind: 'keys' }],
  ['a set of keys without any', { at: { keys: 'no keys' } }, { kind: 'keys' }],
  ['a signature by no key of theirs', { signature: 'other key' }, { kind: 'keys' }],
  ['a key that is not published', { signature: 'unknown key' }, { kind: 'keys' }],
  ['no signature', { signature: 'none' }, { kind: 'keys' }],
  ['a clock that is ahead', { claims: (right) => ({ ...right, iat: far, exp: far + 300 }) }, { kind: 'clock' }],
  [
    'a clock that is behind',
    { claims: (right) => ({ ...right, iat: far - 9_000, exp: far - 8_700 }) },
    { kind: 'clock' },
  ],
  ['an answer for another client', { claims: (right) => ({ ...right, aud: 'other' }) }, { kind: 'claims' }],
  ['userinfo that does not answer', { at: { userinfo: 'hangs up' } }, { kind: 'userinfo' }],
]

test.each(troubles)('K4: %s is told in one word with what helps', async (name, faults, expected) => {
  if (name === 'a wrong secret')
    await db
      .updateTable('sso_provider')
      .set({ client_authentication: 'client_secret_post' })
      .where('id', '=', 'hostile')
      .execute()
  const { trouble, person = null } = await testAt(faults)
  expect(trouble).toMatchObject(expected)
  expect(person).toBeNull()
})

test('the clock’s difference is told in seconds', async () => {
  const { trouble } = await testAt({ claims: (right) => ({ ...right, iat: far, exp: far + 300 }) })
  expect(Number(trouble.said)).toBeGreaterThan(3_800)
  expect(Number(trouble.said)).toBeLessThan(4_100)
})

test('K4: an issuer that drips has six seconds', async () => {
  hostile.faults = { at: { discovery: 'drips' } }
  const since = performance.now()
  const { trouble } = await begin('hostile')
  expectInTime(performance.now() - since, 6_000, 'a test that cannot begin')
  expect(trouble).toMatchObject({ kind: 'discovery' })
})

test('a refusal of the provider is told, with the redirect address where that is the matter', async () => {
  const { begun } = await begin('tested')
  const refused = (error: string, errorDescription?: string) =>
    post('provider-tests/result', { provider: 'tested', ticket: begun.ticket, error, errorDescription })
  expect((await refused('access_denied', 'Not assigned to this app')).trouble).toMatchObject({
    kind: 'denied',
    said: 'access_denied: Not assigned to this app',
  })
  expect((await refused('invalid_request', 'The redirect_uri is not registered')).trouble).toMatchObject({
    kind: 'redirectAddress',
    value: `${platform.configuration.publicUrl}/federation`,
  })
})

test('E1: a test is ended by whoever began it, within ten minutes, at the settings it was begun with', async () => {
  const person = { subject: 'late', email: 'late@elsewhere.example', emailVerified: true }
  const back = async () => {
    const { begun } = await begin('tested')
    const { code, iss } = await externalProvider.visit(begun.address, person)
    return { provider: 'tested', ticket: begun.ticket as string, code, iss }
  }
  expect((await post('provider-tests/result', await back())).trouble).toBeNull()
  const expired = { trouble: { kind: 'expired' }, person: null }
  await db.updateTable('app_user').set({ role: 'rendra_staff' }).where('email', '=', 'kari@nordbygg.example').execute()
  const kari = as('kari', { secondFactor: true })
  expect(await post('provider-tests/result', await back(), kari)).toMatchObject(expired)
  expect(await post('provider-tests/result', { ...(await back()), provider: 'owner' })).toMatchObject(expired)
  expect(await post('provider-tests/result', { ...(await back()), ticket: 'made up' })).toMatchObject(expired)
  const late = await back()
  clock.advance(10 * 60_000 + 1)
  expect(await post('provider-tests/result', late, as('staff'))).toMatchObject(expired)
  clock.advance(-(10 * 60_000 + 1))
})

test('E1: what a test brings back signs nobody in', async () => {
  const { begun } = await begin('elsewhere')
  const { code, state, iss } = await externalProvider.visit(begun.address, {
    subject: 'sneaky',
    email: 'mei@nordbygg.example',
  })
  const there = newBrowser()
  const answer = await there.post(`${base}/loginwithcode`, {
    authorizationCode: code,
    provider: 'elsewhere',
    state,
    iss,
  })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'federationFailed'])
})

test.each([
  'https://192.168.0.1',
  'https://169.254.169.254',
  'https://10.1.2.3/x',
  'javascript:alert(1)',
  'http://login.example.com',
])('E7: %s is not asked for what it publishes', async (issuer) => {
  expect(await post('issuers', { issuer })).toMatchObject({ trouble: { kind: 'address' }, published: null })
})

test('what an issuer publishes is read before it is saved', async () => {
  const { trouble, published } = await post('issuers', { issuer: externalProvider.issuer })
  expect(trouble).toBeNull()
  expect(published).toMatchObject({
    issuer: externalProvider.issuer,
    authorizationEndpoint: `${externalProvider.issuer}/auth`,
  })
  expect(published.clientAuthentications).toContain('client_secret_post')
  expect(await post('issuers', { issuer: 'http://127.0.0.1:9' })).toMatchObject({ trouble: { kind: 'discovery' } })
})

test('a provider without an issuer is not tested, and the built-in ones are none', async () => {
  await addProvider('bare', { issuer: null })
  expect(await begin('bare')).toMatchObject({ trouble: { kind: 'incomplete' }, begun: null })
  for (const provider of ['COGNITO', 'nowhere']) {
    const answer = await staff.inject({ method: 'POST', url: `${base}/provider-tests`, payload: { provider } })
    expect(answer.statusCode).toBe(404)
  }
})
