import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { describeTemplate } from './describe-entry'

const row = (before: ChangeSetRow['before']): ChangeSetRow => ({
  ...{ number: 1, outcome: 'change', object: { id: 't', name: 'Quays' }, before, after: { name: 'Quays' }, why: null },
  ...{ conflict: null, member: null, remains: false },
})

test('a row about a new or renamed template tells its names', () => {
  const shared = { title: 'Quays', detail: '', after: 'Quays' }
  expect(describeTemplate(row({ name: 'Housing' }))).toEqual({ ...shared, before: 'Housing' })
  expect(describeTemplate(row(null))).toEqual({ ...shared, before: '' })
})
