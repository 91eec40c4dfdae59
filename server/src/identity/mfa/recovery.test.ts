import { expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { type Browser, browser } from '../../../test/browser'
import { secondFactors, statusAndCode } from '../../../test/second-factors'
import { world } from '../../../test/world'

const unlimited = { calls: 1_000_000, seconds: 60 }
const opened = await world({ rates: { general: unlimited, signIn: unlimited } })
const { app, db, clock } = opened
const { signIn, setUp, signInWithCode, startChallenge, verify, code, wrongCode, mailsTo } = secondFactors(opened)
const unknownCode = 'ABCD-EFGH-IJKL-MNOP-QRST-UVWX'

/**
 * Ten browsers with a pending second factor. The passwords are sent one after the other, because only the codes should be
 * concurrent.
 */
async function tenChallenged(email: string): Promise<[Browser[], string[]]> {
  const pages = Array.from({ length: 10 }, () => browser(app))
  const tickets: string[] = []
  for (const page of pages) tickets.push(await startChallenge(page, email))
  return [pages, tickets]
}

const sessionsOf = async (email: string) =>
  (await db.selectFrom('session').select('id').where('user_id', '=', personId(email)).execute()).length

test('C5: a recovery code signs in once, however it is typed, and the person is told', async () => {
  const mei = 'mei@nordbygg.example'
  const { recoveryCodes } = await setUp(await signIn(mei))
  const [first = '', second = ''] = recoveryCodes
  const signedIn = await signInWithCode(mei, ` ${first.toLowerCase().replaceAll('-', ' ')} `)
  expect((await signedIn.get('/auth/v1/mfa/status')).json()).toMatchObject({ recoveryCodesLeft: 9 })
  const page = browser(app)
  expect(statusAndCode(await verify(page, await startChallenge(page, mei), mei, first))).toEqual([400, 'invalidCode'])
  await signInWithCode(mei, second.replaceAll('-', ''))
  expect(await mailsTo(mei, 'recovery-code-used')).toMatchObject([
    { left: 8, ip: '127.0.0.1' },
    { left: 9, ip: '127.0.0.1' },
  ])
})

test('C5: of ten at once with one recovery code, one gets in', async () => {
  const ola = 'ola@nordbygg.example'
  const { recoveryCodes } = await setUp(await signIn(ola))
  const [given = ''] = recoveryCodes
  const [pages, tickets] = await tenChallenged(ola)
  const before = await sessionsOf(ola)
  const answers = await Promise.all(pages.map((page, at) => verify(page, tickets[at] ?? '', ola, given)))
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
  for (const { statusCode } of answers) expect([200, 400, 401]).toContain(statusCode)
  expect(await sessionsOf(ola)).toBe(before + 1)
  expect(await mailsTo(ola, 'recovery-code-used')).toHaveLength(1)
})

test('C2: of ten at once with one one-time code, one gets in', async () => {
  const kari = 'kari@nordbygg.example'
  const { secret } = await setUp(await signIn(kari))
  const given = code(secret)
  const [pages, tickets] = await tenChallenged(kari)
  const before = await sessionsOf(kari)
  const answers = await Promise.all(pages.map((page, at) => verify(page, tickets[at] ?? '', kari, given)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  for (const { statusCode } of answers) expect([200, 400, 401]).toContain(statusCode)
  expect(await sessionsOf(kari)).toBe(before + 1)
})

test('C3: a wrong recovery code costs the ticket one of its five tries, no more', async () => {
  const ingrid = 'ingrid@nordbygg.example'
  const { recoveryCodes } = await setUp(await signIn(ingrid))
  const page = browser(app)
  const ticket = await startChallenge(page, ingrid)
  for (let time = 0; time < 4; time++) {
    expect(statusAndCode(await verify(page, ticket, ingrid, unknownCode))).toEqual([400, 'invalidCode'])
  }
  expect((await verify(page, ticket, ingrid, recoveryCodes[0] ?? '')).statusCode).toBe(200)
  const another = await startChallenge(page, ingrid)
  for (let time = 0; time < 5; time++) await verify(page, another, ingrid, unknownCode)
  expect(statusAndCode(await verify(page, another, ingrid, recoveryCodes[1] ?? ''))).toEqual([401, 'invalidSession'])
})

test('C4: failing with one kind of code does not lock the other', async () => {
  const asa = 'asa@vvsteknik.example'
  const { secret, recoveryCodes } = await setUp(await signIn(asa))
  const fail = async (given: () => string, times: number) => {
    for (let ticket = 0; ticket < times / 5; ticket++) {
      const page = browser(app)
      const session = await startChallenge(page, asa)
      for (let time = 0; time < 5; time++) await verify(page, session, asa, given())
    }
  }
  const tried = async (given: string) => {
    const page = browser(app)
    return statusAndCode(await verify(page, await startChallenge(page, asa), asa, given))[0]
  }
  await fail(() => wrongCode(secret), 10)
  expect(await tried(code(secret))).toBe(400)
  expect(await tried(recoveryCodes[0] ?? '')).toBe(200)
  expect(await tried(code(secret))).toBe(400)
  clock.advance(15 * 60_000 + 1_000)
  expect(await tried(code(secret))).toBe(200)
  clock.advance(90_000)
  await fail(() => unknownCode, 10)
  expect(await tried(recoveryCodes[1] ?? '')).toBe(400)
  expect(await tried(code(secret))).toBe(200)
  clock.advance(15 * 60_000 + 1_000)
  expect(await tried(recoveryCodes[1] ?? '')).toBe(200)
})

test('C4: after a hundred wrong recovery codes in a row none is taken any more', async () => {
  const jonas = 'jonas@nordbygg.example'
  const { secret, recoveryCodes } = await setUp(await signIn(jonas))
  await db.updateTable('totp_factor').set({ recovery_failures: 99 }).where('user_id', '=', personId(jonas)).execute()
  const page = browser(app)
  expect(statusAndCode(await verify(page, await startChallenge(page, jonas), jonas, unknownCode))[0]).toBe(400)
  clock.advance(86_400_000)
  expect(statusAndCode(await verify(page, await startChallenge(page, jonas), jonas, recoveryCodes[0] ?? ''))[0]).toBe(
    400,
  )
  await signInWithCode(jonas, code(secret))
})

test('C3: a recovery code of somebody else is a wrong one', async () => {
  const [lena, liam] = ['lena@nordbygg.example', 'liam@survey.example']
  const { recoveryCodes } = await setUp(await signIn(lena))
  await setUp(await signIn(liam))
  const page = browser(app)
  expect(statusAndCode(await verify(page, await startChallenge(page, liam), liam, recoveryCodes[0] ?? ''))).toEqual([
    400,
    'invalidCode',
  ])
  await signInWithCode(lena, recoveryCodes[0] ?? '')
})
