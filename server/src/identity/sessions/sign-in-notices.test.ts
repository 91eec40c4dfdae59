import { confirmEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { personId } from '../../../demo/person-id'
import { type Browser, browser } from '../../../test/browser'
import { secondFactors } from '../../../test/second-factors'
import { world } from '../../../test/world'
import { signInNoticesJob } from './sign-in-notices'

const unlimited = { calls: 1_000_000, seconds: 60 }
const opened = await world({ rates: { general: unlimited, signIn: unlimited } })
const { app, as, db, platform, clock } = opened
const { setUp, signIn, startChallenge, verify, wrongCode, code, mailsTo } = secondFactors(opened)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const aborting = new AbortController()
afterAll(() => aborting.abort())

const job = { id: 'test', attempt: 1, customer: null }
/** Runs the job when sign-ins are old enough. */
async function look() {
  clock.advance(11_000)
  await signInNoticesJob.run({ platform, payload: {}, job, signal: aborting.signal })
}
const login = async (page: Browser, email: string, userAgent = firefox) => {
  const body = { username: email, password: demoPassword }
  expect((await page.post('/auth/v1/login', body, { 'user-agent': userAgent })).statusCode).toBe(200)
}
const newBrowser = (email: string) => mailsTo(email, 'new-browser')
beforeEach(async () => {
  await look()
})

test('B9: a new browser is told by mail, the first one ever and a known one are not', async () => {
  const mei = 'mei@nordbygg.example'
  const [office, home] = [browser(app), browser(app, { ip: '203.0.113.7' })]
  await login(office, mei)
  await look()
  await login(office, mei)
  await look()
  expect(await newBrowser(mei)).toEqual([])
  await login(home, mei)
  await look()
  expect(await newBrowser(mei)).toMatchObject([{ ip: '203.0.113.7', browser: 'Firefox, Linux' }])
  await look()
  await login(home, mei)
  await look()
  expect(await newBrowser(mei)).toHaveLength(1)
})

test('B9: a script is known by what it says of itself and where it comes from', async () => {
  const ola = 'ola@nordbygg.example'
  const script = (ip: string) => browser(app, { isOurPage: false, ip })
  await login(script('203.0.113.1'), ola, 'export/1.0')
  await login(script('203.0.113.1'), ola, 'export/1.0')
  await look()
  expect(await newBrowser(ola)).toEqual([])
  await login(script('203.0.113.2'), ola, 'export/1.0')
  await login(script('203.0.113.1'), ola, 'curl/8.5.0')
  await look()
  expect(await newBrowser(ola)).toHaveLength(2)
})

test('B9: several at once are each told of, once, also by two servers', async () => {
  const kari = 'kari@nordbygg.example'
  await login(browser(app), kari)
  await look()
  await Promise.all(Array.from({ length: 3 }, () => login(browser(app), kari)))
  clock.advance(11_000)
  const run = () => signInNoticesJob.run({ platform, payload: {}, job, signal: aborting.signal })
  await Promise.allSettled([run(), run()])
  await run()
  expect(await newBrowser(kari)).toHaveLength(3)
})

test('B9: a browser whose session ended is known as well', async () => {
  const lena = 'lena@nordbygg.example'
  const [page, other] = [browser(app), browser(app)]
  await login(page, lena)
  await login(other, lena)
  await look()
  expect(await newBrowser(lena)).toHaveLength(1)
  await page.post('/auth/v1/logout', {})
  await login(page, lena)
  await look()
  expect(await newBrowser(lena)).toHaveLength(1)
})

test('B9: who signed in long ago is told, although no session of theirs is kept', async () => {
  const jonas = 'jonas@nordbygg.example'
  await login(browser(app), jonas)
  await look()
  await db.deleteFrom('session').where('user_id', '=', personId(jonas)).execute()
  await login(browser(app), jonas)
  await look()
  expect(await newBrowser(jonas)).toHaveLength(1)
})

test('B9: a right password and wrong codes are told of when the ticket is over, unless the same browser got in', async () => {
  const [asa, sven] = ['asa@vvsteknik.example', 'sven@vvsteknik.example']
  const factor = { [asa]: await setUp(await signIn(asa)), [sven]: await setUp(await signIn(sven)) }
  const failed = (email: string) => mailsTo(email, 'second-factor-failed')
  const fail = async (page: Browser, email: string) =>
    verify(page, await startChallenge(page, email), email, wrongCode(factor[email]?.secret ?? ''))

  const [stranger, own, hurried] = [browser(app, { ip: '203.0.113.66' }), browser(app), browser(app)]
  await fail(stranger, asa)
  await fail(own, sven)
  const right = await verify(own, await startChallenge(own, sven), sven, code(factor[sven]?.secret ?? ''))
  expect(right.statusCode).toBe(200)
  // No notice when the code step was abandoned without a wrong code.
  await startChallenge(hurried, sven)
  await look()
  expect([await failed(asa), await failed(sven)]).toEqual([[], []])
  clock.advance(5 * 60_000)
  await look()
  await look()
  expect(await failed(asa)).toMatchObject([{ ip: '203.0.113.66' }])
  expect(await failed(sven)).toEqual([])
})

/** The addresses of the notices of a kind to a person; null where it is their present one. */
const addressesOf = async (kind: 'new-browser' | 'second-factor-failed', email: string) => {
  const mails = db.selectFrom('mail').select('address').where('kind', '=', kind)
  return (await mails.where('user_id', '=', personId(email)).execute()).map(({ address }) => address)
}

test('B9: whoever changes the address at once does not get the notice of how they signed in', async () => {
  const claire = 'claire@atelierdb.example'
  await login(browser(app), claire)
  await look()
  await login(browser(app), claire)
  await as('claire').call(requestEmailChange, { parameters: { email: claire }, body: { email: 'claire@one.example' } })
  const [mailed] = await mailsTo(claire, 'email-change-confirm')
  const code = new URL(String(mailed?.link)).searchParams.get('code') ?? ''
  await as('claire').call(confirmEmailChange, { body: { code } })
  await look()
  expect(await addressesOf('new-browser', claire)).toContain(claire)
  // What happens afterwards is told to the new address.
  const before = await addressesOf('new-browser', claire)
  await login(browser(app), 'claire@one.example')
  await look()
  expect((await addressesOf('new-browser', claire)).filter((address) => address === null)).toHaveLength(
    before.filter((address) => address === null).length + 1,
  )
})

test('B9: wrong codes after a mailed secret are not told as a known password', async () => {
  const people = ['lena@nordbygg.example', 'jonas@nordbygg.example', 'ola@nordbygg.example'] as const
  for (const email of people) {
    const { secret } = await setUp(await signIn(email))
    const page = browser(app)
    await verify(page, await startChallenge(page, email), email, wrongCode(secret))
  }
  const [linked, invited, signedIn] = people
  const byMail = { provider: 'elsewhere', issuer: 'https://elsewhere.example', subject: '1', email: null, byMail: true }
  const challenge = db.updateTable('mfa_challenge').set({ pending_link: JSON.stringify(byMail) })
  await challenge.where('user_id', '=', personId(linked)).execute()
  await db.deleteFrom('password_credential').where('user_id', '=', personId(invited)).execute()
  clock.advance(5 * 60_000)
  await look()
  const told = await Promise.all(people.map((email) => mailsTo(email, 'second-factor-failed')))
  expect(told.map((mails) => mails.length)).toEqual([0, 0, 1])
  expect(await addressesOf('second-factor-failed', signedIn)).toEqual([null])
})
