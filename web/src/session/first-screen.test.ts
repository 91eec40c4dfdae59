import type { CurrentUser } from '@lintel/contract/people/users'
import { expect, test } from 'vitest'
import { firstScreen, towards, wantedAt } from './first-screen'

const person = (given: Partial<CurrentUser>) =>
  ({
    restriction: null,
    mustUpdateProfile: false,
    mustUpdatePassword: false,
    method: 'password',
    ...given,
  }) as CurrentUser

test('an incomplete profile and a password to be set come before the project list and its next-url', () => {
  expect(firstScreen(person({ mustUpdateProfile: true }))).toBe('/user-profile')
  expect(firstScreen(person({ mustUpdatePassword: true }))).toBe('/user-profile')
  expect(firstScreen(person({ restriction: 'password' }))).toBe('/user-profile')
  expect(firstScreen(person({ mustUpdateProfile: true, restriction: 'secondFactor' }))).toBe('/mfa-setup')
  expect(firstScreen(person({}))).toBeUndefined()
})

test('where the person wanted to go is kept on the way, once', () => {
  expect(wantedAt('/')).toBeUndefined()
  expect(wantedAt('/?next-url=%2Fnew-project%3Fa%3D1')).toBe('/new-project?a=1')
  expect(wantedAt('/project-1/?tab=people')).toBe('/project-1/?tab=people')
  expect(towards(wantedAt('/?next-url=%2Fx'))).toEqual({ 'next-url': '/x' })
  expect(towards(undefined)).toEqual({})
})
