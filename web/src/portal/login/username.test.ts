import { expect, test } from 'vitest'
import { usernameProblem } from './username'

test('an email address can be sent, nothing and nonsense cannot', () => {
  expect(usernameProblem('mei@nordbygg.example', undefined)).toBeUndefined()
  expect(usernameProblem('', undefined)).toBe('missing')
  expect(usernameProblem('mei@nordbygg', undefined)).toBe('invalid')
  expect(usernameProblem('mei', undefined)).toBe('invalid')
})

test('where usernames end in a domain suffix, the first part is enough', () => {
  expect(usernameProblem('mei', '@nordbygg.example')).toBeUndefined()
  expect(usernameProblem('mei zhang', '@nordbygg.example')).toBe('invalid')
  expect(usernameProblem('mei@', '@nordbygg.example')).toBe('invalid')
})
