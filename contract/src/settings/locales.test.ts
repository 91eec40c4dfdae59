import { expect, test } from 'vitest'
import { localeOf, preferredLocale } from './locales'

test.each([
  ['de-AT', 'de'],
  ['fr-CA', 'fr'],
  ['es-419', 'es'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['nb-NO', 'nb'],
  ['zh-TW', 'zh'],
  ['zh-Hans-CN', 'zh'],
  ['sv_FI', 'sv'],
  ['EN-gb', 'en'],
])('the regional variant %s is read in %s', (tag, locale) => {
  expect(localeOf(tag)).toBe(locale)
})

test('a language that we do not speak has no locale of ours', () => {
  expect(localeOf('pt-BR')).toBeUndefined()
  expect(localeOf('')).toBeUndefined()
})

test('a person reads the first of their languages that we speak', () => {
  expect(preferredLocale(['pt-BR', 'pl-PL', 'de'])).toBe('pl')
})

test('a person whose languages we do not speak reads English', () => {
  expect(preferredLocale(['pt-BR', 'fi'])).toBe('en')
  expect(preferredLocale([])).toBe('en')
})
