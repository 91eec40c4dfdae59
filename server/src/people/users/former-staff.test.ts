import { users } from '@lintel/contract/people/users'
import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { personId } from '../../../demo/person-id'
import { browser } from '../../../test/browser'
import { interceptStatements } from '../../../test/intercept-statements'
import { secondFactors } from '../../../test/second-factors'
import { world } from '../../../test/world'
import { putPasswordLink } from '../../identity/password-reset/password-reset.store'
import { hashPassword } from '../../identity/passwords/hash'
import { upsertPassword } from '../../identity/passwords/passwords.store'

const opened = await world()
const { as, app, db, clock } = opened
const { beforeStatement } = interceptStatements(db)
const { signIn, setUp } = secondFactors(opened)
const email = 'staff@lintel.example'
const id = personId(email)
const login = async (username: string, password: string) =>
  (await browser(app).post('/auth/v1/login', { username, password })).json()
const replace = (oldPassword: string, newPassword: string) =>
  browser(app).post('/mgw/api/v2/change-password/for-invalid', { username: email, oldPassword, newPassword })

test('A4: who is staff no longer signs in by a new password of the length that everybody needs', async () => {
  const [short, long] = ['crane 7!', 'purple crane lifts seven beams']
  const hash = await hashPassword(short)
  await db.transaction().execute(async (tx) => {
    await upsertPassword(tx, id, hash, clock.now())
    const link = {
      idHash: Buffer.from('mailed'),
      userId: id,
      hash,
      now: clock.now(),
      expiresAt: clock.now() + 3_600_000,
    }
    await putPasswordLink(tx, link)
  })
  expect(await login(email, short)).toMatchObject({ code: 'CHALLENGE_REQUESTED' })
  const former = as(email)
  expect(await former.get(users, email)).toMatchObject({ role: 'rendra_staff' })

  await as('kim').patch(users, email, { role: null })
  expect(await login(email, short)).toMatchObject({ code: 'password_reset_needed' })
  const link = db.selectFrom('password_link').select('hash').where('user_id', '=', id)
  expect(await link.execute()).toEqual([{ hash: null }])
  // The session goes on, without the role.
  expect(await former.get(users, email)).toMatchObject({ role: null })
  const refused = await replace(short, 'crane 8!')
  expect(refused.json().errors[0]).toMatchObject({ code: 'passwordRejected', meta: { rules: ['characters'] } })
  expect((await replace(short, long)).statusCode).toBe(204)
  expect(await login(email, long)).toMatchObject({ code: 'CHALLENGE_REQUESTED' })
})

test('A4: the password of somebody who was no staff stays', async () => {
  const mei = 'mei@nordbygg.example'
  await as('kim').patch(users, mei, { role: null })
  expect(await login(mei, demoPassword)).toMatchObject({ idToken: expect.any(String) })
})

test('A4: a change of password and a sign-in under way fail when the role is taken meanwhile', async () => {
  const ola = 'ola@nordbygg.example'
  const short = 'crane 7!'
  const setRole = (role: 'rendra_staff' | null) => as('kim').patch(users, ola, { role })
  await setRole('rendra_staff')
  const person = await signIn(ola)
  await setUp(person)
  const change = (newPassword: string) =>
    person.post('/auth/v1/change-password', { oldPassword: demoPassword, newPassword })
  beforeStatement('and changed_at =', () => setRole(null))
  const refused = await change(short)
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([422, 'wrongPassword'])
  expect((await browser(app).post('/auth/v1/login', { username: ola, password: short })).statusCode).toBe(401)
  expect(await login(ola, demoPassword)).toMatchObject({ code: 'password_reset_needed' })

  await db
    .transaction()
    .execute(async (tx) => upsertPassword(tx, personId(ola), await hashPassword(short), clock.now()))
  await setRole('rendra_staff')
  expect(await login(ola, short)).toMatchObject({ code: 'CHALLENGE_REQUESTED' })
  beforeStatement('password_hold', () => setRole(null))
  expect(await login(ola, short)).toMatchObject({ code: 'invalid_grant' })
  expect(await login(ola, short)).toMatchObject({ code: 'password_reset_needed' })
})
