import { type Organization, organizationFields } from '@lintel/contract/people/organizations'
import { expect, test } from 'vitest'
import { isNameTaken } from '../../api/form/record-fields'
import { recordGrid } from '../../ui/grid/record-grid'
import { organizationColumns, organizationRules, organizationTextFields } from './organization-fields'

const organization = (name: string, number: string | null, country: string | null): Organization => ({
  ...(Object.fromEntries(organizationFields.map((field) => [field, null])) as unknown as Organization),
  ...{ id: name, version: 3, name, number, country, customer: 'nord' },
})
const labels = Object.fromEntries(organizationFields.map((field) => [field, field])) as Record<
  (typeof organizationFields)[number],
  string
>
const gridOf = (locale: string) => recordGrid(records, organizationColumns(labels), locale)
const records = [
  organization('Ålesund Rør', '99', 'NO'),
  organization('Oslo Harbour Authority', null, 'NO'),
  organization('Bygg 10', '1000', null),
  organization('Site visitors', null, null),
]

test('an organization is its name, with number and country in brackets as far as they are known', () => {
  const { text } = gridOf('en').cells
  expect(records.map((_, row) => text(row, 0))).toEqual([
    'Ålesund Rør (99, NO)',
    'Oslo Harbour Authority (NO)',
    'Bygg 10 (1000)',
    'Site visitors',
  ])
  expect([text(0, 1), text(1, 1), text(0, 2)]).toEqual(['99', '', 'NO'])
})

test('every field of an organization has its column', () => {
  const fields = Object.fromEntries(organizationFields.map((field) => [field, `the ${field}`]))
  const whole = { ...organization('whole', null, null), ...fields }
  const { cells } = recordGrid([whole], organizationColumns(labels), 'en')
  const texts = organizationFields.map((_, column) => cells.text(0, column))
  expect(texts.slice(1)).toEqual(organizationFields.slice(1).map((field) => `the ${field}`))
})

test('a search finds parts of what the columns say, without case and accents', () => {
  const found = (query: string) => [...gridOf('en').find(query)]
  expect(found('alesund')).toEqual([0])
  expect(found('100')).toEqual([2])
  expect(found('no')).toEqual([0, 1])
  expect(found('')).toEqual([0, 1, 2, 3])
})

test('names are ordered as the language has them, numbers by their worth', () => {
  const rows = Uint32Array.from([0, 1, 2, 3])
  const by = (id: string, locale: string) => [...gridOf(locale).sort(rows, [{ id, ascending: true }])]
  expect(by('name', 'nb')).toEqual([2, 1, 3, 0])
  expect(by('name', 'en')).toEqual([0, 2, 1, 3])
  expect(by('number', 'en')).toEqual([1, 3, 0, 2])
})

const known = [organization('Stålbud sp. z o.o.', null, null), organization('VVS-Teknik AB', null, null)]
const [stalbud = '', vvs = ''] = known.map(({ id }) => id)
const problemsOf = (values: object, own?: string) =>
  organizationRules(known, own)
    .safeParse({ ...organizationTextFields.valuesOf(undefined), ...values })
    .error?.issues.map(({ message }) => message)

test('a name is taken whatever the case, and by others only', () => {
  expect(isNameTaken(' STÅLBUD SP. Z O.O. ', known, undefined)).toBe(true)
  expect(isNameTaken('stålbud sp. z o.o.', known, stalbud)).toBe(false)
  expect(isNameTaken('stålbud sp. z o.o.', known, vvs)).toBe(true)
  expect(isNameTaken('Stålbud', known, undefined)).toBe(false)
})

test('a form is valid with a name of its own, and with nothing else', () => {
  expect(problemsOf({ name: 'Fassade Nord GmbH' })).toBeUndefined()
  expect(problemsOf({ name: '' })).toEqual(['required'])
  expect(problemsOf({ name: '   ' })).toEqual(['required'])
  expect(problemsOf({ name: 'vvs-teknik ab' })).toEqual(['organizationNameTaken'])
  expect(problemsOf({ name: 'vvs-teknik ab' }, vvs)).toBeUndefined()
  expect(problemsOf({ name: 'Fassade', number: 'x'.repeat(101) })).toEqual(['tooLong'])
})

test('a save sends what was typed, and null for what says nothing any more', () => {
  const { patchOf } = organizationTextFields
  expect(patchOf({})).toEqual({})
  expect(patchOf({ number: '  ', country: ' PL ', externalId: 'ERP-7' })).toEqual({
    number: null,
    country: 'PL',
    externalId: 'ERP-7',
  })
})
