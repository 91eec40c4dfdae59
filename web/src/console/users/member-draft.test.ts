import type { ProjectMember } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { isSavable, memberPatch, memberValues, noMember } from './member-draft'

const zone = 'Europe/Oslo'
const record = {
  privilegeLevel: 10,
  expirationDate: null,
  accessUntil: '2026-12-24T22:59:59Z',
  providers: ['partner'],
} as unknown as ProjectMember
const member = memberValues(record, zone)
const guest = { ...member, level: 5 as const }

test('a form that changes nothing saves nothing', () => {
  expect(memberPatch(member, member)).toBeUndefined()
  expect(memberPatch(noMember, memberValues(undefined, zone))).toBeUndefined()
  expect(memberPatch(guest, guest)).toBeUndefined()
})

test('only what was changed is sent', () => {
  expect(memberPatch(member, { ...member, level: 20 })).toEqual({ privilegeLevel: 20 })
  expect(memberPatch(member, { ...member, lastDay: '' })).toEqual({ accessUntil: null })
  expect(memberPatch(member, { ...member, providers: [] })).toEqual({ providers: [] })
})

test('a guest ends by the expiration date, everybody else by the end of the access', () => {
  expect(memberPatch(guest, { ...guest, lastDay: '2027-01-31' })).toEqual({ expirationDate: '2027-01-31' })
  expect(memberPatch(member, { ...member, lastDay: '2027-01-31' })).toEqual({ accessUntil: '2027-01-31' })
  expect(memberPatch(guest, { ...guest, level: 10 })).toEqual({ privilegeLevel: 10, accessUntil: '2026-12-24' })
  expect(memberPatch(noMember, { level: 5, lastDay: '2027-01-31', providers: ['partner'] })).toEqual({
    privilegeLevel: 5,
    expirationDate: '2027-01-31',
    providers: ['partner'],
  })
})

test('role 0 removes the membership, whatever else was changed', () => {
  expect(memberPatch(member, { level: 0, lastDay: 'x', providers: [] })).toEqual({ privilegeLevel: 0 })
})

test('a guest may have no last day, and no last day lies in the past', () => {
  expect(isSavable({ level: 5, lastDay: '', providers: [] }, '2026-11-21')).toBe(true)
  expect(isSavable({ level: 10, lastDay: '', providers: [] }, '2026-11-21')).toBe(true)
  expect(isSavable({ level: 10, lastDay: '2026-11-20', providers: [] }, '2026-11-21')).toBe(false)
  expect(isSavable({ level: 5, lastDay: '2026-11-21', providers: [] }, '2026-11-21')).toBe(true)
})
