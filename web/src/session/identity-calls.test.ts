import { findCompany, matchProvider, redirectToExternalLogin as redirect } from '@lintel/contract/identity/federation'
import { login, logout, refresh } from '@lintel/contract/identity/login'
import { expect, test } from 'vitest'
import { identityCalls, redirectToExternalLogin } from './identity-calls'

test('the calls of the sign-in page are those that the contract declares', () => {
  const contract = { login, refresh, logout, matchProvider, findCompany }
  const declared = Object.entries(contract).map(([name, { method, path }]) => [name, { method, address: path }])
  expect(identityCalls).toEqual(Object.fromEntries(declared))
  expect(redirectToExternalLogin.address).toBe(redirect.path)
})
