import type { CurrentUser } from '@lintel/contract/people/users'
import { expect, test } from 'vitest'
import { firstScreen, nextUrlSearch, redirectBefore, requestedUrl } from './first-screen'

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

test('only who signed in by a password has one to set', () => {
  expect(firstScreen(person({ mustUpdatePassword: true, method: 'password' }))).toBe('/user-profile')
  for (const method of ['federation', 'guest'] as const)
    expect(firstScreen(person({ mustUpdatePassword: true, method })), method).toBeUndefined()
})

test('where the person wanted to go is kept on the way, once', () => {
  expect(requestedUrl('/')).toBeUndefined()
  expect(requestedUrl('/?next-url=%2Fnew-project%3Fa%3D1')).toBe('/new-project?a=1')
  expect(requestedUrl('/project-1/?tab=people')).toBe('/project-1/?tab=people')
  expect(nextUrlSearch(requestedUrl('/?next-url=%2Fx'))).toEqual({ 'next-url': '/x' })
  expect(nextUrlSearch(undefined)).toEqual({})
})

test('whoever has to complete their profile goes on afterwards where they were going', () => {
  const incomplete = person({ mustUpdateProfile: true })
  const to = '/user-profile'
  const search = { 'next-url': '/new-project' }
  expect(redirectBefore('/new-project', incomplete)).toEqual({ to, search, replace: true })
  expect(redirectBefore('/?next-url=%2Fnew-project', incomplete)).toEqual({ to, search, replace: true })
  expect(redirectBefore('/', incomplete)).toEqual({ to, search: {}, replace: true })
  expect(redirectBefore('/new-project', person({}))).toBeUndefined()
})
