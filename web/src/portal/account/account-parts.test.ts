import type { CurrentUser } from '@lintel/contract/people/users'
import { expect, test } from 'vitest'
import { accountParts } from './account-parts'

const loading = { mfaStatus: undefined, ownPasskeys: undefined }
const pathsOf = (user: Pick<CurrentUser, 'method' | 'guestOf'>) => accountParts(user, loading).map(({ to }) => to)

test('everybody has the sections that apply to how they signed in, and a way to have their account deleted', () => {
  expect(pathsOf({ method: 'password', guestOf: null })).toEqual([
    '/user-profile',
    '/account-email',
    '/change-password',
    '/second-factor',
    '/passkeys',
    '/sessions',
  ])
  expect(pathsOf({ method: 'federation', guestOf: null })).toEqual(['/user-profile', '/account-email', '/sessions'])
  expect(pathsOf({ method: 'guest', guestOf: '018f0000-0000-7000-8000-000000000001' })).toEqual([
    '/sessions',
    '/delete-user',
  ])
})
