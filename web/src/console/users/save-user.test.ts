import type { CustomerUserProfile } from '@lintel/contract/people/customer-user-profiles'
import type { ProjectMember } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { isEmail, profilePatch, valuesOf } from './profile-form'
import { operationsOf, type UserChanges } from './save-user'

const profile = { id: 'p', version: 4, firstName: 'Mei', lastName: 'Zhang', title: null } as CustomerUserProfile
const member = (id: string, level: number) => ({ id, version: 2, privilegeLevel: level }) as ProjectMember
const none: UserChanges = {
  customer: 'nord',
  email: 'mei@nordbygg.example',
  profile,
  patch: undefined,
  isNew: false,
  levels: new Map(),
  members: new Map([
    ['harbour', member('m1', 10)],
    ['hall', member('m2', 15)],
  ]),
}

test('a form that changes nothing asks the server for nothing', () => {
  expect(profilePatch(profile, valuesOf(profile, none.email))).toBeUndefined()
  expect(operationsOf({ ...none, levels: new Map([['harbour', 10 as const]]) })).toEqual([])
})

test('an emptied field is nothing any more, and spaces around a word are not kept', () => {
  const values = valuesOf(profile, none.email)
  expect(profilePatch(profile, { ...values, firstName: ' ', lastName: ' Zhang ', title: ' BIM lead ' })).toEqual({
    firstName: null,
    title: 'BIM lead',
  })
})

test('roles and profile are one step: changed, added and, with role 0, removed, each from the version that was seen', () => {
  const levels = new Map([
    ['harbour', 20 as const],
    ['hall', 0 as const],
    ['clinic', 10 as const],
    ['tower', 0 as const],
  ])
  expect(operationsOf({ ...none, patch: { title: 'BIM lead' }, levels })).toMatchObject([
    { op: 'update', data: { type: 'customer-user-profiles', id: 'p' }, meta: { version: 4 } },
    { op: 'update', data: { id: 'm1', attributes: { privilegeLevel: 20 } }, meta: { version: 2 } },
    { op: 'remove', ref: { type: 'project-members', id: 'm2' }, meta: { version: 2 } },
    { op: 'add', data: { type: 'project-members', attributes: { privilegeLevel: 10 } } },
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
  for (const typed of ['', 'partner.example', 'a@b', 'a@b.c', 'a b@c.no', 'ø@b.no', 'a@b.n0'])
    expect(isEmail(typed)).toBe(false)
})
