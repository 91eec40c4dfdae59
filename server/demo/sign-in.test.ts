import { login } from '@lintel/contract/identity/login'
import { verifyMfa } from '@lintel/contract/identity/mfa'
import { expect, test } from 'vitest'
import { codeAt, stepAt } from '../src/identity/mfa/totp'
import { Refused } from '../test/visitor'
import { world } from '../test/world'
import { demoCodeSecret, demoPassword } from './credentials'

const { anonymous, clock } = await world()
const signIn = (username: string, password = demoPassword) => anonymous.call(login, { body: { username, password } })

test.each(['anna@nordbygg.example', 'ola@nordbygg.example', 'mei@nordbygg.example', 'guest@partner.example'])(
  '%s signs in with the password that the sign-in page shows',
  async (email) => {
    expect(await signIn(email)).toMatchObject({ result: 'SUCCESS', idToken: expect.any(String) })
    await expect(signIn(email, 'lintel demo buildings')).rejects.toMatchObject({ code: 'invalid_grant' })
  },
)

test('staff sign in with a code of the seed that the sign-in page shows', async () => {
  const username = 'staff@lintel.example'
  const challenge: unknown = await signIn(username).catch((refused) => refused)
  if (!(challenge instanceof Refused)) throw new Error('Staff got in without a second factor')
  expect(challenge.code).toBe('CHALLENGE_REQUESTED')
  const session = String(challenge.problems[0]?.meta?.session)
  const code = codeAt(demoCodeSecret, stepAt(clock.now()))
  await expect(anonymous.call(verifyMfa, { body: { session, username, code: '000000' } })).rejects.toMatchObject({
    code: 'invalidCode',
  })
  expect(await anonymous.call(verifyMfa, { body: { session, username, code } })).toMatchObject({ result: 'SUCCESS' })
})

test('Nina gets in to set a password of her own', async () => {
  expect(await signIn('nina@nordbygg.example')).toMatchObject({ mustUpdatePassword: true })
})

test.each([
  ['odd@nordbygg.example', 'password_reset_needed'],
  ['runar@stalbygg.example', 'invalid_grant'],
  ['per@nordbygg.example', 'invalid_grant'],
  ['greta@nordbygg.example', 'invalid_grant'],
  ['yara@partner.example', 'invalid_grant'],
])('%s does not get in: %s', async (email, code) => {
  await expect(signIn(email)).rejects.toMatchObject({ code })
})
