import type { ProjectMember } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { draftOf, mayBeSaved, memberPatch } from './member-draft'

const member = {
  privilegeLevel: 10,
  expirationDate: null,
  accessUntil: '2026-12-24T22:59:59Z',
  providers: ['partner'],
} as unknown as ProjectMember
const guest = { ...member, privilegeLevel: 5, expirationDate: member.accessUntil, accessUntil: null } as ProjectMember
const zone = 'Europe/Oslo'

test('a form that changes nothing saves nothing', () => {
  expect(memberPatch(member, draftOf(member, zone), zone)).toBeUndefined()
  expect(memberPatch(undefined, draftOf(undefined, zone), zone)).toBeUndefined()
  expect(memberPatch(guest, draftOf(guest, zone), zone)).toBeUndefined()
})

test('only what was changed is sent', () => {
  const draft = draftOf(member, zone)
  expect(memberPatch(member, { ...draft, level: 20 }, zone)).toEqual({ privilegeLevel: 20 })
  expect(memberPatch(member, { ...draft, lastDay: '' }, zone)).toEqual({ accessUntil: null })
  expect(memberPatch(member, { ...draft, providers: [] }, zone)).toEqual({ providers: [] })
})

test('a guest ends by the expiration date, everybody else by the end of the access', () => {
  expect(memberPatch(guest, { ...draftOf(guest, zone), lastDay: '2027-01-31' }, zone)).toEqual({
    expirationDate: '2027-01-31',
  })
  expect(memberPatch(member, { ...draftOf(member, zone), lastDay: '2027-01-31' }, zone)).toEqual({
    accessUntil: '2027-01-31',
  })
  expect(memberPatch(guest, { ...draftOf(guest, zone), level: 10 }, zone)).toEqual({
    privilegeLevel: 10,
    accessUntil: '2026-12-24',
  })
})

test('role 0 removes the membership, whatever else was changed', () => {
  expect(memberPatch(member, { level: 0, lastDay: 'x', providers: [] }, zone)).toEqual({ privilegeLevel: 0 })
})

test('a guest needs a last day, and no last day lies in the past', () => {
  expect(mayBeSaved({ level: 5, lastDay: '', providers: [] }, '2026-11-21')).toBe(false)
  expect(mayBeSaved({ level: 10, lastDay: '', providers: [] }, '2026-11-21')).toBe(true)
  expect(mayBeSaved({ level: 10, lastDay: '2026-11-20', providers: [] }, '2026-11-21')).toBe(false)
  expect(mayBeSaved({ level: 5, lastDay: '2026-11-21', providers: [] }, '2026-11-21')).toBe(true)
})
