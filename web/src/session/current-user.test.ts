import { expect, test } from 'vitest'
import { initials } from './current-user'

const person = (givenName: string, familyName: string) => ({ givenName, familyName, email: 'mei@nordbygg.example' })

test('a person is two letters: of the first and the last name', () => {
  expect(initials(person('Åsa', 'lindqvist'))).toBe('ÅL')
})

test('a person who has not said their name is the start of their email', () => {
  expect(initials(person('', ''))).toBe('ME')
})

test('one known name is one letter, and letters beyond the first plane stay whole', () => {
  expect(initials(person('𠮷田', ''))).toBe('𠮷')
})
