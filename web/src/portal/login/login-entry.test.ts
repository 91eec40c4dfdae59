import { expect, test } from 'vitest'
import { isPlainVisit, parseLoginEntry, stripSecret, wantsNewProject } from './login-entry'

test('an invitation link fills in the email and the temporary password', () => {
  expect(parseLoginEntry('?email=mei%40nordbygg.example&tmppass=a%2Bb')).toEqual({
    email: 'mei@nordbygg.example',
    temporaryPassword: 'a+b',
    isInvitation: true,
    nextUrl: undefined,
    endedSession: undefined,
    hasStarted: false,
  })
})

test('a plain visit asks for nothing', () => {
  expect(parseLoginEntry('')).toEqual({
    email: '',
    temporaryPassword: undefined,
    isInvitation: false,
    nextUrl: undefined,
    endedSession: undefined,
    hasStarted: false,
  })
  expect(isPlainVisit(parseLoginEntry('?next-url=%2Fproject-1%2F'))).toBe(true)
})

test('S5: the temporary password leaves the address and the rest stays', () => {
  expect(stripSecret('?email=a%40b.example&tmppass=secret&next-url=%2Fx')).toBe('?email=a%40b.example&next-url=%2Fx')
  expect(stripSecret('?tmppass=secret')).toBe('')
})

test('a session that ended is told, and such a page is not the plain one', () => {
  expect(parseLoginEntry('?ended=&next-url=%2F')).toMatchObject({ endedSession: '', nextUrl: '/' })
  expect(isPlainVisit(parseLoginEntry('?ended='))).toBe(false)
  expect(parseLoginEntry('?ended=guest')).toMatchObject({ endedSession: 'guest' })
  expect(isPlainVisit(parseLoginEntry('?ended=guest'))).toBe(false)
  expect(isPlainVisit(parseLoginEntry('?email=a%40b.example'))).toBe(false)
})

test('whoever is on the way to a new project is told so, and only they', () => {
  expect(wantsNewProject(parseLoginEntry('?next-url=%2Fnew-project'))).toBe(true)
  expect(isPlainVisit(parseLoginEntry('?next-url=%2Fnew-project'))).toBe(false)
  expect(wantsNewProject(parseLoginEntry('?next-url=https%3A%2F%2Fevil.example%2Fnew-project'))).toBe(false)
})

test('why a posted form signed nobody in is read from the address, leaves it, and is nothing else than that', () => {
  expect(parseLoginEntry('?failed=tooManyRequests').formFailure).toBe('tooManyRequests')
  expect(parseLoginEntry('?failed=Your%20account%20is%20shut').formFailure).toBeUndefined()
  expect(stripSecret('?email=a%40b.example&failed=invalid_grant')).toBe('?email=a%40b.example')
})

test('that the start screen was left in another region is read from the address, and leaves it', () => {
  expect(parseLoginEntry('?started=&next-url=%2Fnew-project')).toMatchObject({
    hasStarted: true,
    nextUrl: '/new-project',
  })
  expect(stripSecret('?started=&next-url=%2Fnew-project')).toBe('?next-url=%2Fnew-project')
})
