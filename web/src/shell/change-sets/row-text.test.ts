import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { describeMembership } from './row-text'

const describe = describeMembership({ role: (level) => `role ${level}`, until: (role, end) => `${role} until ${end}` })
const row: ChangeSetRow = {
  number: 1,
  outcome: 'change',
  object: { user: 'mei@nordbygg.example', name: 'Mei Zhang', project: 'p', projectName: 'Barcode Harbour' },
  before: null,
  after: { privilegeLevel: 10, accessUntil: '2026-12-24T22:59:59Z' },
  why: null,
  conflict: null,
  member: null,
  remains: false,
}

test('a row tells who, where, and the role before and after, with its end', () => {
  expect(describe(row)).toEqual({
    title: 'Mei Zhang',
    detail: 'mei@nordbygg.example · Barcode Harbour',
    before: 'role 0',
    after: 'role 10 until 2026-12-24T22:59:59Z',
  })
})

test('of a row that could not be understood stands what was given', () => {
  const given = { email: 'nobody', role: 'Emperor' }
  expect(
    describe({ ...row, outcome: 'conflict', object: { given }, before: null, after: null, conflict: 'unknownRole' }),
  ).toEqual({ title: 'nobody · Emperor', detail: '', before: '', after: '' })
})
