import { expect, test } from 'vitest'
import { roleCell } from './apply-and-remember'

const where = { user: 'mei@nordbygg.example', project: 'harbour' }

test('only what was changed is in the cell, on condition of the membership that was seen', () => {
  expect(roleCell({ ...where, member: { version: 7 }, patch: { providers: [] } })).toEqual({
    ...where,
    expectedVersion: 7,
    providers: [],
  })
  expect(roleCell({ ...where, member: { version: 7 }, patch: { accessUntil: null } })).toEqual({
    ...where,
    expectedVersion: 7,
    accessUntil: null,
  })
})

test('the end of a guest is an end like any other, and nobody is a member in version 0', () => {
  expect(roleCell({ ...where, member: undefined, patch: { privilegeLevel: 5, expirationDate: '2027-01-31' } })).toEqual(
    {
      ...where,
      expectedVersion: 0,
      level: 5,
      accessUntil: '2027-01-31',
    },
  )
})
