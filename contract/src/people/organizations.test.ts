import { expect, test } from 'vitest'
import { organizationTitle } from './organizations'

test('an organization is called by its name, with number and country in brackets as far as they are known', () => {
  expect(organizationTitle({ name: 'Nordbygg AS', number: '987654321', country: 'NO' })).toBe(
    'Nordbygg AS (987654321, NO)',
  )
  expect(organizationTitle({ name: 'Nordbygg AS', number: null, country: 'NO' })).toBe('Nordbygg AS (NO)')
  expect(organizationTitle({ name: 'Nordbygg AS', number: '', country: null })).toBe('Nordbygg AS')
})
