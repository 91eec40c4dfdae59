import { expect, test } from 'vitest'
import { describeStep, type PlannedAction } from './ad-import'
import type { ChangeSetRow } from './change-sets'

const user = { user: 'lena@nordbygg.example' }
const group = { group: 'Site' }
const row = (values: Pick<ChangeSetRow, 'object'> & Partial<ChangeSetRow>): ChangeSetRow => ({
  ...{
    number: 1,
    outcome: 'change',
    before: null,
    after: null,
    why: null,
    conflict: null,
    member: null,
    remains: false,
  },
  ...values,
})
const level = (privilegeLevel: number, details: object = {}) => ({ privilegeLevel, ...details })

test.each<[string, ChangeSetRow, PlannedAction]>([
  ['a person who is new', row({ object: user, after: level(10) }), 'create'],
  [
    'a person with another phone',
    row({ object: user, before: level(10, { phone: '1' }), after: level(10, { phone: '2' }) }),
    'update details',
  ],
  ['a person as stored', row({ object: user, outcome: 'same', before: level(10), after: level(10) }), 'no change'],
  [
    'a group with another description',
    row({ object: group, before: level(20, { description: 'A' }), after: level(20, { description: 'B' }) }),
    'update details',
  ],
  ['a group that was made by hand', row({ object: group, before: level(10), after: level(20) }), 'make AD controlled'],
  ['a group as stored', row({ object: group, outcome: 'same', before: level(20), after: level(20) }), 'no change'],
  [
    'a refused line',
    row({ object: { given: { email: 'x' } }, outcome: 'conflict', conflict: 'malformedRow' }),
    'error',
  ],
])('the action of a row about %s follows from its outcome and its levels', (_about, planned, action) => {
  expect(describeStep(planned).action).toBe(action)
})
