import type { AccessReason } from '@lintel/contract/people/access-why'
import { expect, test } from 'vitest'
import { givenBy } from './who-gave'

const at = '2026-11-22T12:00:00Z'
const given: AccessReason = { reason: 'given', privilegeLevel: 10, at, by: 'anna@nord', via: { kind: 'hand' } }

test('whoever gave or ended the membership is named, not whoever invited, and nobody whom no record names', () => {
  expect(givenBy([{ reason: 'invitation', id: 'i', state: 'accepted', at, by: 'ola@nord' }, given])).toBe('anna@nord')
  expect(givenBy([{ reason: 'removed', at, by: 'mei@nord', via: { kind: 'hand' } }])).toBe('mei@nord')
  expect(givenBy([{ ...given, by: null }])).toBeUndefined()
  expect(givenBy([{ reason: 'none' }])).toBeUndefined()
})
