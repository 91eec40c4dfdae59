import { login } from '@lintel/contract/identity/login'
import { verifyMfa } from '@lintel/contract/identity/mfa'
import { listDemoPeople } from '@lintel/contract/settings/demo-people'
import { expect, test } from 'vitest'
import { codeAt, stepAt } from '../src/identity/mfa/totp'
import { RequestError } from '../test/api-client'
import { world } from '../test/world'
import { demoPeopleRoutes } from './demo-people.routes'

const { anonymous, clock, platform } = await world()

const { password, codeSecret, people } = await anonymous.call(listDemoPeople)
const signIn = (username: string, typed = password) => anonymous.call(login, { body: { username, password: typed } })

test('the sign-in page introduces the five demo people', () => {
  expect(people.map(({ part, email }) => `${part}: ${email}`)).toEqual([
    'staff: staff@lintel.example',
    'administrator: anna@nordbygg.example',
    'owner: ola@nordbygg.example',
    'user: mei@nordbygg.example',
    'guest: guest@partner.example',
  ])
  expect(password).toBe('lintel demo building')
})

test('no other environment than the local one introduces them', async () => {
  for (const environment of ['development', 'staging', 'production'] as const) {
    const { configuration } = platform
    expect(demoPeopleRoutes({ ...platform, configuration: { ...configuration, environment } })).toEqual([])
  }
  expect(demoPeopleRoutes(platform)).toHaveLength(1)
})

test.each(people.filter(({ part }) => part !== 'staff'))(
  '$email signs in with the password that the sign-in page shows',
  async ({ email }) => {
    expect(await signIn(email)).toMatchObject({ result: 'SUCCESS', idToken: expect.any(String) })
    await expect(signIn(email, 'lintel demo buildings')).rejects.toMatchObject({ code: 'invalid_grant' })
  },
)

test('staff sign in with a code of the seed that the sign-in page shows', async () => {
  const username = 'staff@lintel.example'
  const challenge: unknown = await signIn(username).catch((refused) => refused)
  if (!(challenge instanceof RequestError)) throw new Error('Staff got in without a second factor')
  expect(challenge.code).toBe('CHALLENGE_REQUESTED')
  const session = String(challenge.problems[0]?.meta?.session)
  const code = codeAt(codeSecret, stepAt(clock.now()))
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
