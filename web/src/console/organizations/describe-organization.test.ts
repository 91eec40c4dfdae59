import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { describeOrganization } from './describe-organization'

const describe = describeOrganization('deleted')

const row = (more: Partial<ChangeSetRow>): ChangeSetRow => ({
  ...{ number: 1, outcome: 'change', object: {}, before: null, after: null, why: null, conflict: null },
  ...{ member: null, remains: false },
  ...more,
})

test('a row of a preview names the organization, and what it was and is to be', () => {
  const described = describe(
    row({
      object: { type: 'user-organizations', id: 'a', name: 'Stålbud' },
      before: { name: 'Stålbud', number: null, country: null, externalId: null },
      after: { name: 'Stålbud', number: '7123', country: 'PL', externalId: 'ERP-7' },
    }),
  )
  expect(described).toEqual({ title: 'Stålbud', detail: '', before: 'Stålbud', after: 'Stålbud (7123, PL) · ERP-7' })
})

test('a row about somebody says who, and whom they work for', () => {
  const described = describe(
    row({
      object: { user: 'piotr@stalbud.example', name: 'Piotr Wiśniewski' },
      before: { userOrganization: 'Stalbud' },
      after: { userOrganization: 'Stålbud sp. z o.o.' },
    }),
  )
  expect(described).toEqual({
    title: 'Piotr Wiśniewski',
    detail: 'piotr@stalbud.example',
    before: 'Stalbud',
    after: 'Stålbud sp. z o.o.',
  })
})

test('a row that could not be understood says what it says', () => {
  const given = { name: '', number: '12' }
  expect(describe(row({ object: { given }, outcome: 'conflict' })).title).toBe(' · 12')
})

test('an organization that goes away is said to be deleted', () => {
  const before = { name: 'Stalbud', number: null, country: 'PL', externalId: null }
  expect(describe(row({ object: { name: 'Stalbud' }, before }))).toMatchObject({
    before: 'Stalbud (PL)',
    after: 'deleted',
  })
})
