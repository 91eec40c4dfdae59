import type { Organization } from '@lintel/contract/people/organizations'
import { expect, test } from 'vitest'
import { sortRows } from '../../ui/grid/sort-rows'
import { cellsOf, compareBy, findOrganizations } from './organization-cells'

const organization = (name: string, number: string | null, country: string | null): Organization => ({
  ...{ id: name, version: 1, name, number, country, externalId: null, industry: null, customer: 'nord' },
  ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
})
const records = [
  organization('Ålesund Rør', '99', 'NO'),
  organization('Oslo Harbour Authority', null, 'NO'),
  organization('Bygg 10', '1000', null),
  organization('Site visitors', null, null),
]

test('an organization is its name, with number and country in brackets as far as they are known', () => {
  const { text } = cellsOf(records)
  expect(records.map((_, row) => text(row, 0))).toEqual([
    'Ålesund Rør (99, NO)',
    'Oslo Harbour Authority (NO)',
    'Bygg 10 (1000)',
    'Site visitors',
  ])
  expect([text(0, 1), text(1, 1), text(0, 2)]).toEqual(['99', '', 'NO'])
})

test('a search finds parts of name, number and country, without case and accents', () => {
  expect([...findOrganizations(records, 'alesund')]).toEqual([0])
  expect([...findOrganizations(records, '100')]).toEqual([2])
  expect([...findOrganizations(records, 'no')]).toEqual([0, 1])
  expect([...findOrganizations(records, '')]).toEqual([0, 1, 2, 3])
})

test('names are ordered as the language has them, numbers by their worth', () => {
  const rows = Uint32Array.from([0, 1, 2, 3])
  const by = (id: string, locale: string) => [...sortRows(rows, [{ id, ascending: true }], compareBy(records, locale))]
  expect(by('name', 'nb')).toEqual([2, 1, 3, 0])
  expect(by('name', 'en')).toEqual([0, 2, 1, 3])
  expect(by('number', 'en')).toEqual([1, 3, 0, 2])
})
