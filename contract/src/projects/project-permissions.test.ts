import { expect, test } from 'vitest'
import { anonymous, type Person } from '../people/permissions'
import { privilegeLevel } from '../people/privilege-levels'
import {
  administersProject,
  governsProject,
  isRefusedByHibernation,
  type ProjectAccess,
  writableProjectFields,
} from './project-permissions'

const person = (more: Partial<Person> = {}): Person => ({
  kind: 'person',
  id: 'id',
  email: 'ola@nord.example',
  isStaff: false,
  administers: [],
  readsFor: [],
  closedCustomers: [],
  homeCustomer: null,
  guestOf: null,
  sessionId: 'session',
  method: 'password',
  loginMethod: 'COGNITO',
  provedAt: '2026-03-01T10:00:00Z',
  restriction: null,
  ...more,
})

const at = (level: ProjectAccess['privilegeLevel']): ProjectAccess => ({ customer: 'nord', privilegeLevel: level })

test('project admins and owners administer a project, only owners govern it', () => {
  const { member, workflowsAdmin, admin, owner } = privilegeLevel
  const rights = ([member, workflowsAdmin, admin, owner, null] as const).map((level) => [
    administersProject(person(), at(level)),
    governsProject(person(), at(level)),
  ])
  expect(rights).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, true],
    [false, false],
  ])
})

test('administrators of its customer and staff govern a project without being members', () => {
  expect(governsProject(person({ administers: ['nord'] }), at(null))).toBe(true)
  expect(governsProject(person({ isStaff: true }), at(null))).toBe(true)
  expect(governsProject(person({ administers: ['sør'] }), at(null))).toBe(false)
  expect(governsProject(person({ readsFor: ['nord'] }), at(null))).toBe(false)
})

test('G6: nobody administers anything through a guest link, nor without signing in', () => {
  const guest = person({ guestOf: 'bridge', administers: ['nord'], isStaff: true })
  for (const actor of [guest, anonymous]) {
    expect(administersProject(actor, at(privilegeLevel.owner))).toBe(false)
    expect(governsProject(actor, at(privilegeLevel.owner))).toBe(false)
    expect([...writableProjectFields(actor, at(privilegeLevel.owner))]).toEqual([])
  }
})

test('a hibernated project can be woken, deleted and restored, nothing else', () => {
  const asleep = { isHibernated: true }
  expect(isRefusedByHibernation(asleep, { name: 'New' })).toBe(true)
  expect(isRefusedByHibernation(asleep, { isHibernated: true, name: 'New' })).toBe(true)
  expect(isRefusedByHibernation(asleep, { isHibernated: false, name: 'New' })).toBe(false)
  expect(isRefusedByHibernation(asleep, { isInactive: true })).toBe(false)
  expect(isRefusedByHibernation({ isHibernated: false }, { name: 'New' })).toBe(false)
})
