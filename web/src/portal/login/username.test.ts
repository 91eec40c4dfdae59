import { expect, test } from 'vitest'
import { emailOfUsername, usernameProblem } from './username'

test('an email address can be sent, nothing and nonsense cannot', () => {
  expect(usernameProblem('mei@nordbygg.example', undefined)).toBeUndefined()
  expect(usernameProblem('', undefined)).toBe('missing')
  expect(usernameProblem('mei@nordbygg', undefined)).toBe('invalid')
  expect(usernameProblem('mei', undefined)).toBe('invalid')
})

test('where usernames end in a domain suffix, the first part is enough', () => {
  expect(usernameProblem('mei', '@nordbygg.example')).toBeUndefined()
  expect(emailOfUsername(' mei ', '@nordbygg.example')).toBe('mei@nordbygg.example')
  expect(emailOfUsername('mei@partner.example ', '@nordbygg.example')).toBe('mei@partner.example')
  expect(usernameProblem('mei zhang', '@nordbygg.example')).toBe('invalid')
  expect(usernameProblem('mei@', '@nordbygg.example')).toBe('invalid')
})

test('the suffix alone is no address: an empty field has none', () => {
  for (const empty of ['', ' ']) {
    expect(emailOfUsername(empty, '@nordbygg.example')).toBe('')
    expect(usernameProblem(empty, '@nordbygg.example')).toBe('missing')
  }
})
