import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { personId } from '../../../demo/person-id'
import { federatedWorld } from '../../../test/federated-world'
import { type SignedIn, secondFactors } from '../../../test/second-factors'
import { putTemporaryPassword } from '../passwords/passwords.store'
import { hashSecret } from '../random-secret'

const federated = await federatedWorld()
const { db, clock, signInAtProvider } = federated
const { signIn, setUp, mailsTo } = secondFactors(federated)

const newPassword = 'purple crane lifts seven beams'

/** Where a signed-in person gives their password: the calls, and the status of a right one. */
const pathways: Record<string, { status: number; give: (person: SignedIn, password: string) => Promise<number> }> = {
  'to link a provider, before the second factor': {
    status: 401,
    give: async ({ page, email }, password) => {
      const came = await signInAtProvider(page, { subject: `of ${email}`, email, emailVerified: true })
      const { refreshToken } = came.json<{ refreshToken: string }>()
      const link = { provider: 'elsewhere', refreshToken, username: email, password }
      return (await page.post('/mgw/api/v2/federation/link', link)).statusCode
    },
  },
  'to confirm who they are': {
    status: 200,
    give: async (person, password) => (await person.post('/auth/v1/step-up', { password })).statusCode,
  },
  'to change it': {
    status: 204,
    give: async (person, oldPassword) =>
      (await person.post('/auth/v1/change-password', { oldPassword, newPassword })).statusCode,
  },
}
const people = ['mei@nordbygg.example', 'ola@nordbygg.example', 'lena@nordbygg.example']

test.each(Object.entries(pathways))(
  'B9: a right password after five wrong ones, given %s, is told by mail',
  async (way, { status, give }) => {
    const email = people[Object.keys(pathways).indexOf(way)] ?? ''
    const person = await signIn(email)
    if (way.includes('second factor')) await setUp(await signIn(email))
    for (let time = 0; time < 5; time++) await give(person, 'wrong')
    clock.advance(31_000)
    expect(await give(person, demoPassword)).toBe(status)
    expect(await mailsTo(email, 'right-after-failures')).toMatchObject([{ failures: 5, ip: '127.0.0.1' }])
  },
)

test('B9: a mailed secret after five wrong passwords is not told as a right password', async () => {
  const email = 'jonas@nordbygg.example'
  await db.deleteFrom('password_credential').where('user_id', '=', personId(email)).execute()
  const secret = { secretHash: hashSecret('mailed once'), now: clock.now(), expiresAt: clock.now() + 3_600_000 }
  await db.transaction().execute((tx) => putTemporaryPassword(tx, personId(email), secret))
  const page = federated.newBrowser()
  const give = (password: string) => page.post('/auth/v1/login', { username: email, password })
  for (let time = 0; time < 5; time++) expect((await give('wrong')).statusCode).toBe(401)
  clock.advance(31_000)
  expect((await give('mailed once')).statusCode).toBe(200)
  expect(await mailsTo(email, 'right-after-failures')).toEqual([])
})
