import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personId } from '../../demo/person-id'
import { federatedWorld } from '../../test/federated-world'
import { secondFactors } from '../../test/second-factors'

const opened = await federatedWorld()
const { db, authorizeAs, signInAtProvider, newBrowser, clock } = opened
const { signIn, setUp, startChallenge, verify, code, login, freshStep, mailsTo } = secondFactors(opened)

/** All database queries; begin and commit of a transaction count as two. Rate counts are saved, and keys loaded, by timers. */
const queries: string[] = []
const { query } = pg.Client.prototype
beforeAll(() => {
  pg.Client.prototype.query = function (this: pg.Client, ...given: Parameters<typeof query>) {
    const [first] = given as unknown[]
    const text = typeof first === 'string' ? first : (first as { text: string }).text
    if (!/address_rate|signing_key/.test(text)) queries.push(text)
    return query.apply(this, given)
  } as typeof query
})
afterAll(() => {
  pg.Client.prototype.query = query
})

/** The number of queries of an operation. */
async function questions(run: () => Promise<{ statusCode: number }>, status: number): Promise<number> {
  queries.length = 0
  const { statusCode } = await run()
  const count = queries.length
  expect(statusCode).toBe(status)
  return count
}

const mei = 'mei@nordbygg.example'
const loginTakes = 2

test('a sign-in by password takes two questions to the database', async () => {
  await signIn(mei)
  expect(await questions(() => login(newBrowser(), mei), 200)).toBe(loginTakes)
})

test('a second factor, by either kind of code, adds two', async () => {
  const { secret, recoveryCodes } = await setUp(await signIn(mei))
  for (const given of [code(secret), recoveryCodes[0] ?? '']) {
    const page = newBrowser()
    let session = ''
    const begun = await questions(async () => {
      const answer = await login(page, mei)
      session = answer.json().session
      return answer
    }, 401)
    const verified = await questions(() => verify(page, session, mei, given), 200)
    expect(begun + verified, queries.join('\n')).toBe(loginTakes + 2)
    freshStep()
  }
})

test('coming back from a provider adds no more than two', async () => {
  const noor = { subject: 'noor', email: 'noor@elektro.example', emailVerified: true }
  await db
    .insertInto('external_identity')
    .values({
      id: '01890000-0000-7000-8000-0000000000aa',
      provider_id: 'elsewhere',
      issuer: opened.externalProvider.issuer,
      subject: 'noor',
      user_id: personId(noor.email),
      linked_at: new Date(clock.now()).toISOString(),
    })
    .execute()
  const page = newBrowser()
  expect((await signInAtProvider(page, noor)).statusCode).toBe(200)
  const callback = await authorizeAs(page, noor)
  const taken = await questions(() => page.post('/mgw/api/v2/federation/loginwithcode', callback), 200)
  expect(taken).toBeLessThanOrEqual(loginTakes + 2)
})

test('B9: a right password after five wrong ones is told by mail, without one more question', async () => {
  const ola = 'ola@nordbygg.example'
  const page = newBrowser()
  for (let time = 0; time < 5; time++) await page.post('/auth/v1/login', { username: ola, password: 'wrong' })
  clock.advance(31_000)
  expect(await questions(() => login(page, ola), 200)).toBe(loginTakes)
  expect(await mailsTo(ola, 'right-after-failures')).toMatchObject([{ failures: 5, ip: '127.0.0.1' }])
  expect(await questions(() => login(page, ola), 200)).toBe(loginTakes)
  expect(await mailsTo(ola, 'right-after-failures')).toHaveLength(1)
  expect(await db.selectFrom('job').select('id').where('kind', '=', 'mail.send').execute()).not.toHaveLength(0)
})

test('B9: the same where a second factor is owed', async () => {
  const kari = 'kari@nordbygg.example'
  await setUp(await signIn(kari))
  const page = newBrowser()
  for (let time = 0; time < 6; time++) {
    await page.post('/auth/v1/login', { username: kari, password: 'wrong' })
    clock.advance(61_000)
  }
  await startChallenge(page, kari)
  expect(await mailsTo(kari, 'right-after-failures')).toMatchObject([{ failures: 6 }])
})
