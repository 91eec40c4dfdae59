import { login, logout, refresh } from '@lintel/contract/identity/login'
import { expect, test } from 'vitest'
import { identityCalls } from './identity-calls'

test('the three calls of the session are those that the contract declares', () => {
  const declared = [login, refresh, logout].map(({ method, path }) => ({ method, address: path }))
  expect([identityCalls.login, identityCalls.refresh, identityCalls.logout]).toEqual(declared)
})
