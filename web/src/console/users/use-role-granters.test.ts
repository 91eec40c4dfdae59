import type { AccessReason } from '@lintel/contract/people/access-reasons'
import { expect, test } from 'vitest'
import { grantedBy } from './use-role-granters'

const at = '2026-11-22T12:00:00Z'
const given: AccessReason = { reason: 'given', privilegeLevel: 10, at, by: 'anna@nord', via: { kind: 'hand' } }

test('whoever gave or ended the membership is named, not whoever invited, and nobody whom no record names', () => {
  expect(grantedBy([{ reason: 'invitation', id: 'i', state: 'accepted', at, by: 'ola@nord' }, given])).toBe('anna@nord')
  expect(grantedBy([{ reason: 'removed', at, by: 'mei@nord', via: { kind: 'hand' } }])).toBe('mei@nord')
  expect(grantedBy([{ ...given, by: null }])).toBeUndefined()
  expect(grantedBy([{ reason: 'none' }])).toBeUndefined()
})
