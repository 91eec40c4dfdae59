import type { CustomerUserProfile } from '@lintel/contract/people/customer-user-profiles'
import { expect, test } from 'vitest'
import { membersOf } from './organization-members'

const profile = (firstName: string | null, lastName: string | null, user: string): CustomerUserProfile => ({
  ...{ id: user, version: 1, firstName, lastName, user, title: null, phone: null, customer: 'nord' },
  ...{
    userOrganization: null,
    newUserEmail: null,
    profileType: null,
    directorySource: null,
    createdAt: '2026-01-01T00:00:00Z',
  },
  ...{ createdBy: null, updatedAt: '2026-01-01T00:00:00Z', updatedBy: null },
})
const profiles = [profile('Åse', 'Vik', 'ase@x.example'), profile(null, null, 'zoe@x.example')]
const zoe = { type: 'users', id: 'zoe@x.example', firstName: 'Zoe', lastName: 'Lund' }
const names = (locale: string) => membersOf(profiles, [zoe], locale).map(({ name }) => name)

test('who works for an organization is in the order of the language that is read', () => {
  expect(names('nb')).toEqual(['Zoe Lund', 'Åse Vik'])
  expect(names('en')).toEqual(['Åse Vik', 'Zoe Lund'])
})

test('numbers in names are in their order', () => {
  const foremen = ['10', '2'].map((number) => profile('Foreman', number, `${number}@x.example`))
  expect(membersOf(foremen, [], 'en').map(({ name }) => name)).toEqual(['Foreman 2', 'Foreman 10'])
})

test('a customer’s own profile is on top of the account, field by field, and whoever has no name is shown by the address', () => {
  const known = [profile('Zo', null, 'zoe@x.example'), profile(null, null, 'nobody@x.example')]
  expect(membersOf(known, [zoe], 'en').map(({ name }) => name)).toEqual(['nobody@x.example', 'Zo Lund'])
})
