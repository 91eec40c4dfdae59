import { expect, test } from 'vitest'
import { demoPassword } from '../../demo/credentials'
import { type ProviderFaults, startHostileProvider } from '../../test/far-ends/hostile-provider'
import { federatedWorld } from '../../test/federated-world'
import { secondFactors } from '../../test/second-factors'

const opened = await federatedWorld()
const { log, db, externalProvider, addProvider, redirectToProvider, authorizeAs, newBrowser } = opened
const { signIn, setUp, startChallenge, verify, code } = secondFactors(opened)

/** Expects that no log line contains any of these; they would be logged completely. */
function expectNotLogged(secrets: Record<string, string>) {
  const told = log.join('')
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(15)
    expect(told.includes(secret) || told.includes(encodeURIComponent(secret)), name).toBe(false)
  }
}

test('D11: no password, token, seed or code of a sign-in is in the log, whatever it ends in', async () => {
  const email = 'mei@nordbygg.example'
  const typed = 'what somebody typed by mistake'
  await newBrowser().post('/auth/v1/login', { username: email, password: typed })
  await newBrowser().post('/auth/v1/login', { username: typed, password: typed })
  await newBrowser().get(`/login?email=${email}&tmppass=${encodeURIComponent(typed)}`)
  await newBrowser().post('/mgw/api/v2/guest-login/a-link-that-leads-nowhere', {})
  const person = await signIn(email)
  const { secret, recoveryCodes } = await setUp(person)
  const [recoveryCode = ''] = recoveryCodes
  const page = newBrowser()
  const ticket = await startChallenge(page, email)
  await verify(page, ticket, email, recoveryCode)
  await verify(page, await startChallenge(page, email), email, code(secret))
  const refreshSecret = page.cookies.get('lintel-refresh') ?? ''
  await page.post('/auth/v1/refresh')
  await page.post('/auth/v1/refresh', { refreshToken: refreshSecret, token: person.idToken })
  // An internal error in the middle of a sign-in: the only case in which it is logged.
  await db.schema.alterTable('session').renameTo('session_away').execute()
  const failed = await newBrowser().post('/auth/v1/login', { username: 'ola@nordbygg.example', password: demoPassword })
  await page.post('/auth/v1/refresh')
  await db.schema.alterTable('session_away').renameTo('session').execute()
  expect(failed.statusCode).toBe(500)
  expect(log.some((line) => line.includes('request failed'))).toBe(true)
  expectNotLogged({
    typed,
    password: demoPassword,
    idToken: person.idToken,
    accessToken: person.accessToken,
    seed: secret,
    recoveryCode,
    ticket,
    refreshSecret,
    renewed: page.cookies.get('lintel-refresh') ?? '',
    browser: page.cookies.get('lintel-browser') ?? '',
    guestLink: 'a-link-that-leads-nowhere',
  })
})

const attacks: [string, ProviderFaults][] = [
  ['answers rightly', {}],
  ['names another nonce', { claims: (right) => ({ ...right, nonce: 'of another sign-in' }) }],
  ['signs with another key', { signature: 'other key' }],
  ['does not sign', { signature: 'none' }],
  ['hangs up', { at: { token: 'hangs up' } }],
  ['answers 500', { at: { token: '500' } }],
  ['sends a page', { at: { token: 'html' } }],
  ['speaks of somebody else', { userinfo: { sub: 'another' } }],
]

test.each(attacks)('D11: nor is a code, state, token or secret of a provider that %s', async (_, faults) => {
  const hostile = await startHostileProvider(externalProvider.clientSecret)
  const provider = `hostile${attacks.findIndex(([, one]) => one === faults)}`
  await addProvider(provider, { issuer: hostile.issuer })
  const there = newBrowser()
  const { code: authorizationCode, state, iss } = hostile.visit(await redirectToProvider(there, provider))
  hostile.faults = faults
  const answer = await there.post('/mgw/api/v2/federation/loginwithcode', {
    authorizationCode,
    provider,
    state,
    iss,
  })
  if (answer.statusCode !== 449) expect(log.some((line) => line.includes('a provider failed'))).toBe(true)
  const { refreshToken } = answer.json<{ refreshToken?: string }>()
  expectNotLogged({
    authorizationCode,
    state,
    clientSecret: externalProvider.clientSecret,
    browser: there.cookies.get('lintel-fed') ?? '',
    ...(refreshToken !== undefined && { ticket: refreshToken }),
    ...Object.fromEntries(hostile.issuedIdTokens.map((token) => ['idToken', token])),
  })
})

test('D11: nor what a right provider sent', async () => {
  const there = newBrowser()
  const callback = await authorizeAs(there, {
    subject: 'logged',
    email: 'logged@elsewhere.example',
    emailVerified: true,
  })
  await there.post('/mgw/api/v2/federation/loginwithcode', { ...callback, iss: 'https://evil.example' })
  expectNotLogged({ authorizationCode: callback.authorizationCode, state: callback.state })
})
