import { locales } from '@lintel/contract/settings/locales'
import { decodeJwt } from 'jose'
import { uuidv7 } from 'uuidv7'
import { afterEach, expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { expectInTime } from '../../../test/expect-in-time'
import { type EndpointFault, type ProviderFaults, startHostileProvider } from '../../../test/far-ends/hostile-provider'
import { federatedWorld } from '../../../test/federated-world'
import { reauthenticationPrompt } from './open-id-providers'

const {
  db,
  clock,
  addProvider,
  bindDomains,
  redirectToProvider,
  newBrowser,
  externalProvider,
  anonymous,
  signInAtProvider,
} = await federatedWorld()
const hostile = await startHostileProvider(externalProvider.clientSecret)

let count = 0
/** A provider in our settings that points to the hostile one; a new one each time, because metadata is cached. */
async function provider(more: object = {}): Promise<string> {
  count++
  const id = `hostile${count}`
  await addProvider(id, { issuer: hostile.issuer, ...more })
  return id
}

/** Runs a sign-in while the provider misbehaves in this way. */
async function visit(faults: ProviderFaults, given?: string, prompt?: 'login') {
  const id = given ?? (await provider())
  hostile.faults = faults
  const there = newBrowser()
  const { code, state, iss } = hostile.visit(await redirectToProvider(there, id, prompt))
  return there.post('/mgw/api/v2/federation/loginwithcode', { authorizationCode: code, provider: id, state, iss })
}

const redirect = (id: string, headers: Record<string, string> = {}) =>
  newBrowser().get(`/mgw/api/v2/federation/redirecttoexternallogin?provider=${id}`, headers)

afterEach(() => {
  hostile.faults = {}
  hostile.requestedPaths.length = 0
})

test('E3: a right answer is taken', async () => {
  const answer = await visit({})
  expect(answer.statusCode).toBe(449)
  expect(answer.json().proposedUsername).toBe('some@body.example')
})

test('F6: a Kelvin sign is no k: neither in what a provider vouches for, nor in the name that somebody proposes', async () => {
  const claims = (right: Record<string, unknown>) => ({
    ...right,
    email: 'some@ban\u212A.example',
    email_verified: true,
  })
  const answer = await visit({ claims })
  expect(answer.statusCode).toBe(449)
  expect(answer.json().proposedUsername).toBeUndefined()
  const there = newBrowser()
  const RefreshToken = (await signInAtProvider(there, { subject: 'kelvin' })).json().refreshToken
  const body = { Provider: 'elsewhere', ProposedUsername: '\u212Aari@nordbygg.example', RefreshToken }
  const created = await there.post('/mgw/api/v2/federation/create', body)
  expect([created.statusCode, created.json().code]).toEqual([422, 'invalidEmail'])
})

test.each(['a@b..com', '.a@b.com', 'a@-b.com'])('S16: no account is made for %s', async (ProposedUsername) => {
  const there = newBrowser()
  const RefreshToken = (await signInAtProvider(there, { subject: ProposedUsername })).json().refreshToken
  const propose = (name: string) =>
    there.post('/mgw/api/v2/federation/create', { Provider: 'elsewhere', ProposedUsername: name, RefreshToken })
  const refused = await propose(ProposedUsername)
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'invalidEmail'])
  expect((await propose('new.person@elsewhere.example')).statusCode).toBeLessThan(300)
})

const now = () => Math.floor(Date.now() / 1_000)
const wrongClaims: Record<string, (right: Record<string, unknown>) => Record<string, unknown>> = {
  'another issuer': (right) => ({ ...right, iss: 'https://evil.example' }),
  'another audience': (right) => ({ ...right, aud: 'another' }),
  'several audiences without azp': (right) => ({ ...right, aud: ['lintel', 'another'] }),
  'another nonce': (right) => ({ ...right, nonce: 'of another sign-in' }),
  'no nonce': ({ nonce: _, ...right }) => right,
  'an end in the past': (right) => ({ ...right, iat: now() - 600, exp: now() - 120 }),
  'no end': ({ exp: _, ...right }) => right,
  'no beginning': ({ iat: _, ...right }) => right,
  'no subject': ({ sub: _, ...right }) => right,
  'a subject without a letter': (right) => ({ ...right, sub: '' }),
  'another client that it was given to': (right) => ({ ...right, azp: 'another' }),
  'a date of a month ago': (right) => ({ ...right, iat: now() - 30 * 86_400 }),
  'a date of the day before yesterday': (right) => ({ ...right, iat: now() - 2 * 86_400 }),
  'a date of tomorrow': (right) => ({ ...right, iat: now() + 86_400 }),
  'a beginning in the future': (right) => ({ ...right, nbf: now() + 300 }),
}

test.each(Object.entries(wrongClaims))('E3: an id token with %s is refused', async (_, claims) => {
  const answer = await visit({ claims })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().code).toBe('federationFailed')
})

test.each(['none', 'HS256', 'ES384', 'other key', 'unknown key'] as const)(
  'E3: an id token signed by %s is refused',
  async (signature) => {
    const answer = await visit({ signature })
    expect(answer.statusCode).toBe(400)
    expect(await db.selectFrom('external_identity').select('id').where('subject', '=', 'somebody').execute()).toEqual(
      [],
    )
  },
)

test('E3: clocks may differ by a minute', async () => {
  const late = await visit({ claims: (right) => ({ ...right, iat: now() - 300, exp: now() - 30 }) })
  expect(late.statusCode).toBe(449)
})

test('E3: our own client may be named once more, and a token a few minutes old is taken', async () => {
  const answer = await visit({ claims: (right) => ({ ...right, azp: 'lintel', iat: now() - 500 }) })
  expect(answer.statusCode).toBe(449)
})

test('E3: userinfo about somebody else is refused, and recorded', async () => {
  const id = await provider()
  expect((await visit({ userinfo: { sub: 'somebody' } }, id)).statusCode).toBe(449)
  expect((await visit({ userinfo: { sub: 'another' } }, id)).statusCode).toBe(400)
  const recorded = await db
    .selectFrom('audit_event')
    .select(['action', 'reason'])
    .where('target_id', '=', id)
    .where('result', '=', 'failure')
    .execute()
  expect(recorded).toEqual([{ action: 'federation.callback', reason: 'federationFailed' }])
})

/** The email claims of the id token and of userinfo, and whether the address is accepted by both. */
const addresses: [string, object, object, boolean][] = [
  ['alone in userinfo', {}, { email: 'owner@hostile.example' }, true],
  ['verified in userinfo', { email: 'owner@hostile.example' }, { email: 'owner@hostile.example' }, true],
  [
    'there, and another verified in userinfo',
    { email: 'other@hostile.example' },
    { email: 'owner@hostile.example' },
    true,
  ],
  ['there, and none in userinfo', { email: 'owner@hostile.example' }, { email: undefined }, false],
  [
    'not verified',
    { email: 'owner@hostile.example', email_verified: false },
    { email: 'owner@hostile.example' },
    false,
  ],
  [
    'only called verified',
    { email_verified: true },
    { email: 'owner@hostile.example', email_verified: undefined },
    false,
  ],
]

test.each(addresses)(
  'E5: an address that is %s is verified by the answer that it stands in',
  async (_, said, userinfo, isTaken) => {
    const id = await provider({ email_match: true })
    await bindDomains(id, ['hostile.example'])
    const [userId, at] = [uuidv7(), new Date(clock.now()).toISOString()]
    await db.deleteFrom('app_user').where('email', '=', 'owner@hostile.example').execute()
    const owner = { id: userId, email: 'owner@hostile.example', email_verified_at: at, email_verified_by: 'mail' }
    await db
      .insertInto('app_user')
      .values({ ...owner, created_at: at, updated_at: at })
      .execute()
    const answer = await visit({ claims: (right) => ({ ...right, ...said }), userinfo: { ...userinfo } }, id)
    expect(answer.statusCode).toBe(isTaken ? 200 : 449)
    const links = await db.selectFrom('external_identity').select('user_id').where('provider_id', '=', id).execute()
    expect(links).toEqual(isTaken ? [{ user_id: userId }] : [])
  },
)

const minute = 60
/**
 * The `auth_time` of an id token, in seconds from now; whether a new authentication was requested; and the age that we assume,
 * in seconds.
 */
const proofs: [string, number | undefined, 'login' | undefined, number, boolean][] = [
  ['three hours ago', -180 * minute, undefined, 180 * minute, false],
  ['nine minutes ago', -9 * minute, undefined, 9 * minute, true],
  ['by a clock that is half a minute ahead', 30, undefined, 0, true],
  ['by a clock that is ten minutes ahead', 10 * minute, undefined, 11 * minute, false],
  ['it does not say when', undefined, undefined, 11 * minute, false],
  ['it does not say when, asked anew', undefined, 'login', 0, true],
  ['three hours ago, asked anew', -180 * minute, 'login', 180 * minute, false],
  ['by a clock that is ten minutes ahead, asked anew', 10 * minute, 'login', 11 * minute, false],
]

test.each(proofs)(
  'G9: a sign-in by who proved themselves there %s is as fresh a proof as that',
  async (_, at, prompt, ago, isFresh) => {
    const id = await provider()
    const link = { id: uuidv7(), provider_id: id, issuer: hostile.issuer, subject: 'somebody' }
    const linked = { ...link, user_id: personId('liam@survey.example'), linked_at: new Date(clock.now()).toISOString() }
    await db.insertInto('external_identity').values(linked).execute()
    const claims = (right: Record<string, unknown>) => ({
      ...right,
      ...(at !== undefined && { auth_time: now() + at }),
    })
    const answer = await visit({ claims }, id, prompt)
    expect(answer.statusCode).toBe(200)
    const { idToken } = answer.json()
    const { auth_time, iat = 0 } = decodeJwt(idToken)
    expect(Math.abs(iat - Number(auth_time) - ago)).toBeLessThan(10)
    const { proved_at, created_at } = await db
      .selectFrom('federation_session as begun')
      .innerJoin('session', 'session.id', 'begun.session_id')
      .select(['session.proved_at', 'session.created_at'])
      .where('begun.identity_id', '=', link.id)
      .executeTakeFirstOrThrow()
    expect(Math.floor(Date.parse(proved_at) / 1_000)).toBe(auth_time)
    expect(Math.abs(iat - Date.parse(created_at) / 1_000)).toBeLessThan(10)
    const unlinked = await anonymous.inject({
      method: 'DELETE',
      url: `/auth/v1/external-identities/${link.id}`,
      headers: { authorization: `Bearer ${idToken}` },
    })
    expect(unlinked.statusCode).toBe(isFresh ? 204 : 403)
    if (!isFresh) expect(unlinked.json().errors[0].code).toBe('stepUpRequired')
  },
)

test.each([
  ['says nothing of prompts', undefined, 'login'],
  ['takes login', ['none', 'login', 'consent'], 'login'],
  ['takes no login', ['none', 'consent', 'select_account'], 'select_account'],
] as const)('G9: a provider that %s is asked for a fresh proof by what it takes', async (_, supported, prompt) => {
  const id = await provider()
  hostile.faults = { published: (right) => ({ ...right, prompt_values_supported: supported }) }
  const asked = new URL(await redirectToProvider(newBrowser(), id, 'login')).searchParams
  expect([asked.get('prompt'), asked.get('max_age')]).toEqual([prompt, '0'])
  const usual = new URL(await redirectToProvider(newBrowser(), id)).searchParams
  expect([usual.get('prompt'), usual.get('max_age')]).toEqual([null, null])
})

test('G9: Google, which takes no login and does not say so, has the account chosen', () => {
  expect(reauthenticationPrompt({ issuer: 'https://accounts.google.com' })).toBe('select_account')
  expect(reauthenticationPrompt({ issuer: 'https://accounts.google.com.evil.example' })).toBe('login')
})

const post = 'client_secret_post'
const basic = 'client_secret_basic'

test.each([
  ['offers both', 'automatic', [basic, post], 'body'],
  ['offers the body', 'automatic', [post], 'body'],
  ['offers the header', 'automatic', [basic], 'header'],
  ['says nothing', 'automatic', undefined, 'header'],
  ['offers both, and the header is chosen', basic, [basic, post], 'header'],
  ['says nothing, and the body is chosen', post, undefined, 'body'],
] as const)(
  'E10: a secret with a dash is taken by a provider that decodes nothing and %s',
  async (_, chosen, offered, where) => {
    const id = await provider({ client_authentication: chosen })
    const published = (right: Record<string, unknown>) => ({ ...right, token_endpoint_auth_methods_supported: offered })
    expect((await visit({ published, secretLocation: where }, id)).statusCode).toBe(449)
    const wrong = where === 'body' ? 'header' : 'body'
    expect((await visit({ published, secretLocation: wrong }, id)).statusCode).toBe(400)
  },
)

test('E2: discovery that names another issuer is refused', async () => {
  const id = await provider()
  hostile.faults = { published: (right) => ({ ...right, issuer: 'https://evil.example' }) }
  expect((await redirect(id)).statusCode).toBe(400)
})

const troubles: [string, EndpointFault][] = [
  ['answers 500', '500'],
  ['sends a page', 'html'],
  ['sends far too much', 'huge'],
  ['hangs up', 'hangs up'],
  ['redirects to a secret place', { redirects: 'http://169.254.169.254/latest/meta-data/' }],
]

test.each(troubles)('K4: when discovery %s, the answer is 502, in words that tell nothing', async (_, trouble) => {
  const id = await provider()
  hostile.faults = { at: { discovery: trouble } }
  const answer = await redirect(id)
  expect(answer.statusCode).toBe(502)
  expect(answer.json().code).toBe('providerUnavailable')
  expect(answer.body).not.toMatch(/refused|timed? ?out|TLS|ECONN|127\.0\.0\.1|169\.254/i)
})

test.each(troubles)('K4: when the token endpoint %s, the answer is 502', async (_, trouble) => {
  expect((await visit({ at: { token: trouble } })).statusCode).toBe(502)
})

test.each(troubles)('K4: when the keys are asked for and it %s, the answer is 502', async (_, trouble) => {
  expect((await visit({ at: { keys: trouble } })).statusCode).toBe(502)
})

test.each(['silent', 'drips'] as const)(
  'K4: a provider that is %s is given up within six seconds, and nobody else waits',
  async (trouble) => {
    const id = await provider()
    hostile.faults = { at: { discovery: trouble } }
    const begun = performance.now()
    let isWaiting = true
    const waiting = redirect(id).finally(() => {
      isWaiting = false
    })
    const others = await Promise.all(
      Array.from({ length: 20 }, () => anonymous.inject({ method: 'GET', url: '/healthz' })),
    )
    expect(others.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect((await signInAtProvider(newBrowser(), { subject: 'meanwhile' })).statusCode).toBe(449)
    // All others were served while this request was waiting: the event loop was not blocked.
    expect(isWaiting).toBe(true)
    expect((await waiting).statusCode).toBe(502)
    expectInTime(performance.now() - begun, 6_000)
  },
)

test('K4: a token endpoint that is slow after discovery has the same six seconds', async () => {
  const begun = performance.now()
  expect((await visit({ at: { token: 'drips' } })).statusCode).toBe(502)
  expectInTime(performance.now() - begun, 6_000)
})

test('K4: a person who navigated there gets a page with a way on', async () => {
  const id = await provider()
  hostile.faults = { at: { discovery: '500' } }
  const page = await redirect(id, { accept: 'text/html' })
  expect(page.statusCode).toBe(502)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain(`redirecttoexternallogin?provider=${id}`)
  expect(page.body).toContain('/login')
})

test('K4: the page is in the language of the browser, each of the nine, and says what is the matter', async () => {
  const id = await provider()
  hostile.faults = { at: { discovery: '500' } }
  const shut = await provider({ is_disabled: true })
  const seen = new Set<string>()
  for (const locale of locales) {
    const headers = { accept: 'text/html', 'accept-language': `tlh, ${locale}-x-any;q=0.9` }
    const [away, closed, nowhere] = [
      await redirect(id, headers),
      await redirect(shut, headers),
      await redirect('nowhere', headers),
    ]
    expect([away.statusCode, closed.statusCode, nowhere.statusCode]).toEqual([502, 403, 400])
    for (const page of [away, closed, nowhere]) {
      expect(page.body).toContain(`<html lang="${locale}">`)
      seen.add(/<h1>(.+?)<\/h1>/.exec(page.body)?.[1] ?? '')
    }
    // Retry is only offered where it can help.
    expect(closed.body).not.toContain('redirecttoexternallogin')
  }
  expect(seen.size).toBe(3 * locales.length)
  expect((await redirect(id, { accept: 'text/html' })).body).toContain('The provider does not answer right now')
})

test('K4: the page is in the language that was chosen in this browser, before any that the browser requests', async () => {
  const page = await redirect('nowhere', {
    accept: 'text/html',
    'accept-language': 'en',
    cookie: 'other=1; lintel-language=pl',
  })
  expect(page.body).toContain('<html lang="pl">')
  expect(page.body).toContain('Ten dostawca logowania nie jest tutaj znany')
})

test('G9: the way to try again asks for what was asked for: the same account, and a fresh proof', async () => {
  const id = await provider()
  hostile.faults = { at: { discovery: '500' } }
  const retryOf = async (query: string) => {
    const { body } = await redirect(`${id}${query}`, { accept: 'text/html' })
    const [, address = ''] = /href="([^"]*redirecttoexternallogin[^"]*)"/.exec(body) ?? []
    return new URL(address.replaceAll('&amp;', '&')).search
  }
  expect(await retryOf('')).toBe(`?provider=${id}`)
  expect(await retryOf('&prompt=login')).toBe(`?provider=${id}&prompt=login`)
  const query = '&login_hint=a%40b.example&prompt=login'
  expect(await retryOf(query)).toBe(`?provider=${id}${query}`)
})

test('E8: a failure is not remembered, what was published is', async () => {
  const id = await provider()
  hostile.faults = { at: { discovery: '500' } }
  expect((await redirect(id)).statusCode).toBe(502)
  hostile.faults = {}
  expect((await redirect(id)).statusCode).toBe(302)
  hostile.requestedPaths.length = 0
  expect((await redirect(id)).statusCode).toBe(302)
  expect(hostile.requestedPaths).toEqual([])
})

const keysAsked = () => hostile.requestedPaths.filter((path) => path === 'keys').length

test('E7: a redirect is not followed, not even to a place that may be asked', async () => {
  const id = await provider()
  hostile.faults = { at: { discovery: { redirects: `${hostile.issuer}/keys` } } }
  expect((await redirect(id)).statusCode).toBe(502)
  expect(hostile.requestedPaths).toEqual(['discovery'])
})

test('E8: an answer of more than 256 KiB is not taken, however right it is', async () => {
  const id = await provider()
  const long = (length: number) => (right: Record<string, unknown>) => ({ ...right, filling: 'x'.repeat(length) })
  hostile.faults = { published: long(250 * 1_024) }
  expect((await redirect(id)).statusCode).toBe(302)
  const another = await provider()
  hostile.faults = { published: long(260 * 1_024) }
  expect((await redirect(another)).statusCode).toBe(502)
})

test('E4: the same subject of another issuer is another person, at the same provider too', async () => {
  await addProvider('moved')
  await bindDomains('moved', ['elsewhere.example'])
  const [there, subject] = [newBrowser(), 'somebody']
  const { refreshToken, proposedUsername } = (await signInAtProvider(there, mover(subject), 'moved')).json()
  const body = { Provider: 'moved', ProposedUsername: proposedUsername, RefreshToken: refreshToken }
  expect((await there.post('/mgw/api/v2/federation/create', body)).statusCode).toBe(200)
  expect((await signInAtProvider(newBrowser(), mover(subject), 'moved')).statusCode).toBe(200)
  await db.updateTable('sso_provider').set({ issuer: hostile.issuer }).where('id', '=', 'moved').execute()
  expect((await visit({}, 'moved')).statusCode).toBe(449)
})

const mover = (subject: string) => ({ subject, email: 'mover@elsewhere.example', emailVerified: true })

const inside = [
  'http://169.254.169.254/keys',
  'https://10.0.0.1/keys',
  'https://[fd00:ec2::254]/keys',
  'https://127.0.0.1/keys',
]

test.each(inside)('E7: keys at %s are never asked for', async (address) => {
  const answer = await visit({ published: (right) => ({ ...right, jwks_uri: address }) })
  // Loopback itself is allowed on a developer's machine, but nothing answers there by https.
  expect(answer.statusCode).toBe(502)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'nowhere', 'https://10.0.0.1/authorize', undefined])(
  'E7: an address to send the browser to that is no web address (%s) is 502, and recorded',
  async (authorization_endpoint) => {
    const id = await provider()
    hostile.faults = { published: (right) => ({ ...right, authorization_endpoint }) }
    const answer = await redirect(id)
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'providerUnavailable'])
    const recorded = await db
      .selectFrom('audit_event')
      .select(['action', 'reason'])
      .where('target_id', '=', id)
      .where('result', '=', 'failure')
      .execute()
    expect(recorded).toEqual([{ action: 'federation.redirect', reason: 'providerUnavailable' }])
  },
)

test('E9: the sign-in page is told the providers whatever state they are in', async () => {
  await provider({ is_public: true, hidden: false })
  hostile.faults = { at: { discovery: 'silent' } }
  const list = await anonymous.inject({ method: 'GET', url: '/mgw/api/v3/sso-providers' })
  expect(list.statusCode).toBe(200)
  expect(hostile.requestedPaths).toEqual([])
})

// Last test: from here on the clock of the provider is slow.
test('E8: the keys are asked for once, however many sign in, until an hour has passed', async () => {
  const id = await provider()
  for (let times = 0; times < 3; times++) expect((await visit({}, id)).statusCode).toBe(449)
  expect(keysAsked()).toBe(1)
  clock.advance(59 * 60_000)
  const late = (right: Record<string, unknown>) => ({ ...right, iat: now(), exp: now() + 4_000 })
  expect((await visit({ claims: late }, id)).statusCode).toBe(449)
  expect(keysAsked()).toBe(1)
  clock.advance(60_001)
  expect((await visit({ claims: late }, id)).statusCode).toBe(449)
  expect(keysAsked()).toBe(2)
})

test('E8: a key that is not among those known has them asked for again, once in thirty seconds', async () => {
  const id = await provider()
  const come = (faults: ProviderFaults = {}) =>
    visit({ ...faults, claims: (right) => ({ ...right, iat: now(), exp: now() + 8_000 }) }, id)
  expect((await come()).statusCode).toBe(449)
  await hostile.rotate()
  // The keys have just been fetched: a token with an unknown key id is rejected without another fetch.
  expect((await come()).statusCode).toBe(400)
  expect(keysAsked()).toBe(1)
  clock.advance(30_001)
  expect((await come()).statusCode).toBe(449)
  expect(keysAsked()).toBe(2)
  for (let times = 0; times < 3; times++) expect((await come({ signature: 'unknown key' })).statusCode).toBe(400)
  expect(keysAsked()).toBe(2)
  clock.advance(30_001)
  for (let times = 0; times < 3; times++) expect((await come({ signature: 'unknown key' })).statusCode).toBe(400)
  expect(keysAsked()).toBe(3)
  expect((await come()).statusCode).toBe(449)
  expect(keysAsked()).toBe(3)
})
