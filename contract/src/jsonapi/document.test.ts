import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Problem } from '../problems'
import { toObject, toRecord, toRequest } from './document'
import { instant, line, name } from './fields'
import { readDraft, readPatch } from './read-document'
import { many, one, oneOrNone, resource } from './resource'

const houses = resource('houses', {
  fields: {
    name: name(10),
    note: line().nullable(),
    floors: z.int().min(1),
    rooms: z.array(z.strictObject({ size: z.int() })),
    street: one('streets'),
    architect: oneOrNone('people'),
    tenants: many('people'),
    builtAt: instant,
  },
  readOnly: ['builtAt'],
  createOnly: ['street'],
  defaults: { tenants: [], rooms: [] },
})

const house = {
  id: 'h/1',
  version: 3,
  name: 'Gable',
  note: null,
  floors: 2,
  rooms: [],
  street: 's1',
  architect: null,
  tenants: ['p1', 'p2'],
  builtAt: '2026-03-01T10:00:00Z',
}

const attributes = { name: 'Gable', floors: 2 }
const relationships = { street: { data: { type: 'streets', id: 's1' } } }
const creation = (data: object) => ({ data: { type: 'houses', attributes, relationships, ...data } })
const change = (data: object) => ({ data: { type: 'houses', id: 'h1', ...data } })

/** Code, status and pointer of each problem of a body; empty when it is accepted. */
function problemsOf(read: () => unknown) {
  try {
    read()
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.objects.map(({ status, code, source }) => [
      status,
      code,
      source && 'pointer' in source ? source.pointer : '',
    ])
  }
}
const drafted = (body: unknown) => problemsOf(() => readDraft(houses, body))
const patched = (body: unknown) => problemsOf(() => readPatch(houses, 'h1', body))

test('a record travels as type, id, attributes, relationships, its own link and its version', () => {
  expect(toObject(houses, house)).toEqual({
    type: 'houses',
    id: 'h/1',
    attributes: { name: 'Gable', note: null, floors: 2, rooms: [], builtAt: '2026-03-01T10:00:00Z' },
    relationships: {
      street: { data: { type: 'streets', id: 's1' } },
      architect: { data: null },
      tenants: {
        data: [
          { type: 'people', id: 'p1' },
          { type: 'people', id: 'p2' },
        ],
      },
    },
    links: { self: '/mgw/api/v3/houses/h%2F1' },
    meta: { version: 3 },
  })
})

test('only declared fields leave, and of those only the ones asked for', () => {
  const object = toObject(houses, { ...house, secret: 'no' }, new Set(['name', 'street']))
  expect(object.attributes).toEqual({ name: 'Gable' })
  expect(Object.keys(object.relationships ?? {})).toEqual(['street'])
  expect(JSON.stringify(toObject(houses, { ...house, secret: 'no' }))).not.toContain('secret')
})

test('a record comes back as it went', () => {
  const record = fc.record({
    id: fc.string({ minLength: 1 }),
    version: fc.nat(),
    name: fc.string(),
    note: fc.option(fc.string()),
    floors: fc.integer(),
    rooms: fc.array(fc.record({ size: fc.integer() })),
    street: fc.string({ minLength: 1 }),
    architect: fc.option(fc.string({ minLength: 1 })),
    tenants: fc.array(fc.string({ minLength: 1 })),
    builtAt: fc.constant('2026-03-01T10:00:00Z'),
  })
  fc.assert(
    fc.property(record, (given) => {
      expect(toRecord(toObject(houses, given))).toEqual(given)
    }),
  )
})

test('a client sends neither what the server writes nor, in a change, what is fixed at creation', () => {
  const sent = toRequest(houses, house)
  expect(sent.data.attributes).not.toHaveProperty('builtAt')
  expect(sent.data.relationships).toHaveProperty('street')
  expect(sent.data).not.toHaveProperty('id')
  const changed = toRequest(houses, house, 'h1')
  expect(changed.data).toMatchObject({ type: 'houses', id: 'h1' })
  expect(changed.data.relationships).not.toHaveProperty('street')
})

test('what a client sends is what the server reads', () => {
  const { id: _id, version: _version, builtAt: _builtAt, ...written } = house
  expect(readDraft(houses, toRequest(houses, house))).toEqual(written)
  const { street: _street, ...changed } = written
  expect(readPatch(houses, 'h1', toRequest(houses, house, 'h1'))).toEqual(changed)
})

test('a body that is no JSON:API document is 400', () => {
  expect(drafted(creation({}))).toEqual([])
  for (const body of [undefined, null, [], 'x', {}, { data: null }, { data: [] }, { data: { attributes } }]) {
    expect(drafted(body), JSON.stringify(body)).toEqual([['400', 'malformed', expect.any(String)]])
  }
  expect(drafted(creation({ extra: 1 }))).toEqual([['400', 'malformed', expect.any(String)]])
  expect(drafted(creation({ relationships: { street: 's1' } }))[0]?.[1]).toBe('malformed')
})

test('a local id and members that begin with @ are ignored', () => {
  const street = { data: { type: 'streets', id: 's1', '@note': 1 }, '@note': 1 }
  const document = creation({
    lid: 'new',
    '@context': {},
    attributes: { ...attributes, '@note': 1 },
    relationships: { street, '@note': 1 },
  })
  expect(readDraft(houses, document)).toEqual(readDraft(houses, creation({})))
  expect(readPatch(houses, 'h1', change({ lid: 'x', attributes: { '@note': 1, name: 'Gable' } }))).toEqual({
    name: 'Gable',
  })
})

test('type and id must be those of the address (409)', () => {
  expect(drafted(creation({ type: 'cars' }))).toEqual([['409', 'typeConflict', '/data/type']])
  expect(patched(change({}))).toEqual([])
  expect(patched(change({ id: 'h2' }))).toEqual([['409', 'typeConflict', '/data/id']])
  expect(patched(change({ type: 'cars' }))).toEqual([['409', 'typeConflict', '/data/type']])
})

test('the server chooses the id of a new record', () => {
  expect(drafted(creation({ id: 'mine' }))).toEqual([['422', 'notWritable', '/data/id']])
})

test('each wrong field is its own problem with its own pointer', () => {
  const wrong = creation({
    attributes: { name: '', floors: 0, note: 'a\u0000', rooms: [{ size: 'x' }] },
    relationships: {},
  })
  expect(drafted(wrong)).toEqual([
    ['422', 'required', '/data/attributes/name'],
    ['422', 'controlCharacters', '/data/attributes/note'],
    ['422', 'tooShort', '/data/attributes/floors'],
    ['422', 'invalid', '/data/attributes/rooms/0/size'],
    ['422', 'required', '/data/relationships/street'],
  ])
})

test('G7: fields that nobody declared, that the server writes or that are fixed are refused by name', () => {
  const attempt = { ...attributes, isStaff: true, builtAt: '2026-03-01T10:00:00Z', 'a/b~c': 1, toString: 1 }
  expect(drafted(creation({ attributes: attempt })).sort()).toEqual([
    ['422', 'notWritable', '/data/attributes/builtAt'],
    ['422', 'unknownField', '/data/attributes/a~1b~0c'],
    ['422', 'unknownField', '/data/attributes/isStaff'],
    ['422', 'unknownField', '/data/attributes/toString'],
  ])
  expect(patched(change({ relationships }))).toEqual([['422', 'notWritable', '/data/relationships/street']])
})

test('a relation stands under relationships, with linkage of its type and number', () => {
  expect(drafted(creation({ attributes: { ...attributes, street: 's1' } }))).toEqual([
    ['422', 'unknownField', '/data/attributes/street'],
  ])
  const linkages = [{ type: 'cars', id: 's1' }, [{ type: 'streets', id: 's1' }]]
  for (const data of linkages) {
    expect(drafted(creation({ relationships: { street: { data } } }))).toEqual([
      ['422', 'invalid', '/data/relationships/street'],
    ])
  }
  expect(drafted(creation({ relationships: { street: { data: null } } }))[0]).toEqual([
    '422',
    'invalid',
    '/data/relationships/street',
  ])
  expect(drafted(creation({ relationships: { ...relationships, toString: { data: null } } }))).toEqual([
    ['422', 'unknownField', '/data/relationships/toString'],
  ])
})
