import { expect, test } from 'vitest'
import { externalLoginAddress, readDeparture } from './external-login'

const departure = { provider: 'partner', name: 'Partner', intent: 'link', nextUrl: '/new-project', rememberMe: true }

test('the way to a provider names it, and the email that was typed', () => {
  expect(externalLoginAddress('partner')).toBe('/mgw/api/v2/federation/redirecttoexternallogin?provider=partner')
  expect(externalLoginAddress('partner', 'a+b@c.example')).toMatch(/\?provider=partner&login_hint=a%2Bb%40c\.example$/)
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
