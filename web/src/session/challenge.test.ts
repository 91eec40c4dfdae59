import { expect, test } from 'vitest'
import { challengeAddress, pendingChallengeAddress } from './challenge'

test('a challenge that waits is found by the cookie that names its page, and nothing else is led to', () => {
  const address = challengeAddress({
    username: 'gro+1@fjellbane.example',
    nextUrl: '/passkeys?a=b',
    purpose: 'signIn',
  })
  const cookie = (value: string) => pendingChallengeAddress(`other=1; lintel-code-waits=${value}; more=2`)
  expect(cookie(encodeURIComponent(address))).toBe(address)
  for (const wrong of ['', '%E0%A4%A', encodeURIComponent('https://elsewhere.example/mfa-challenge?'), '%2Flogout']) {
    expect(cookie(wrong)).toBeUndefined()
  }
  expect(pendingChallengeAddress('')).toBeUndefined()
})

test('the address of a challenge says that its code completes a link, and otherwise only whose code is asked for', () => {
  const username = 'gro@fjellbane.example'
  const address = (purpose: 'signIn' | 'link') => challengeAddress({ username, nextUrl: undefined, purpose })
  expect(address('signIn')).toBe('/mfa-challenge?username=gro%40fjellbane.example')
  expect(address('link')).toBe('/mfa-challenge?username=gro%40fjellbane.example&purpose=link')
  const cookie = `lintel-code-waits=${encodeURIComponent(address('link'))}`
  expect(pendingChallengeAddress(cookie)).toBe(address('link'))
})
