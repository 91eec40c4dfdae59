import { expect, test } from 'vitest'
import { z } from 'zod'
import { instant, line, name } from './fields'
import { many, one, oneOrNone, resource } from './resource'

const houses = resource('houses', {
  fields: {
    name: name(),
    note: line().nullable(),
    floors: z.int(),
    street: one('streets'),
    architect: oneOrNone('people'),
    tenants: many('people'),
    builtAt: instant,
  },
  readOnly: ['builtAt'],
  createOnly: ['street'],
  defaults: { floors: 1, tenants: [] },
  filters: { street: z.string() },
  sorts: ['name'],
})

const draft = { name: 'Gable', street: 's1' }

test('a resource answers under both versions, the newer one first', () => {
  expect(houses.path).toBe('/mgw/api/v3/houses')
  expect(houses.paths).toEqual(['/mgw/api/v3/houses', '/mgw/api/v2/houses'])
  expect(resource('houses', { name: 'homes', fields: {} }).path).toBe('/mgw/api/v3/homes')
})

test('fields that refer to others are relations, the rest are attributes', () => {
  expect(houses.relations).toEqual({
    street: { to: 'streets', many: false },
    architect: { to: 'people', many: false },
    tenants: { to: 'people', many: true },
  })
  expect(houses.attributes).toEqual(['name', 'note', 'floors', 'builtAt'])
})

test('a draft that says nothing about a nullable field means null, and takes the declared defaults', () => {
  expect(houses.draft.parse(draft)).toEqual({ ...draft, note: null, floors: 1, architect: null, tenants: [] })
})

test('a draft needs what has no default', () => {
  expect(houses.draft.safeParse(draft).success).toBe(true)
  expect(houses.draft.safeParse({ street: 's1' }).success).toBe(false)
  expect(houses.draft.safeParse({ name: 'Gable' }).success).toBe(false)
})

test('G7: a draft carries neither read-only nor unknown fields nor an id', () => {
  for (const extra of [{ builtAt: '2026-03-01T10:00:00Z' }, { colour: 'red' }, { id: 'mine' }]) {
    expect(houses.draft.safeParse({ ...draft, ...extra }).success, JSON.stringify(extra)).toBe(false)
  }
})

test('where the client chooses the id, the draft has one, of the declared form', () => {
  const named = resource('named-houses', { fields: { name: name() }, clientGeneratedId: z.string().regex(/^[a-z]+$/) })
  expect(named.draft.parse({ name: 'Gable', id: 'gable' })).toEqual({ name: 'Gable', id: 'gable' })
  expect(named.draft.safeParse({ name: 'Gable', id: 'Gable 1' }).success).toBe(false)
  expect(named.draft.safeParse({ name: 'Gable' }).success).toBe(false)
})

test('a patch is any part of what may change, without defaults', () => {
  expect(houses.patch.parse({})).toEqual({})
  expect(houses.patch.parse({ floors: 3, architect: null })).toEqual({ floors: 3, architect: null })
})

test('G7: a patch changes neither read-only fields nor those fixed at creation', () => {
  expect(houses.patch.safeParse({ name: 'Eaves' }).success).toBe(true)
  for (const extra of [{ builtAt: '2026-03-01T10:00:00Z' }, { street: 's2' }, { id: 'x' }]) {
    expect(houses.patch.safeParse(extra).success, JSON.stringify(extra)).toBe(false)
  }
})

test.each(['type', 'id'])('no field is called %s: JSON:API keeps the word for the resource itself', (word) => {
  expect(() => resource('houses', { fields: { [word]: line() } })).toThrow(word)
})
