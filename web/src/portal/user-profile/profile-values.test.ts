import type { UserProfile } from '@lintel/contract/people/user-profiles'
import { expect, test } from 'vitest'
import { profilePatch, profileSchema, valuesOf } from './profile-values'

const profile = (overrides: Partial<UserProfile> = {}): UserProfile => ({
  id: 'mei@nordbygg.example',
  version: 3,
  givenName: 'Mei',
  familyName: 'Zhang',
  organization: 'Nordbygg',
  phone: '+47 9',
  title: null,
  language: null,
  theme: 'system',
  privacyAgreement: true,
  privacyAgreedAt: null,
  displayName: 'Mei Zhang',
  role: null,
  mustUpdatePassword: false,
  mustUpdateProfile: false,
  externallyIdentified: false,
  mayChangeEmail: true,
  pendingEmail: null,
  ...overrides,
})

/** The code of the first problem of each field. */
const wrong = (given: UserProfile, typed: object) => {
  const { error } = profileSchema(given).safeParse({ ...valuesOf(given), ...typed })
  return Object.fromEntries((error?.issues ?? []).reverse().map(({ path, message }) => [path[0], message]))
}

test('a profile as it stands is right', () => {
  expect(wrong(profile(), {})).toEqual({})
})

test('first name, last name and organization are required, title is not', () => {
  expect(wrong(profile(), { givenName: '', familyName: ' ', organization: '', title: '' })).toEqual({
    givenName: 'required',
    familyName: 'required',
    organization: 'required',
  })
})

test('the phone is required only of people whom no provider identifies', () => {
  expect(wrong(profile(), { phone: '' })).toEqual({ phone: 'required' })
  expect(wrong(profile({ externallyIdentified: true }), { phone: '' })).toEqual({})
})

test.each(['+47 912 34 567', '0047-912', '5', ' +1 '])('%s is a phone', (phone) => {
  expect(wrong(profile(), { phone })).toEqual({})
  expect(wrong(profile({ externallyIdentified: true }), { phone })).toEqual({})
})

test.each(['+', '- -', '12a', '(02) 12', '１２', '12/13', '12.5'])('%s is none', (phone) => {
  expect(wrong(profile(), { phone })).toEqual({ phone: 'invalidPhone' })
  expect(wrong(profile({ externallyIdentified: true }), { phone })).toEqual({ phone: 'invalidPhone' })
})

test('names take no @, no control characters and no ten thousand letters, but every alphabet, emoji and markup', () => {
  expect(wrong(profile(), { givenName: 'mei@nordbygg' })).toEqual({ givenName: 'atSignInName' })
  expect(wrong(profile(), { familyName: 'Zh\u0007ang' })).toEqual({ familyName: 'controlCharacters' })
  expect(wrong(profile(), { familyName: 'Zh\u202Eang' })).toEqual({ familyName: 'controlCharacters' })
  const long = 'x'.repeat(10_000)
  expect(wrong(profile(), { givenName: long, familyName: long, organization: long, title: long })).toEqual({
    givenName: 'tooLong',
    familyName: 'tooLong',
    organization: 'tooLong',
    title: 'tooLong',
  })
  expect(wrong(profile(), { givenName: 'مي', familyName: '👷🏽‍♀️', organization: '<script>alert(1)</script>' })).toEqual(
    {},
  )
})

test('who creates their profile has to agree, who edits it does not', () => {
  expect(wrong(profile({ mustUpdateProfile: true }), {})).toEqual({ privacyAgreement: 'required' })
  expect(wrong(profile({ mustUpdateProfile: true }), { privacyAgreement: true })).toEqual({})
})

test('what was typed is sent, an emptied field as nothing', () => {
  expect(profilePatch(profile(), {})).toEqual({})
  expect(profilePatch(profile(), { givenName: ' Mei Lin ', title: ' ' })).toEqual({ givenName: 'Mei Lin', title: null })
})

test('creating sends the agreement along', () => {
  const before = profile({ mustUpdateProfile: true, organization: null })
  expect(profilePatch(before, { organization: 'Kozo', privacyAgreement: true })).toEqual({
    organization: 'Kozo',
    privacyAgreement: true,
  })
})

test('what a provider vouches for is neither checked nor sent while the profile is created', () => {
  const federated = profile({ externallyIdentified: true, mustUpdateProfile: true, phone: null })
  const values = { ...valuesOf(federated), givenName: 'x@y', phone: '1', privacyAgreement: true }
  expect(profileSchema(federated).safeParse(values).success).toBe(true)
  expect(profilePatch(federated, { givenName: 'x@y', phone: '1', privacyAgreement: true })).toEqual({
    phone: '1',
    privacyAgreement: true,
  })
})
