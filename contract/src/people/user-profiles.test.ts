import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lockedFields, missingFields, personName, phone, type UserProfile } from './user-profiles'

const profile = (more: Partial<UserProfile> = {}): UserProfile => ({
  id: 'mei@nordbygg.example',
  version: 1,
  givenName: 'Mei',
  familyName: 'Zhang',
  organization: 'Nordbygg',
  phone: '+47 900 00 000',
  title: null,
  language: null,
  theme: 'system',
  privacyAgreement: true,
  privacyAgreedAt: '2026-03-01T10:00:00Z',
  displayName: 'Mei Zhang',
  role: null,
  mustUpdatePassword: false,
  mustUpdateProfile: false,
  externallyIdentified: false,
  mayChangeEmail: true,
  pendingEmail: null,
  ...more,
})

test('names may be of any script, but hold no @', () => {
  expect(personName.parse(' 张 ')).toBe('张')
  expect(personName.safeParse('mei@nordbygg').error?.issues[0]?.message).toBe('atSignInName')
})

test.each(['+47 22 33-44', '7', '- 7'])('%s is a phone number', (text) => {
  expect(phone.safeParse(text).success).toBe(true)
})

test.each(['', '+ -', 'call me', '22/33', '(22) 33'])('%j is no phone number', (text) => {
  expect(phone.safeParse(text).error?.issues[0]?.message).toBe('invalidPhone')
})

test('a phone number is digits, blanks, plus and minus with at least one digit', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9 +x-]{1,40}$/), (text) => {
      const isPhone = !text.includes('x') && /\d/.test(text)
      expect(phone.safeParse(text).success).toBe(isPhone)
    }),
  )
})

// With a pattern that takes quadratic time this does not end within the time of a test.
test('H4: a text of any length is refused as a phone number without searching it repeatedly', () => {
  const long = `${'1'.repeat(1_000_000)}x`
  expect(phone.safeParse(long).error?.issues.map(({ message }) => message)).toEqual(['tooLong', 'invalidPhone'])
})

test('a profile without names, organization or phone is incomplete; a title is never missing', () => {
  expect(missingFields(profile())).toEqual([])
  expect(missingFields(profile({ givenName: null, organization: '', phone: null }))).toEqual([
    'givenName',
    'organization',
    'phone',
  ])
})

test('whom an external provider identifies needs no phone', () => {
  expect(missingFields(profile({ phone: null, externallyIdentified: true }))).toEqual([])
})

test('what the external provider said is locked until the profile has been updated', () => {
  const federated = profile({ externallyIdentified: true, mustUpdateProfile: true, familyName: null })
  expect(lockedFields(federated)).toEqual(['givenName', 'phone'])
  expect(lockedFields({ ...federated, mustUpdateProfile: false })).toEqual([])
  expect(lockedFields({ ...federated, externallyIdentified: false })).toEqual([])
})
