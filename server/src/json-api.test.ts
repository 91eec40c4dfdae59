import { type ResourceObject, toRecord } from '@lintel/contract/jsonapi/document'
import { type AnyResource, inProject } from '@lintel/contract/jsonapi/resource'
import { describe, expect, test } from 'vitest'
import { harbour } from '../test/access/actors'
import { expectJsonApi } from '../test/expect-json-api'
import { world } from '../test/world'
import { servedResources } from './app'
import type { Operation } from './platform/route'

const { as, platform } = await world()
const visitors = { staff: as('staff'), anna: as('anna'), mei: as('mei') }

const served = servedResources(platform).map(({ resource, routes }) => ({
  // Contents are requested within a project.
  resource: inProject(resource, harbour),
  type: resource.type,
  serves: (operation: Operation) =>
    routes.some(({ subject }) => subject.kind === 'resource' && subject.operation === operation),
}))

/** All includes in one request, if any. */
const including = ({ includes }: AnyResource) => (includes.length > 0 ? `include=${includes.join(',')}` : '')

/** A record matches its declaration: no wrong types, no undeclared fields. */
function expectDeclared(resource: AnyResource, object: ResourceObject) {
  const { id: _id, version: _version, ...fields } = toRecord(object)
  const parsed = resource.fields.strict().safeParse(fields)
  expect(parsed.error?.issues ?? [], `${object.type} ${object.id}`).toEqual([])
}

/** The resources of which the demo world has nothing that staff see. */
const empty = new Set(['made-projects', 'user-settings'])

const isOptional = ({ fields }: AnyResource, field: string) => fields.shape[field].safeParse(undefined).success

/** Numbers and instants are in the order of `sort`. The order of texts depends on the language. */
function expectSorted(data: readonly ResourceObject[], sort: string) {
  const field = sort.replace(/^-/, '')
  const values = data.flatMap((object) => {
    const value = toRecord(object)[field]
    if (typeof value === 'number') return [value]
    return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? [Date.parse(value)] : []
  })
  const ascending = values.toSorted((one, other) => one - other)
  expect(values, sort).toEqual(sort === field ? ascending : ascending.toReversed())
}

describe.each(served.filter(({ serves }) => serves('list')))('the list of $type', ({ resource }) => {
  test.each(Object.keys(visitors) as (keyof typeof visitors)[])(
    'is JSON:API as %s reads it, page by page',
    async (name) => {
      for (const path of resource.paths) {
        const first = await visitors[name].inject({ url: `${path}?page[size]=3&${including(resource)}` })
        expectJsonApi(first)
        if (first.statusCode === 403) continue
        expect(first.statusCode, first.body).toBe(200)
        const { data, links } = first.json()
        for (const object of data) expectDeclared(resource, object)
        if (links.next) {
          const next = await visitors[name].inject({ url: links.next })
          expectJsonApi(next)
          const seen = data.map(({ id }: ResourceObject) => id)
          for (const { id } of next.json().data) expect(seen).not.toContain(id)
        }
      }
    },
  )

  test('can be had in every order', async () => {
    for (const sort of resource.sorts.flatMap((field) => [field, `-${field}`])) {
      const answered = await visitors.staff.inject({ url: `${resource.path}?sort=${sort}&page[size]=50` })
      expectJsonApi(answered)
      expect(answered.statusCode, `${sort} ${answered.body}`).toBe(200)
      const { data, links } = answered.json()
      if (!empty.has(resource.type)) expect(data.length).toBeGreaterThan(0)
      expectSorted(data, sort)
      const { next } = links
      if (next) expect((await visitors.staff.inject({ url: next })).statusCode, `${sort} ${next}`).toBe(200)
    }
  })

  test('can be had with single fields', async () => {
    for (const field of Object.keys(resource.fields.shape)) {
      const answered = await visitors.staff.inject({
        url: `${resource.path}?fields[${resource.type}]=${field}&page[size]=1`,
      })
      const { data } = answered.json()
      expect(data, field).toHaveLength(empty.has(resource.type) ? 0 : 1)
      for (const { attributes, relationships } of data) {
        const shown = Object.keys({ ...attributes, ...relationships })
        // What is only written, or only in some responses, is optional.
        expect(shown).toEqual(shown.length === 0 && isOptional(resource, field) ? [] : [field])
      }
    }
  })
})

describe.each(served.filter(({ serves }) => serves('list') && serves('read')))('the list of $type', ({ resource }) => {
  test('leads to each of its records', async () => {
    const { data } = (await visitors.staff.inject({ url: `${resource.path}?page[size]=3` })).json()
    if (!empty.has(resource.type)) expect(data.length).toBeGreaterThan(0)
    for (const { links, id } of data) {
      const read = await visitors.staff.inject({ url: links.self })
      expect(read.statusCode, links.self).toBe(200)
      expectJsonApi(read)
      expect(read.json().data.id).toBe(id)
      expectDeclared(resource, read.json().data)
    }
  })
})

describe.each(served.filter(({ serves }) => serves('read')))('one of $type', ({ resource }) => {
  test('that does not exist is a JSON:API failure', async () => {
    for (const id of ['nothing', '018cc251-f400-7000-8000-000000000000', '%F0%9F%8F%97', "'; drop table project; --"]) {
      const answered = await visitors.staff.inject({
        url: `${resource.path}/${id.startsWith('%') ? id : encodeURIComponent(id)}`,
      })
      expect(answered.statusCode, `${id} ${answered.body}`).toBe(404)
      expectJsonApi(answered)
    }
  })
})
