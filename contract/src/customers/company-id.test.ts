import { expect, test } from 'vitest'
import { companyIdOf } from './company-id'

test('a company id is compared without case, spaces and signs', () => {
  expect(companyIdOf(' VVS-Teknik AB ')).toBe('vvsteknikab')
  expect(companyIdOf('nord_bygg-2')).toBe('nordbygg2')
})

test('nothing is left of a company id that is all signs', () => {
  expect(companyIdOf(' - ')).toBe('')
})
