import { type FlatRecord, toObject } from '@lintel/contract/jsonapi/document'
import { instant, name } from '@lintel/contract/jsonapi/fields'
import { many, one, oneOrNone, resource } from '@lintel/contract/jsonapi/resource'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listDocument } from './list-document'

const houses = resource('houses', {
  fields: {
    name: name(),
    note: z.string().nullable(),
    height: z.number(),
    isSold: z.boolean(),
    rooms: z.array(z.strictObject({ size: z.int() })),
    builtAt: instant,
    street: one('streets'),
    architect: oneOrNone('people'),
    tenants: many('people'),
  },
})
const stones = resource('stones', { fields: { name: name() } })
const doors = resource('doors', { scope: 'project', fields: { name: name(), project: one('projects') } })

const links = { self: '/mgw/api/v3/houses?filter[q]="a"' }
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
const house = fc.record(
  {
    id: text,
    version: fc.nat(),
    name: text,
    note: fc.option(text),
    height: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    isSold: fc.boolean(),
    rooms: fc.array(fc.record({ size: fc.nat() })),
    builtAt: fc.constant('2026-03-01T10:00:00Z'),
    street: text,
    architect: fc.option(text),
    tenants: fc.array(text),
  },
  { requiredKeys: ['id'] },
)

test('a list says of its records what a document of each of them says', () => {
  const fieldsets = fc.option(fc.subarray(['name', 'note', 'street', 'tenants', 'rooms']))
  fc.assert(
    fc.property(fc.array(house), fieldsets, fc.nat(), (records, names, total) => {
      const only = names ? new Set(names) : undefined
      const document = listDocument({ resource: houses, records: records as FlatRecord[], only, links, total })
      const data = records.map((record) => toObject(houses, record as FlatRecord, only))
      const whole = { jsonapi: { version: '1.1' }, links, meta: { page: { total } }, data }
      expect(document).toBe(JSON.stringify(whole))
    }),
  )
})

test('a list of what refers to nothing has no relationships, and shows what is included', () => {
  const included = [toObject(stones, { id: 's', name: 'Flint' })]
  const document = listDocument({ resource: stones, records: [{ id: 'r', name: 'Slate' }], included, links, total: 1 })
  const data = [toObject(stones, { id: 'r', name: 'Slate' })]
  expect(JSON.parse(document)).toEqual({
    jsonapi: { version: '1.1' },
    links,
    meta: { page: { total: 1 } },
    data,
    included,
  })
  expect(document).not.toContain('relationships')
})

test('records of several projects have each their own address, whatever their ids are', () => {
  const records = ['a', 'b', 'b', 'a/c'].map((project, at) => ({ id: `é ${at}`, name: 'Door', project }))
  const document = listDocument({ resource: doors, records, links, total: 4 })
  expect(JSON.parse(document).data).toEqual(records.map((record) => toObject(doors, record)))
})
