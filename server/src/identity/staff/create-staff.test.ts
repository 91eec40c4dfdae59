import { expect, test } from 'vitest'
import { demoTemporaryPassword } from '../../../demo/invitations'
import { browser } from '../../../test/browser'
import { world } from '../../../test/world'
import { createStaff } from './create-staff'

const { app, as, db, clock, platform } = await world()
const email = 'operator@lintel.example'
const open = (link: string) => {
  const { searchParams, pathname } = new URL(link)
  expect(pathname).toBe('/login')
  return browser(app).post('/auth/v1/login', {
    username: searchParams.get('email'),
    password: searchParams.get('tmppass'),
  })
}

test('J5: the first staff member sets a password by a link that is shown once', async () => {
  const link = await createStaff(platform, 'Operator@Lintel.example')
  expect(link).toMatch(
    new RegExp(
      `^${platform.configuration.publicUrl}/login\\?email=operator%40lintel.example&for=account&tmppass=[\\w-]{43}$`,
    ),
  )
  const answer = await open(link)
  expect(answer.json()).toMatchObject({ mustUpdatePassword: true })
  const authorization = { authorization: `Bearer ${answer.json().idToken}` }
  const set = await browser(app).post(
    `/mgw/api/v2/user-profiles/${email}/password`,
    { password: 'eight ch' },
    authorization,
  )
  expect(set.statusCode).toBe(204)
  expect((await open(link)).statusCode).toBe(401)
  const staff = await db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  expect(staff).toMatchObject({ role: 'rendra_staff', must_update_password: false })
  await expect(createStaff(platform, email)).rejects.toThrow('has an account with a password already')
})

test('J5: the mailed link of an invitation does not open the account once it is one of staff', async () => {
  const username = 'silje@nordbygg.example'
  const proved = { email_verified_at: new Date(clock.now()).toISOString(), email_verified_by: 'provider' }
  await db.updateTable('app_user').set(proved).where('email', '=', username).execute()
  const link = await createStaff(platform, username)
  const invited = await browser(app).post('/auth/v1/login', { username, password: demoTemporaryPassword })
  expect(invited.statusCode).toBe(401)
  expect((await open(link)).statusCode).toBe(200)
})

test('C8, D3: no open session of an account becomes one of staff, and a guest’s becomes a full account', async () => {
  const username = 'guest@partner.example'
  const guest = { guest: true, expiration_date: new Date(clock.now() + 86_400_000).toISOString() }
  const proved = { email_verified_at: new Date(clock.now()).toISOString(), email_verified_by: 'mail' }
  const account = db
    .updateTable('app_user')
    .set({ ...guest, ...proved })
    .where('email', '=', username)
  const { id } = await account.returning('id').executeTakeFirstOrThrow()
  await db.deleteFrom('password_credential').where('user_id', '=', id).execute()
  const before = as(username, { rememberMe: true })
  expect((await before.inject({ url: '/auth/v1/sessions' })).statusCode).toBe(200)
  const link = await createStaff(platform, username)
  clock.advance(1_001)
  expect((await before.inject({ url: '/auth/v1/sessions' })).statusCode).toBe(401)
  const stored = await db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ role: 'rendra_staff', guest: false, expiration_date: null })
  expect((await open(link)).statusCode).toBe(200)
})

test('J5: the link is not stored, ends after seven days, and a second one replaces it', async () => {
  const first = await createStaff(platform, 'second@lintel.example')
  const second = await createStaff(platform, 'second@lintel.example')
  const tmppass = new URL(second).searchParams.get('tmppass') ?? ''
  const stored = await db.selectFrom('temporary_password').selectAll().execute()
  expect(stored.map(({ secret_hash }) => secret_hash.toString('base64url'))).not.toContain(tmppass)
  expect((await open(first)).statusCode).toBe(401)
  expect((await open(second)).statusCode).toBe(200)
  clock.advance(7 * 86_400_000)
  expect((await open(second)).statusCode).toBe(401)
})

test('an address that is none makes nobody', async () => {
  await expect(createStaff(platform, 'not an address')).rejects.toThrow('is not an email address')
})
