import { expect, test } from 'vitest'
import { afterSignIn } from './after-sign-in'

test('a sign-in leads to the project list, which is told where the person wanted to go', () => {
  expect(afterSignIn({})).toBe('/')
  expect(afterSignIn({ mustUpdatePassword: false }, '/new-project?a=1')).toBe('/?next-url=%2Fnew-project%3Fa%3D1')
})

test('whoever must set a password is led to the profile first', () => {
  expect(afterSignIn({ mustUpdatePassword: true })).toBe('/user-profile')
  expect(afterSignIn({ mustUpdatePassword: true }, '/x')).toBe('/user-profile?next-url=%2Fx')
})
