import { expect, test } from 'vitest'
import { tokenEmail, tokenSession, tokenSubject } from './token-claims'

const token = (claims: object) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sign`

test('a token tells whose it is', () => {
  expect(tokenEmail(token({ email: 'Mei@Nordbygg.example', name: '≥÷ø' }))).toBe('mei@nordbygg.example')
  expect(tokenSubject(token({ sub: '018cc251' }))).toBe('018cc251')
  expect(tokenSession(token({ sid: '018cc252' }))).toBe('018cc252')
})

test('what is no token of a person tells nothing', () => {
  expect(tokenEmail(token({}))).toBeUndefined()
  expect(tokenSubject(token({ sub: 7 }))).toBeUndefined()
  expect(tokenEmail('nonsense')).toBeUndefined()
  expect(tokenEmail('a.b.c')).toBeUndefined()
})
