import { expect, test } from 'vitest'
import { invalidPasswordAddress, loginAddress, resetAddress } from './login-address'

test.each([
  ['/login', loginAddress],
  ['/reset-password', resetAddress],
  ['/invalid-existing-password', invalidPasswordAddress],
] as const)('%s is given who signs in and where they wanted to go, as far as known', (path, addressOf) => {
  expect(addressOf('', undefined)).toBe(path)
  expect(addressOf('ola+1@nordbygg.example', undefined)).toBe(`${path}?email=ola%2B1%40nordbygg.example`)
  expect(addressOf('', '/?q=a&b')).toBe(`${path}?next-url=%2F%3Fq%3Da%26b`)
  const both = addressOf('ola@nordbygg.example', '/new-project')
  expect(both).toBe(`${path}?email=ola%40nordbygg.example&next-url=%2Fnew-project`)
})

test('S13: an address that may not be followed is carried on unfollowed', () => {
  const evil = 'https://evil.example/'
  expect(new URL(loginAddress('', evil), 'https://own.example').origin).toBe('https://own.example')
  expect(new URLSearchParams(loginAddress('', evil).split('?')[1]).get('next-url')).toBe(evil)
})
