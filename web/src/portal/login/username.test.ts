import { expect, test } from 'vitest'
import { wrongUsername } from './username'

test('an email address can be sent, nothing and nonsense cannot', () => {
  expect(wrongUsername('mei@nordbygg.example', undefined)).toBeUndefined()
  expect(wrongUsername('', undefined)).toBe('missing')
  expect(wrongUsername('mei@nordbygg', undefined)).toBe('invalid')
  expect(wrongUsername('mei', undefined)).toBe('invalid')
})

test('where usernames end in a domain suffix, the first part is enough', () => {
  expect(wrongUsername('mei', '@nordbygg.example')).toBeUndefined()
  expect(wrongUsername('mei zhang', '@nordbygg.example')).toBe('invalid')
  expect(wrongUsername('mei@', '@nordbygg.example')).toBe('invalid')
})
