import { logout } from '@lintel/contract/identity/login'
import { endOtherSessions } from '@lintel/contract/identity/sessions'
import { registerForPush } from '@lintel/contract/settings/push'
import { expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { world } from '../../../test/world'

const { as, anonymous, db } = await world()

const register = (visitor: ReturnType<typeof as>, Token: string, DeviceType: 'ios' | 'android' = 'ios') =>
  visitor.call(registerForPush, { body: { Token, DeviceType } })

const devices = () =>
  db
    .selectFrom('push_device')
    .innerJoin('session', 'session.id', 'push_device.session_id')
    .select(['session.user_id as user', 'device_type as type', 'token_encrypted as sealed'])
    .execute()
const devicesOf = async (email: string) => (await devices()).filter(({ user }) => user === personId(email))

test('a phone is registered for its session; a later token takes the place of the earlier', async () => {
  const mei = as('mei')
  await register(mei, 'first-token')
  await register(mei, 'second-token', 'android')
  const [device, ...others] = await devicesOf('mei@nordbygg.example')
  expect([device?.type, others]).toEqual(['android', []])
  // Encrypted: the stored value alone is of no use.
  expect(device?.sealed).not.toContain('second-token')
})

test('a person with two phones has both; a phone that changes hands has one person', async () => {
  const [one, other] = [as('ola'), as('ola')]
  await register(one, 'ola-phone')
  await register(other, 'ola-tablet')
  expect(await devicesOf('ola@nordbygg.example')).toHaveLength(2)
  await register(as('kari'), 'ola-tablet')
  expect(await devicesOf('ola@nordbygg.example')).toHaveLength(1)
  expect(await devicesOf('kari@nordbygg.example')).toHaveLength(1)
})

test('the registration ends with the session: by signing out, and by ending it from elsewhere', async () => {
  const [phone, desk] = [as('ingrid'), as('ingrid')]
  await register(phone, 'ingrid-phone')
  await desk.call(endOtherSessions)
  expect(await devicesOf('ingrid@nordbygg.example')).toEqual([])
  await register(desk, 'ingrid-phone')
  expect(await devicesOf('ingrid@nordbygg.example')).toHaveLength(1)
  await desk.call(logout, { body: {}, headers: { 'x-requested-with': 'lintel-web' } })
  expect(await devicesOf('ingrid@nordbygg.example')).toEqual([])
})

test('tokens are printable and short, devices are known, and nobody registers without being signed in', async () => {
  for (const body of [
    { Token: '', DeviceType: 'ios' as const },
    { Token: 'a b', DeviceType: 'ios' as const },
    { Token: 'x'.repeat(4_097), DeviceType: 'ios' as const },
    { Token: 'abc', DeviceType: 'toaster' as never },
  ]) {
    await expect(as('mei').call(registerForPush, { body })).rejects.toMatchObject({ status: 422 })
  }
  await expect(anonymous.call(registerForPush, { body: { Token: 'abc', DeviceType: 'ios' } })).rejects.toMatchObject({
    status: 401,
  })
})
