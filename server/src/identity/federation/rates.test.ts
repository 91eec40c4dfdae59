import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { browser } from '../../../test/browser'
import { federatedWorld } from '../../../test/federated-world'

const { app, clock, db, newBrowser, signInAtProvider } = await federatedWorld({ rates: {} })
const base = '/mgw/api/v2/federation'

test('B4: an address asks twenty times a minute for the provider of an email or a company id, both together', async () => {
  const client = browser(app, { ip: '192.0.2.1' })
  const match = (from = client) => from.post(`${base}/match`, { email: 'somebody@nowhere.example' })
  const company = (from = client) => from.post(`${base}/company`, { companyId: 'nowhere' })
  for (let time = 0; time < 10; time++) {
    expect((await match()).statusCode).not.toBe(429)
    expect((await company()).statusCode).not.toBe(429)
  }
  for (const refused of [await match(), await company()]) {
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'tooManyRequests'])
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '0' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await match(browser(app, { ip: '192.0.2.2' }))).statusCode).not.toBe(429)
  clock.advance(60_000)
  expect((await match()).statusCode).not.toBe(429)
})

test('B4: an address requests five mails a minute for new accounts; the ticket remains valid for the next minute', async () => {
  clock.freeze()
  clock.advance(60_000)
  const requestMail = async (at: number) => {
    const there = newBrowser()
    const person = { subject: `person-${at}`, email: `person${at}@elsewhere.example`, emailVerified: true }
    const { refreshToken } = (await signInAtProvider(there, person)).json()
    const email = `stranger${at}@elsewhere.example`
    const ask = () =>
      there.post(`${base}/create`, { Provider: 'elsewhere', ProposedUsername: email, RefreshToken: refreshToken })
    return { email, ask, answer: await ask() }
  }
  for (let at = 0; at < 5; at++) expect((await requestMail(at)).answer.json().result).toBe('VERIFICATION_REQUIRED')
  const { email, ask, answer } = await requestMail(5)
  expect([answer.statusCode, answer.json().code]).toEqual([429, 'tooManyRequests'])
  expect(await db.selectFrom('app_user').select('id').where('email', '=', email).execute()).toEqual([])
  clock.advance(60_000)
  expect((await ask()).json().result).toBe('VERIFICATION_REQUIRED')
})

test('B4: passwords guessed to link an identity count by the address, whichever session is open', async () => {
  const there = browser(app, { ip: '192.0.2.3' })
  const person = { subject: 'guesser', email: 'guesser@elsewhere.example', emailVerified: true }
  const { refreshToken } = (await signInAtProvider(there, person)).json()
  const signIn = async (from = newBrowser(), username = 'mei@nordbygg.example') =>
    (await from.post('/auth/v1/login', { username, password: demoPassword })).json().idToken
  const sessions = [await signIn(), await signIn()]
  // The browser is known to one account.
  await signIn(there, 'ola@nordbygg.example')
  const guess = (at: number, username: string, password: string) =>
    there.post(
      `${base}/link`,
      { provider: 'elsewhere', refreshToken, username, password },
      { authorization: `Bearer ${sessions[at % 2]}` },
    )
  for (let at = 0; at < 30; at++) expect((await guess(at, `n${at}@nowhere.example`, 'wrong')).statusCode).toBe(401)
  expect((await guess(30, 'anna@nordbygg.example', 'wrong')).json().code).toBe('tooManyRequests')
  expect((await guess(31, 'ola@nordbygg.example', demoPassword)).statusCode).toBe(200)
})
