import { expect, test } from 'vitest'
import { memberValues, noMember } from './member-draft'
import { isEmail, profilePatch } from './profile-form'
import { newUserInput, type UserChanges, userInput } from './save-user'

const member = { level: 10 as const, lastDay: '', providers: [] }
const read = { privilegeLevel: 10 as const, expirationDate: null, accessUntil: null, providers: [] }
const seen = { privilegeLevel: 10, accessUntil: null, providers: [] }
const none: UserChanges = {
  customer: 'nord',
  email: 'mei@nordbygg.example',
  isNew: false,
  stored: undefined,
  profile: { version: 4 },
  patch: undefined,
  roles: [],
}

test('a form that changes nothing asks the server for nothing', () => {
  expect(profilePatch({})).toBeUndefined()
  const unchanged = { project: 'harbour', member: { ...read, version: 2 }, before: member, after: member }
  expect(userInput({ ...none, roles: [unchanged] })).toBeUndefined()
})

test('an emptied field is nothing any more, and spaces around a word are not kept', () => {
  expect(profilePatch({ firstName: ' ', title: ' BIM lead ' })).toEqual({ firstName: null, title: 'BIM lead' })
})

test('roles and profile are one step: changed, added and, with role 0, removed, each from the membership that was seen', () => {
  const guest = { level: 5 as const, lastDay: '2027-01-31', providers: ['partner'] }
  const roles = [
    { project: 'harbour', member: { ...read, version: 2 }, before: member, after: { ...member, level: 20 as const } },
    { project: 'hall', member: { ...read, version: 7 }, before: member, after: noMember },
    { project: 'clinic', member: undefined, before: noMember, after: guest },
    { project: 'tower', member: undefined, before: noMember, after: memberValues(undefined, 'UTC') },
  ]
  expect(userInput({ ...none, patch: { title: 'BIM lead' }, roles })).toEqual({
    user: none.email,
    profile: { title: 'BIM lead', expectedVersion: 4 },
    cells: [
      { project: 'harbour', level: 20, expectedVersion: 2, expected: seen },
      { project: 'hall', level: 0, expectedVersion: 7, expected: seen },
      { project: 'clinic', level: 5, accessUntil: '2027-01-31', providers: ['partner'], expectedVersion: 0 },
    ],
  })
})

test('somebody new is added by their email with their roles, somebody known without a profile gets one', () => {
  const after = { ...member, level: 20 as const }
  const roles = [{ project: 'harbour', member: undefined, before: noMember, after }]
  const added = newUserInput({ ...none, isNew: true, profile: undefined, email: 'new@partner.example', roles })
  expect(added).toEqual({ user: 'new@partner.example', roles: [{ project: 'harbour', level: 20, providers: [] }] })
  expect(userInput({ ...none, profile: undefined, patch: { title: 'Planner' } })).toMatchObject({
    profile: { title: 'Planner', expectedVersion: 0 },
  })
})

test('a new user’s email has a local part, a domain, a dot and two letters at least', () => {
  for (const typed of ['a.b_c%d+e-f@partner.example', 'X@Y.NO']) expect(isEmail(typed)).toBe(true)
  for (const typed of [
    '',
    'partner.example',
    'a@b',
    'a@b.c',
    'a b@c.no',
    'ø@b.no',
    'a@b.n0',
    '.a@b.no',
    'a@b..no',
    'a@-b.no',
  ])
    expect(isEmail(typed)).toBe(false)
})
