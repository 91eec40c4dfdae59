import { expect, test } from 'vitest'
import { isPlain, readEntry, wantsProject, withoutSecret } from './login-entry'

test('an invitation link fills in the email and the temporary password', () => {
  expect(readEntry('?email=mei%40nordbygg.example&tmppass=a%2Bb')).toEqual({
    email: 'mei@nordbygg.example',
    temporaryPassword: 'a+b',
    nextUrl: undefined,
    hasEnded: false,
  })
})

test('a plain visit asks for nothing', () => {
  expect(readEntry('')).toEqual({ email: '', temporaryPassword: undefined, nextUrl: undefined, hasEnded: false })
  expect(isPlain(readEntry('?next-url=%2Fproject-1%2F'))).toBe(true)
})

test('S5: the temporary password leaves the address and the rest stays', () => {
  expect(withoutSecret('?email=a%40b.example&tmppass=secret&next-url=%2Fx')).toBe('?email=a%40b.example&next-url=%2Fx')
  expect(withoutSecret('?tmppass=secret')).toBe('')
})

test('a session that ended is told, and such a page is not the plain one', () => {
  expect(readEntry('?ended=&next-url=%2F')).toMatchObject({ hasEnded: true, nextUrl: '/' })
  expect(isPlain(readEntry('?ended='))).toBe(false)
  expect(isPlain(readEntry('?email=a%40b.example'))).toBe(false)
})

test('whoever is on the way to a new project is told so, and only they', () => {
  expect(wantsProject(readEntry('?next-url=%2Fnew-project'))).toBe(true)
  expect(isPlain(readEntry('?next-url=%2Fnew-project'))).toBe(false)
  expect(wantsProject(readEntry('?next-url=https%3A%2F%2Fevil.example%2Fnew-project'))).toBe(false)
})

test('why a posted form signed nobody in is read from the address, leaves it, and is nothing else than that', () => {
  expect(readEntry('?failed=tooManyRequests').failed).toBe('tooManyRequests')
  expect(readEntry('?failed=Your%20account%20is%20shut').failed).toBeUndefined()
  expect(withoutSecret('?email=a%40b.example&failed=invalid_grant')).toBe('?email=a%40b.example')
})
