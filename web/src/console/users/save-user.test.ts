import { expect, test } from 'vitest'
import { memberValues, noMember } from './member-draft'
import { isEmail, profilePatch } from './profile-form'
import { operationsOf, type UserChanges } from './save-user'

const member = { level: 10 as const, lastDay: '', providers: [] }
const none: UserChanges = {
  customer: 'nord',
  email: 'mei@nordbygg.example',
  isNew: false,
  profile: { id: 'p', version: 4 },
  patch: undefined,
  roles: [],
}

test('a form that changes nothing asks the server for nothing', () => {
  expect(profilePatch({})).toBeUndefined()
  const unchanged = { project: 'harbour', member: { id: 'm1', version: 2 }, before: member, wanted: member }
  expect(operationsOf({ ...none, roles: [unchanged] })).toEqual([])
})

test('an emptied field is nothing any more, and spaces around a word are not kept', () => {
  expect(profilePatch({ firstName: ' ', title: ' BIM lead ' })).toEqual({ firstName: null, title: 'BIM lead' })
})

test('roles and profile are one step: changed, added and, with role 0, removed, each from the version that was seen', () => {
  const guest = { level: 5 as const, lastDay: '2027-01-31', providers: ['partner'] }
  const roles = [
    { project: 'harbour', member: { id: 'm1', version: 2 }, before: member, wanted: { ...member, level: 20 as const } },
    { project: 'hall', member: { id: 'm2', version: 7 }, before: member, wanted: noMember },
    { project: 'clinic', member: undefined, before: noMember, wanted: guest },
    { project: 'tower', member: undefined, before: noMember, wanted: memberValues(undefined, 'UTC') },
  ]
  expect(operationsOf({ ...none, patch: { title: 'BIM lead' }, roles })).toMatchObject([
    { op: 'update', data: { type: 'customer-user-profiles', id: 'p' }, meta: { version: 4 } },
    { op: 'update', data: { id: 'm1', attributes: { privilegeLevel: 20 } }, meta: { version: 2 } },
    { op: 'remove', ref: { type: 'project-members', id: 'm2' }, meta: { version: 7 } },
    {
      op: 'add',
      data: { type: 'project-members', attributes: { privilegeLevel: 5, expirationDate: '2027-01-31' } },
    },
  ])
})

test('somebody new is added by their email, somebody known without a profile gets one', () => {
  const [added] = operationsOf({ ...none, isNew: true, profile: undefined, email: 'new@partner.example' })
  expect(added).toMatchObject({ op: 'add', data: { attributes: { newUserEmail: 'new@partner.example' } } })
  const [known] = operationsOf({ ...none, profile: undefined, patch: { title: 'Planner' } })
  expect(known).toMatchObject({ op: 'add', data: { relationships: { user: { data: { id: none.email } } } } })
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
