import { name } from '@lintel/contract/jsonapi/fields'
import { many, oneOrNone, resource } from '@lintel/contract/jsonapi/resource'
import { expect, test } from 'vitest'
import { testPlatform } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import type { Context } from './context'
import { loadIncluded } from './include'

const { db } = await testDatabase()
const people = resource('people', { fields: { name: name() } })
const houses = resource('houses', {
  fields: { architect: oneOrNone('people'), tenants: many('people') },
  includes: ['architect', 'tenants'],
})

/** The requested ids and the result; `hidden` is not visible. */
async function included(
  records: { id: string; architect?: string | null; tenants?: string[] }[],
  include: string[],
  fields = {},
) {
  const asked: string[][] = []
  const platform = testPlatform(db)
  platform.includes.set('people', {
    resource: people,
    scope: 'read',
    findByIds: async (_db, _actor, ids) => {
      asked.push([...ids])
      return ids.filter((id) => id !== 'hidden').map((id) => ({ id, name: id.toUpperCase() }))
    },
  })
  const context = { ...platform, actor: { kind: 'anonymous' } } as unknown as Context
  return { asked, objects: await loadIncluded(context, houses, records, { include, fields }) }
}

test('what several records and relations name is asked for once, and comes once', async () => {
  const records = [
    { id: '1', architect: 'ada', tenants: ['bo', 'cy'] },
    { id: '2', architect: 'bo', tenants: ['ada', 'cy'] },
  ]
  const { asked, objects } = await included(records, ['architect', 'tenants'])
  expect(asked.map((ids) => ids.sort())).toEqual([['ada', 'bo', 'cy']])
  expect(objects?.map(({ id }) => id)).toEqual(['ada', 'bo', 'cy'])
})

test('only the relations asked for are followed, and nothing asked for is nothing included', async () => {
  const records = [{ id: '1', architect: 'ada', tenants: ['bo'] }]
  expect((await included(records, ['architect'])).objects?.map(({ id }) => id)).toEqual(['ada'])
  expect(await included(records, [])).toEqual({ asked: [], objects: undefined })
})

test('relations that name nobody ask nothing', async () => {
  expect(await included([{ id: '1', architect: null, tenants: [] }], ['architect', 'tenants'])).toEqual({
    asked: [],
    objects: [],
  })
})

test('what the actor may not see is not included; sparse fields hold for what is', async () => {
  const { objects } = await included([{ id: '1', tenants: ['hidden', 'bo'] }], ['tenants'], { people: new Set([]) })
  expect(objects).toMatchObject([{ type: 'people', id: 'bo', attributes: {} }])
})
