import { expect, test } from 'vitest'
import { emailMatcher, emailRegexError } from './email-regex'

test('E11: an expression has to match the whole address, whatever its case', () => {
  const matches = emailMatcher('.+@nordbygg\\.example')
  expect(matches('Anna@Nordbygg.example')).toBe(true)
  expect(matches('anna@nordbygg.example.evil.example')).toBe(false)
  expect(emailMatcher('anna')('anna@nordbygg.example')).toBe(false)
})

test('E11: an alternative at the top is anchored as a whole', () => {
  expect(emailMatcher('a@b\\.example|.+')('c@d.example')).toBe(true)
  expect(emailMatcher('a@b\\.example|c@d')('c@d.example')).toBe(false)
})

test('E11: look-around and back references are refused in the words of the parser', () => {
  expect(emailRegexError('.+@a\\.example')).toBeUndefined()
  expect(emailRegexError('(?=a)b')).toMatch(/invalid|perl|\(\?/i)
  expect(emailRegexError('(a)\\1')).toMatch(/escape|invalid/i)
  expect(emailMatcher('(?=a)b')('b')).toBe(false)
})

test('E11: the expression that blocks a backtracking matcher takes milliseconds, and longer input is not looked at', () => {
  const matches = emailMatcher('^(a+)+$')
  // A backtracking matcher would practically never finish here.
  expect(matches(`${'a'.repeat(253)}!`)).toBe(false)
  expect(matches('a'.repeat(254))).toBe(true)
  expect(matches('a'.repeat(255))).toBe(false)
})
