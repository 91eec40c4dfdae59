import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actingLevel, grantableLevels, isLocked, mayChangeMember, type ProjectRoles } from './members'
import { type PrivilegeLevel, privilegeLevel } from './privilege-levels'

const member = (user: string, level: PrivilegeLevel) => ({ user, privilegeLevel: level })
const roles = (more: Partial<ProjectRoles> = {}): ProjectRoles => ({
  isStaff: false,
  administersCustomer: false,
  level: 0,
  ...more,
})

const levels = fc.constantFrom(...Object.values(privilegeLevel))
const anyRoles = fc.record({ isStaff: fc.boolean(), administersCustomer: fc.boolean(), level: levels })

test('owners, customer administrators and oneself are locked, others are not', () => {
  expect(isLocked(member('ola', 30), 'anna')).toBe(true)
  expect(isLocked(member('astrid', 25), 'anna')).toBe(true)
  expect(isLocked(member('anna', 10), 'anna')).toBe(true)
  expect(isLocked(member('mei', 20), 'anna')).toBe(false)
})

test('G5: members and workflow administrators give no level at all', () => {
  expect(grantableLevels(roles({ level: 10 }))).toEqual([])
  expect(grantableLevels(roles({ level: 15 }))).toEqual([])
})

test('G5: a project admin gives less than admin; owners, customer administrators and staff give admin', () => {
  expect(grantableLevels(roles({ level: 20 }))).toEqual([0, 5, 10, 15])
  expect(grantableLevels(roles({ level: 30 }))).toEqual([0, 5, 10, 15, 20])
  expect(grantableLevels(roles({ administersCustomer: true }))).toEqual([0, 5, 10, 15, 20])
  expect(grantableLevels(roles({ isStaff: true }))).toEqual([0, 5, 10, 15, 20])
})

test('G5: nobody gives customer administrator, owner, or their own level', () => {
  fc.assert(
    fc.property(anyRoles, (whose) => {
      const grantable = grantableLevels(whose)
      return (
        !grantable.includes(25) && !grantable.includes(30) && grantable.every((level) => level < actingLevel(whose))
      )
    }),
  )
})

test('G5: nobody changes themselves, an owner, a customer administrator, or somebody of their own level', () => {
  fc.assert(
    fc.property(anyRoles, levels, fc.boolean(), (whose, level, isSelf) => {
      const changed = member(isSelf ? 'me' : 'you', level)
      if (!mayChangeMember(whose, changed, 'me')) return true
      return !isSelf && level < 25 && level < actingLevel(whose) && actingLevel(whose) >= 20
    }),
  )
  expect(mayChangeMember(roles({ level: 20 }), member('mei', 15), 'per')).toBe(true)
})
