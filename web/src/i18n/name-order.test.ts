import { expect, test } from 'vitest'
import { formatName, nameFields } from './name-order'

const person = (givenName: string, familyName: string) => ({ givenName, familyName, email: 'someone@kozo.example' })

test('a name is told in the order of the reader’s language', () => {
  expect(formatName('de', person('Jürgen', 'Groß'))).toBe('Jürgen Groß')
  expect(formatName('ja', person('健', '佐藤'))).toBe('佐藤 健')
  expect(formatName('zh', person('梅', '张'))).toBe('张梅')
})

test('names in Latin letters keep the space between them', () => {
  expect(formatName('zh', person('Mei', 'Zhang'))).toBe('Zhang Mei')
})

test('who has said too little is their email', () => {
  expect(formatName('en', person('', ''))).toBe('someone@kozo.example')
  expect(formatName('ja', person('K', ''))).toBe('someone@kozo.example')
  expect(formatName('en', person('Ken', ''))).toBe('Ken')
})

test('a form asks for the names in that order', () => {
  expect(nameFields('ja')).toEqual(['familyName', 'givenName'])
  expect(nameFields('pl')).toEqual(['givenName', 'familyName'])
})
