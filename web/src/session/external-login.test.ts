import { expect, test } from 'vitest'
import { externalLoginAddress, parsePendingLogin } from './external-login'

const pendingLogin = {
  provider: 'partner',
  name: 'Partner',
  intent: 'link',
  person: 'mei',
  nextUrl: '/new-project',
  rememberMe: true,
}

test('the way to a provider names it, and the email that was typed', () => {
  const signIn = { provider: 'partner', intent: 'signIn' } as const
  expect(externalLoginAddress(signIn)).toBe('/mgw/api/v2/federation/redirecttoexternallogin?provider=partner')
  expect(externalLoginAddress(signIn, 'a+b@c.example')).toMatch(/\?provider=partner&login_hint=a%2Bb%40c\.example$/)
})

test('G9: whoever leaves for a fresh proof is asked there anew who they are, and is remembered as such', () => {
  const prove = { ...pendingLogin, intent: 'prove' } as const
  expect(externalLoginAddress(prove)).toMatch(/\?provider=partner&prompt=login$/)
  expect(parsePendingLogin(JSON.stringify(prove), 'partner')).toEqual(prove)
})

test('what somebody set out for is remembered for the provider that they come back from', () => {
  expect(parsePendingLogin(JSON.stringify(pendingLogin), 'partner')).toEqual(pendingLogin)
  expect(parsePendingLogin(JSON.stringify(pendingLogin), 'other')).toBeUndefined()
  expect(parsePendingLogin(null, 'partner')).toBeUndefined()
})

test('what is stored wrongly means an ordinary sign-in', () => {
  const stored = JSON.stringify({ provider: 'partner', intent: 'own', person: 1, nextUrl: 1, rememberMe: 'yes' })
  expect(parsePendingLogin(stored, 'partner')).toEqual({
    provider: 'partner',
    name: 'partner',
    intent: 'signIn',
    person: undefined,
    nextUrl: undefined,
    rememberMe: false,
  })
})
