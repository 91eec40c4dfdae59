import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { allPropsOf } from '../../test/render-form'
import { AccountLinks } from './account-links'

/** Where the account menu leads somebody who signed in like this. */
const linksOf = (signedIn: Partial<CurrentUser>) =>
  allPropsOf<{ to?: string }>(
    Link as never,
    AccountLinks({ user: signedIn as CurrentUser, onFollow: () => undefined }),
  ).map(({ to }) => to)

test('the password and the second factor are listed for those who have a password of their own', () => {
  expect(linksOf({ method: 'password', guestOf: null })).toEqual([
    '/user-profile',
    '/change-password',
    '/second-factor',
    '/sessions',
  ])
})

test.each([
  ['a guest who signed in with a password', { method: 'password', guestOf: 'harbour' }, ['/sessions']],
  ['a guest who follows a link', { method: 'guest', guestOf: 'harbour' }, ['/sessions']],
  ['somebody of a provider', { method: 'federation', guestOf: null }, ['/user-profile', '/sessions']],
] as const)('nothing that is not offered there is listed: %s', (_who, signedIn, links) => {
  expect(linksOf(signedIn)).toEqual(links)
})
