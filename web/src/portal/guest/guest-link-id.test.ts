import { expect, test } from 'vitest'
import { guestLinkId } from './guest-link-id'

test('a guest link carries its id', () => {
  expect(guestLinkId({ pathname: '/guest', search: '?id=a_b-C' })).toBe('a_b-C')
  expect(guestLinkId({ pathname: '/guest/', search: '?id=a' })).toBe('a')
})

test('without an id, or on another page, nobody is a guest', () => {
  expect(guestLinkId({ pathname: '/guest', search: '' })).toBeUndefined()
  expect(guestLinkId({ pathname: '/login', search: '?id=a' })).toBeUndefined()
  expect(guestLinkId({ pathname: '/guests', search: '?id=a' })).toBeUndefined()
})
