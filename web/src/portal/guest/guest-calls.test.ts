import { guestLogin } from '@lintel/contract/identity/guest-login'
import { readCurrentUser } from '@lintel/contract/people/users'
import { expect, test } from 'vitest'
import { guestCalls } from './guest-calls'

test('the calls of a guest link are those that the contract declares', () => {
  for (const [call, declared] of [
    [guestCalls.login, guestLogin],
    [guestCalls.me, readCurrentUser],
  ] as const) {
    expect(call).toEqual({ method: declared.method, path: declared.path })
  }
})
