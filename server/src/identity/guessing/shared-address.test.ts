import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { addOffice, type OfficeWorker } from '../../../test/add-office'
import { type Browser, browser } from '../../../test/browser'
import { secondFactors } from '../../../test/second-factors'
import { world } from '../../../test/world'

const opened = await world({ rates: {} })
const { app, db, clock } = opened
// The rate window of a minute lasts as long as the test.
clock.freeze()

const office = '192.0.2.80'
const at = (ip: string, secret: string | null = null): Browser =>
  browser(app, { ip, cookies: new Map(secret === null ? [] : [['lintel-browser', secret]]) })
const tryTo = (client: Browser, username: string, password: string) =>
  client.post('/auth/v1/login', { username, password })
const me = (client: Browser, token: string) => client.get('/mgw/api/v3/users/me', { authorization: `Bearer ${token}` })

/** Runs with limited concurrency, twice the number of cores: rejections by the hash queue are not under test. */
async function runWithWorkers<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

/** Signs in and makes some calls; any status but that of the full hash queue is a result. */
async function work({ email, browser: secret }: OfficeWorker): Promise<number[]> {
  const client = at(office, secret)
  let answer = await tryTo(client, email, demoPassword)
  while (answer.statusCode === 503) answer = await tryTo(client, email, demoPassword)
  if (answer.statusCode !== 200) return [answer.statusCode]
  const { idToken } = answer.json()
  const calls = [await me(client, idToken), await me(client, idToken), await me(client, idToken)]
  return [200, ...calls.map(({ statusCode }) => statusCode)]
}

test('B4: five hundred people behind one address sign in on a Monday morning and work, while one of them guesses', async () => {
  const workers = await addOffice(db, { people: 500, newBrowsers: 25 })
  const worked = new Map<string, number[]>()
  const begin = async (worker: OfficeWorker) => void worked.set(worker.email, await work(worker))
  const isNew = ({ browser: secret }: OfficeWorker) => secret === null

  // Verified passwords are not counted, even from unknown browsers.
  await runWithWorkers(workers.filter(isNew), begin)
  const [guesser, ...others] = workers.filter((worker) => !isNew(worker))
  // One of them tries passwords of the others, from a browser known to their own account.
  const guesses: number[] = []
  const guessing = at(office, guesser?.browser)
  const guess = async ({ email }: OfficeWorker) => {
    let answer = await tryTo(guessing, email, 'what they might have chosen')
    while (answer.statusCode === 503) answer = await tryTo(guessing, email, 'what they might have chosen')
    guesses.push(answer.statusCode)
  }
  await Promise.all([runWithWorkers(others, begin), runWithWorkers(others.slice(-40), guess)])

  expect(guesses.filter((status) => status === 401)).toHaveLength(30)
  expect(guesses.filter((status) => status === 429)).toHaveLength(10)
  expect([...worked].filter(([, statuses]) => statuses.some((status) => status !== 200))).toEqual([])
  expect(worked.size).toBe(499)
  // An unknown browser is limited now at this address, but not at another one.
  const stranger = await tryTo(at(office), 'mei@nordbygg.example', demoPassword)
  expect([stranger.statusCode, stranger.json().code]).toEqual([429, 'tooManyRequests'])
  expect((await tryTo(at('192.0.2.81'), 'mei@nordbygg.example', demoPassword)).statusCode).toBe(200)
}, 240_000)

const exhaust = async (ip: string) => {
  for (let failure = 0; failure < 30; failure++) {
    expect((await tryTo(at(ip), `nobody${failure}@nowhere.example`, 'wrong')).statusCode).toBe(401)
  }
  expect((await tryTo(at(ip), 'nobody@nowhere.example', 'wrong')).statusCode).toBe(429)
}

test('B3, B4: a browser that the account knows has five failures of its own where its address has none', async () => {
  const ip = '192.0.2.82'
  const mine = at(ip)
  expect((await tryTo(mine, 'ola@nordbygg.example', demoPassword)).statusCode).toBe(200)
  await exhaust(ip)
  for (let failure = 0; failure < 5; failure++) {
    expect((await tryTo(mine, 'ola@nordbygg.example', 'wrong')).statusCode).toBe(401)
  }
  // Blocked like any account, with the response to a wrong password.
  expect((await tryTo(mine, 'ola@nordbygg.example', demoPassword)).statusCode).toBe(401)
  clock.advance(31_000)
  expect((await tryTo(mine, 'ola@nordbygg.example', demoPassword)).statusCode).toBe(200)
  // The browser is unknown to another account, and an invented cookie is unknown to all.
  expect((await tryTo(mine, 'anna@nordbygg.example', demoPassword)).statusCode).toBe(429)
  expect((await tryTo(at(ip, 'x'.repeat(43)), 'ola@nordbygg.example', demoPassword)).statusCode).toBe(429)
  const kept = await db
    .selectFrom('guessing')
    .innerJoin('app_user as user', 'user.id', 'guessing.user_id')
    .select(['guessing.pending', 'guessing.failures'])
    .where('user.email', '=', 'anna@nordbygg.example')
    .execute()
  expect(kept).toEqual([{ pending: 0, failures: 0 }])
})

test('B3, B4: so it has with the code of a second factor', async () => {
  const ip = '192.0.2.87'
  const [email, mine] = ['anna@nordbygg.example', at(ip)]
  const { signIn, setUp, startChallenge, verify, code, wrongCode } = secondFactors(opened)
  const { secret } = await setUp(await signIn(email, { page: mine }))
  // The password is sent from another address: the ticket belongs to a browser unknown to the account.
  const stranger = at('192.0.2.88')
  const foreign = await startChallenge(stranger, email)
  await exhaust(ip)
  const session = await startChallenge(mine, email)
  expect((await verify(mine, session, email, wrongCode(secret))).statusCode).toBe(400)
  expect((await verify(mine, session, email, code(secret))).statusCode).toBe(200)
  expect((await verify(mine, 'made up', email, code(secret))).statusCode).toBe(429)

  const moved = at(ip, stranger.cookies.get('lintel-browser'))
  clock.advance(60_000)
  expect((await verify(moved, foreign, email, code(secret))).statusCode).toBe(429)
  // The code was not verified: it is still valid from another address.
  expect((await verify(stranger, foreign, email, code(secret))).statusCode).toBe(200)
})

const signIn = async (ip: string, email = 'mei@nordbygg.example'): Promise<string> =>
  (await tryTo(at(ip), email, demoPassword)).json().idToken

test('B4: who is signed in has six hundred calls a minute of their own', async () => {
  const ip = '192.0.2.83'
  const [busy, calm] = [await signIn(ip), await signIn(ip, 'ola@nordbygg.example')]
  for (let call = 0; call < 600; call++) expect((await me(at(ip), busy)).statusCode).toBe(200)
  const refused = await me(at(ip), busy)
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([429, 'tooManyRequests'])
  // From another address it is the same session.
  expect((await me(at('192.0.2.84'), busy)).statusCode).toBe(429)
  expect((await me(at(ip), calm)).statusCode).toBe(200)
  expect((await at(ip).get('/.well-known/jwks.json')).statusCode).toBe(200)
  clock.advance(60_000)
  expect((await me(at(ip), busy)).statusCode).toBe(200)
})

test('B4: a bearer that opens nothing is counted with its address', async () => {
  const ip = '192.0.2.85'
  const over = await signIn(ip)
  expect((await me(at(ip), over)).statusCode).toBe(200)
  expect((await at(ip).post('/auth/v1/logout', {}, { authorization: `Bearer ${over}` })).statusCode).toBeLessThan(300)
  await db
    .updateTable('session')
    .set({ ended_at: new Date(clock.now()).toISOString() })
    .where('ip', '=', ip)
    .execute()
  clock.advance(2_000)
  const forged = `${over.slice(0, -4)}AAAA`
  const answers: number[] = []
  for (let call = 0; call < 601; call++) {
    const token = [over, forged, 'nonsense', ''][call % 4] ?? ''
    answers.push((await me(at(ip), token)).statusCode)
  }
  expect(answers.filter((status) => status === 401).length).toBeGreaterThan(590)
  expect(answers.at(-1)).toBe(429)
  expect((await me(at(ip), await signIn('192.0.2.86'))).statusCode).toBe(200)
})

test('B4: who goes on by a refresh secret or signs out is counted by the session; a made-up secret by its address', async () => {
  const ip = '192.0.2.89'
  const [mine, other] = [at(ip), at(ip)]
  for (const client of [mine, other])
    expect((await tryTo(client, 'ola@nordbygg.example', demoPassword)).statusCode).toBe(200)
  const stranger = at(ip)
  for (let call = 0; call < 600; call++) await stranger.get('/.well-known/jwks.json')
  const refresh = (client: Browser) => client.post('/auth/v1/refresh', {})
  expect((await refresh(stranger)).statusCode).toBe(429)
  expect((await refresh(mine)).statusCode).toBe(200)
  const forged = mine.copy()
  const secret = Buffer.from(mine.cookies.get('lintel-refresh') ?? '', 'base64url')
  secret[30] = (secret[30] ?? 0) ^ 1
  forged.cookies.set('lintel-refresh', secret.toString('base64url'))
  const refused = await refresh(forged)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'tooManyRequests'])
  // Each session has six hundred calls; the refresh above was the first.
  for (let call = 1; call < 600; call++) expect((await mine.get('/.well-known/jwks.json')).statusCode).toBe(200)
  expect((await refresh(mine)).statusCode).toBe(429)
  expect((await other.post('/auth/v1/logout', {})).statusCode).toBe(204)
  const ended = await db
    .selectFrom('session')
    .select('end_reason')
    .where('ip', '=', ip)
    .where('ended_at', 'is not', null)
    .execute()
  expect(ended).toEqual([{ end_reason: 'logout' }])
})

test('B4: failures of a sign-in are counted by the address, whatever refresh secret the browser has', async () => {
  const ip = '192.0.2.90'
  const mine = at('192.0.2.91')
  expect((await tryTo(mine, 'ola@nordbygg.example', demoPassword)).statusCode).toBe(200)
  await exhaust(ip)
  const secret = mine.cookies.get('lintel-refresh') ?? ''
  const moved = browser(app, { ip, cookies: new Map([['lintel-refresh', secret]]) })
  expect((await tryTo(moved, 'anna@nordbygg.example', 'wrong')).statusCode).toBe(429)
})
