import { expect, test } from 'vitest'
import { tokenEmail } from './token-email'

const token = (claims: object) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sign`

test('a token tells whose it is', () => {
  expect(tokenEmail(token({ email: 'Mei@Nordbygg.example', name: '≥÷ø' }))).toBe('mei@nordbygg.example')
})

test('what is no token of a person tells nothing', () => {
  expect(tokenEmail(token({}))).toBeUndefined()
  expect(tokenEmail('nonsense')).toBeUndefined()
  expect(tokenEmail('a.b.c')).toBeUndefined()
})
