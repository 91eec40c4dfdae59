import { RE2JS } from 're2js'
import { expect, test, vi } from 'vitest'
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

test('E11: an expression that repetitions make large is refused, and matches nobody', () => {
  for (const expression of [
    '(.?){1000}',
    `${'(.?){1000}'.repeat(20)}x`,
    '((a|b|.?){20}){20}@.+',
    '.{0,900}@.{0,900}',
  ]) {
    expect(emailRegexError(expression), expression).toMatch(/takes too long to match\. Use \* or \+ instead/)
    expect(emailMatcher(expression)('a@b'), expression).toBe(false)
  }
  const ordinary = [
    '.+@company\\.com',
    '[a-z.]+@(nordbygg|fjellbane|atelierdb)\\.example',
    '[A-Z0-9._%+-]{1,64}@(?:[A-Z0-9-]{1,63}\\.){1,8}[A-Z]{2,63}',
    '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}',
    'a|'.repeat(128),
  ]
  for (const expression of ordinary) expect(emailRegexError(expression), expression).toBeUndefined()
  expect(emailMatcher(ordinary[2] ?? '')('Anna@Nordbygg.example')).toBe(true)
})

test('E11: an expression is compiled once, however often it is checked and matched; a refused one as well', () => {
  const compile = vi.spyOn(RE2JS, 'compile')
  const useOnce = () => {
    for (const expression of ['.+@compiled-once\\.example', '(?=compiled-once)b', '(compiled-once){1000}']) {
      emailRegexError(expression)
      emailMatcher(expression)('anna@compiled-once.example')
    }
  }
  useOnce()
  const count = compile.mock.calls.length
  expect(count).toBeGreaterThan(0)
  useOnce()
  expect(compile.mock.calls.length).toBe(count)
  compile.mockRestore()
})

test('E11: the expressions that are kept are limited in number', () => {
  const compile = vi.spyOn(RE2JS, 'compile')
  const expressions = Array.from({ length: 201 }, (_, index) => `.+@kept-${index}\\.example`)
  for (const expression of expressions) emailMatcher(expression)
  compile.mockClear()
  emailMatcher(expressions[200] ?? '')
  expect(compile).not.toHaveBeenCalled()
  emailMatcher(expressions[0] ?? '')
  expect(compile).toHaveBeenCalled()
  compile.mockRestore()
})
