import { expect, test } from 'vitest'
import { readSetting, settingKeys, settingVersion } from './user-settings'

test('each key has a version and reads its own values only', () => {
  expect(settingKeys.map(settingVersion).every((version) => version >= 1)).toBe(true)
  const order = { propertyName: 'name', ascending: true }
  expect(readSetting('dashboard-order', order)).toEqual(order)
  expect(readSetting('users', order)).toBeUndefined()
  expect(readSetting('active-customer', { customer: '1' })).toEqual({ customer: '1' })
  expect(readSetting('active-customer', null)).toBeUndefined()
})
