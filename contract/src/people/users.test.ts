import { expect, test } from 'vitest'
import { displayName } from './display-name'
import { fullName, language, organizationName, timeZone } from './users'

test('people are called by their name, or by their email when it says too little', () => {
  expect(displayName({ name: 'Mei Zhang', email: 'mei@nordbygg.example' })).toBe('Mei Zhang')
  expect(displayName({ name: 'M', email: 'mei@nordbygg.example' })).toBe('mei@nordbygg.example')
  expect(displayName({ name: '', email: 'mei@nordbygg.example' })).toBe('mei@nordbygg.example')
})

test('the full name is what is known of it', () => {
  expect(fullName({ givenName: 'Mei', familyName: 'Zhang' })).toBe('Mei Zhang')
  expect(fullName({ givenName: '', familyName: 'Zhang' })).toBe('Zhang')
})

test('the organization that the customer knows comes before what the person wrote', () => {
  expect(organizationName({ organization: 'nordbygg' }, { name: 'Nordbygg AS' })).toBe('Nordbygg AS')
  expect(organizationName({ organization: 'nordbygg' }, null)).toBe('nordbygg')
})

test('a time zone is one that clocks know, a language is a tag', () => {
  expect(timeZone.safeParse('Europe/Oslo').success).toBe(true)
  expect(timeZone.safeParse('Europe/Atlantis').success).toBe(false)
  expect(language.safeParse('zh-Hans').success).toBe(true)
  expect(language.safeParse('Norwegian, please').success).toBe(false)
})
