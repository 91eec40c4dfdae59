import { expect, test } from 'vitest'
import {
  type AdImportAction,
  type AdImportStep,
  type AdImportType,
  adImportStep,
  importActionOf,
  importTypeOf,
} from './ad-import-step'
import type { PrivilegeLevel } from './privilege-levels'

const user = 'lena@nordbygg.example'
const nothing = { user: null, group: null, project: null }

type About = Partial<Pick<AdImportStep, 'user' | 'group' | 'project'>>

test.each<[About, AdImportType]>([
  [{ user }, 'User'],
  [{ user, group: 'Site' }, 'Group membership'],
  [{ user, group: 'Site', project: 'p' }, 'Group membership'],
  [{ group: 'Site' }, 'Group'],
  [{ group: 'Site', project: 'p' }, 'Project access'],
  [{ user, project: 'p' }, 'Project access'],
  [{ project: 'p' }, 'Other'],
  [{}, 'Other'],
])('a step about %j is of the type %s', (about, type) => {
  expect(importTypeOf({ ...nothing, ...about })).toBe(type)
})

const ofUser = { ...nothing, user }
const ofGroup = { ...nothing, group: 'Site' }
const ofMember = { ...ofUser, group: 'Site' }
const ofAccess = { ...ofUser, project: 'p' }
const ofOther = nothing

test.each<[string, About, PrivilegeLevel, PrivilegeLevel, AdImportAction]>([
  ['a user', ofUser, 0, 10, 'create'],
  ['a user', ofUser, 10, 0, 'remove'],
  ['a user', ofUser, 10, 10, 'no change'],
  ['a user', ofUser, 10, 20, 'make admin'],
  ['a group', ofGroup, 0, 20, 'create'],
  ['a group', ofGroup, 0, 10, 'create'],
  ['a group', ofGroup, 10, 20, 'make AD controlled'],
  ['a group', ofGroup, 20, 0, 'remove'],
  ['a group', ofGroup, 20, 20, 'no change'],
  ['a group membership', ofMember, 0, 10, 'make member'],
  ['a group membership', ofMember, 10, 0, 'remove member'],
  ['a group membership', ofMember, 10, 10, 'no change'],
  ['project access', ofAccess, 0, 10, 'make user'],
  ['project access', ofAccess, 0, 20, 'make admin'],
  ['project access', ofAccess, 10, 20, 'make admin'],
  ['project access', ofAccess, 20, 10, 'make user'],
  ['project access', ofAccess, 20, 30, 'make owner'],
  ['project access', ofAccess, 20, 0, 'make inactive'],
  ['project access', ofAccess, 20, 20, 'no change'],
  ['project access', ofAccess, 0, 0, 'no change'],
  ['project access', ofAccess, 15, 10, 'make user'],
  ['project access', ofAccess, 5, 10, 'make user'],
  ['project access', ofAccess, 20, 15, 'make workflows'],
  ['project access', ofAccess, 20, 5, 'make guest'],
  ['project access', ofAccess, 15, 15, 'no change'],
  ['something else', ofOther, 0, 10, 'create'],
  ['something else', ofOther, 10, 0, 'remove'],
])('of %s (%j) from %i to %i the action is %s', (_, about, levelold, levelnew, action) => {
  expect(importActionOf({ ...nothing, ...about, levelold, levelnew })).toBe(action)
})

test('a step has the fields of the specification, and no level but the four roles', () => {
  const step = { ...ofAccess, levelold: 10, levelnew: 20, error: null, name: 'Lena', gateway: null, redundant: false }
  expect(adImportStep.parse(step)).toEqual(step)
  expect(adImportStep.safeParse({ ...step, levelnew: 15 }).success).toBe(false)
  expect(adImportStep.safeParse({ ...step, more: 1 }).success).toBe(false)
})
