import type { ProjectMember } from '@lintel/contract/people/members'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { expect, test } from 'vitest'
import { peopleByRole } from './people-by-role'

const member = (name: string, privilegeLevel: PrivilegeLevel): ProjectMember => ({
  id: name,
  version: 1,
  user: name,
  email: `${name}@nordbygg.example`,
  name,
  project: '1',
  customer: 'nord',
  privilegeLevel,
  guest: false,
  expirationDate: null,
  accessUntil: null,
  providers: [],
  ssoProviders: [],
  invited: false,
  invitedBy: null,
  organization: '',
  userOrganization: null,
  lastLogin: null,
  loggedLastMonth: false,
  directoryLevel: null,
  createdAt: '',
})

test('the owner comes first, then the other roles downwards, people by name', () => {
  const members = [member('Ola', 10), member('Åsa', 10), member('Mei', 30), member('Zoë', 10), member('Per', 5)]
  expect(
    peopleByRole(members, 'nb').map(({ level, members: people }) => [level, people.map(({ name }) => name)]),
  ).toEqual([
    [30, ['Mei']],
    [10, ['Ola', 'Zoë', 'Åsa']],
    [5, ['Per']],
  ])
})

test('who has a name of one character stands where the email does', () => {
  const nameless = { ...member('M', 10), email: 'zora@nordbygg.example' }
  const [group] = peopleByRole([nameless, member('Ola', 10)], 'en')
  expect(group?.members.map(({ name }) => name)).toEqual(['Ola', 'M'])
})

test('numbers in names are in their order', () => {
  const [group] = peopleByRole([member('Foreman 10', 10), member('Foreman 2', 10)], 'en')
  expect(group?.members.map(({ name }) => name)).toEqual(['Foreman 2', 'Foreman 10'])
})

test('a role that nobody has is not shown', () => {
  expect(peopleByRole([], 'en')).toEqual([])
})
