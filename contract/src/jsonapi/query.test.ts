import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Problem } from '../problems'
import { flag, name } from './fields'
import { address, type ListRequest, listAddress, readListQuery, readResourceQuery } from './query'
import { many, one, resource } from './resource'

const houses = resource('houses', {
  fields: { name: name(), floors: z.int(), street: one('streets'), tenants: many('people') },
  filters: { street: z.string().min(1), tall: flag },
  sorts: ['name', 'floors'],
  includes: ['street'],
})

const read = (query: string) => readListQuery(houses, new URLSearchParams(query))

/** Code and parameter of the problem of a query. */
function refused(query: string, reader = read) {
  try {
    return { accepted: reader(query) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [object] = error.objects
    return { status: error.status, code: error.code, source: object?.source }
  }
}

const invalid = (parameter: string) => ({ status: 400, code: 'invalidParameter', source: { parameter } })
const unknown = (parameter: string) => ({ status: 400, code: 'unknownParameter', source: { parameter } })

test('a list without parameters is the first fifty in the order of the list', () => {
  expect(read('')).toEqual({ filters: {}, sort: [], page: { size: 50 }, include: [], fields: {} })
})

test('everything a list can be asked is read', () => {
  const query =
    'filter[street]=s1&filter[tall]=true&sort=-floors,name&include=street&fields[houses]=name,street&page[size]=200&page[after]=abc'
  expect(read(query)).toEqual({
    filters: { street: 's1', tall: true },
    sort: [
      { field: 'floors', descending: true },
      { field: 'name', descending: false },
    ],
    page: { size: 200, after: 'abc' },
    include: ['street'],
    fields: { houses: new Set(['name', 'street']) },
  })
})

test('an unknown parameter is 400 and named', () => {
  for (const parameter of [
    'limit',
    'filter',
    'filter[colour]',
    'filter[constructor]',
    'filter[street][x]',
    'page[number]',
    'Sort',
  ]) {
    expect(refused(`${encodeURIComponent(parameter)}=1`)).toEqual(unknown(parameter))
  }
})

test('a parameter given twice is 400', () => {
  expect(refused('sort=name&sort=-name')).toEqual({
    status: 400,
    code: 'duplicateParameter',
    source: { parameter: 'sort' },
  })
  expect(refused('filter[street]=a&filter[street]=b')).toMatchObject({ code: 'duplicateParameter' })
})

test('H4: pages are from 1 to 200', () => {
  expect(read('page[size]=1').page.size).toBe(1)
  for (const size of ['0', '201', '-1', '1e2', '', 'all', '99999999999999999999']) {
    expect(refused(`page[size]=${size}`)).toEqual(invalid('page[size]'))
  }
})

test('H4: a resource of small records may have larger pages, up to what it says', () => {
  const large = resource('bricks', { fields: { name: z.string() }, maxPageSize: 5_000 })
  const size = (asked: number) => readListQuery(large, [['page[size]', String(asked)]]).page.size
  expect(size(5_000)).toBe(5_000)
  expect(() => size(5_001)).toThrow(Problem)
  expect(houses.maxPageSize).toBe(200)
})

test('H4: only declared orders, relations and fields can be asked for', () => {
  expect(refused('sort=tenants')).toEqual(invalid('sort'))
  expect(refused('sort=name;drop table house')).toEqual(invalid('sort'))
  expect(refused('sort=name,-name')).toEqual(invalid('sort'))
  expect(refused('include=tenants')).toEqual(invalid('include'))
  expect(refused('include=street.city')).toEqual(invalid('include'))
  expect(refused('fields[houses]=colour')).toEqual(invalid('fields[houses]'))
  expect(refused('fields[houses]=constructor')).toEqual(invalid('fields[houses]'))
  expect(refused('fields[cars]=name')).toEqual(invalid('fields[cars]'))
})

test('a filter value is checked by its schema', () => {
  expect(refused('filter[tall]=maybe')).toEqual(invalid('filter[tall]'))
  expect(refused('filter[street]=')).toEqual(invalid('filter[street]'))
})

test('a page goes one way', () => {
  expect(refused('page[after]=a&page[before]=b')).toEqual(invalid('page[before]'))
})

test('a read of one takes relations and fields, nothing else', () => {
  const readOne = (query: string) => readResourceQuery(houses, new URLSearchParams(query))
  expect(readOne('include=street&fields[streets]=name')).toEqual({
    include: ['street'],
    fields: { streets: new Set(['name']) },
  })
  expect(refused('sort=name', readOne as never)).toEqual(unknown('sort'))
})

test('what a client writes is what the server reads', () => {
  const request = fc.record({
    filter: fc.record({ street: fc.string({ minLength: 1 }), tall: fc.boolean() }, { requiredKeys: [] }),
    sort: fc.subarray(['name', '-floors']),
    include: fc.subarray(['street']),
    fields: fc.record({ houses: fc.subarray(['name', 'floors', 'street'], { minLength: 1 }) }, { requiredKeys: [] }),
    page: fc.record(
      { size: fc.integer({ min: 1, max: 200 }), after: fc.string({ minLength: 1 }) },
      { requiredKeys: [] },
    ),
  })
  fc.assert(
    fc.property(request, (asked) => {
      const got = read(listAddress(houses, asked as ListRequest).split('?')[1] ?? '')
      expect(got.filters).toEqual(asked.filter)
      expect(got.sort.map(({ field, descending }) => (descending ? `-${field}` : field))).toEqual(asked.sort)
      expect(got.include).toEqual(asked.include)
      expect(Object.keys(got.fields)).toEqual(Object.keys(asked.fields))
      expect(got.page).toEqual({ size: 50, ...asked.page })
    }),
  )
})

test('an id is one segment of an address, whatever it contains', () => {
  expect(address(houses, 'a/b?c@d')).toBe('/mgw/api/v3/houses/a%2Fb%3Fc%40d')
})
