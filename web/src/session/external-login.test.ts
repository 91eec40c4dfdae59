import { expect, test } from 'vitest'
import { externalLoginAddress, readDeparture } from './external-login'

const departure = { provider: 'partner', name: 'Partner', intent: 'link', nextUrl: '/new-project', rememberMe: true }

test('the way to a provider names it, and the email that was typed', () => {
  const signIn = { provider: 'partner', intent: 'signIn' } as const
  expect(externalLoginAddress(signIn)).toBe('/mgw/api/v2/federation/redirecttoexternallogin?provider=partner')
  expect(externalLoginAddress(signIn, 'a+b@c.example')).toMatch(/\?provider=partner&login_hint=a%2Bb%40c\.example$/)
})

test('G9: whoever leaves for a fresh proof is asked there anew who they are, and is remembered as such', () => {
  const prove = { ...departure, intent: 'prove' } as const
  expect(externalLoginAddress(prove)).toMatch(/\?provider=partner&prompt=login$/)
  expect(readDeparture(JSON.stringify(prove), 'partner')).toEqual(prove)
})

test('what somebody set out for is remembered for the provider that they come back from', () => {
  expect(readDeparture(JSON.stringify(departure), 'partner')).toEqual(departure)
  expect(readDeparture(JSON.stringify(departure), 'other')).toBeUndefined()
  expect(readDeparture(null, 'partner')).toBeUndefined()
})

test('what is stored wrongly means an ordinary sign-in', () => {
  const stored = JSON.stringify({ provider: 'partner', intent: 'own', nextUrl: 1, rememberMe: 'yes' })
  expect(readDeparture(stored, 'partner')).toEqual({
    provider: 'partner',
    name: 'partner',
    intent: 'signIn',
    nextUrl: undefined,
    rememberMe: false,
  })
})
