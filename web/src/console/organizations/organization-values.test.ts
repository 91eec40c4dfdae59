import type { Organization } from '@lintel/contract/people/organizations'
import { expect, test } from 'vitest'
import { isNameTaken, organizationSchema, patchOf, valuesOf } from './organization-values'

const organization = (id: string, name: string): Organization => ({
  id,
  version: 3,
  name,
  number: '987654321',
  country: 'NO',
  externalId: null,
  industry: null,
  customer: 'nord',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
})
const known = [organization('a', 'Stålbud sp. z o.o.'), organization('b', 'VVS-Teknik AB')]
const problemsOf = (values: object, own?: string) =>
  organizationSchema(known, own)
    .safeParse({ ...valuesOf(undefined), ...values })
    .error?.issues.map(({ message }) => message)

test('a name is taken whatever the case, and by others only', () => {
  expect(isNameTaken(' STÅLBUD SP. Z O.O. ', known, undefined)).toBe(true)
  expect(isNameTaken('stålbud sp. z o.o.', known, 'a')).toBe(false)
  expect(isNameTaken('stålbud sp. z o.o.', known, 'b')).toBe(true)
  expect(isNameTaken('Stålbud', known, undefined)).toBe(false)
})

test('a form is valid with a name of its own, and with nothing else', () => {
  expect(problemsOf({ name: 'Fassade Nord GmbH' })).toBeUndefined()
  expect(problemsOf({ name: '' })).toEqual(['required'])
  expect(problemsOf({ name: '   ' })).toEqual(['required'])
  expect(problemsOf({ name: 'vvs-teknik ab' })).toEqual(['organizationNameTaken'])
  expect(problemsOf({ name: 'vvs-teknik ab' }, 'b')).toBeUndefined()
  expect(problemsOf({ name: 'Fassade', number: 'x'.repeat(101) })).toEqual(['tooLong'])
})

test('a save sends what was typed, and null for what says nothing any more', () => {
  expect(patchOf({})).toEqual({})
  expect(patchOf({ number: '  ', country: ' PL ', externalId: 'ERP-7' })).toEqual({
    number: null,
    country: 'PL',
    externalId: 'ERP-7',
  })
})
