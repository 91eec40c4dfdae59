import { expect, test } from 'vitest'
import { readEntry, withoutSecret } from './login-entry'

test('an invitation link fills in the email and the temporary password', () => {
  expect(readEntry('?email=mei%40nordbygg.example&tmppass=a%2Bb')).toEqual({
    email: 'mei@nordbygg.example',
    temporaryPassword: 'a+b',
    nextUrl: undefined,
  })
})

test('a plain visit asks for nothing', () => {
  expect(readEntry('')).toEqual({ email: '', temporaryPassword: undefined, nextUrl: undefined })
})

test('S5: the temporary password leaves the address and the rest stays', () => {
  expect(withoutSecret('?email=a%40b.example&tmppass=secret&next-url=%2Fx')).toBe('?email=a%40b.example&next-url=%2Fx')
  expect(withoutSecret('?tmppass=secret')).toBe('')
})
