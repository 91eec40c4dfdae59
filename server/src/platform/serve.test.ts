import { name } from '@lintel/contract/jsonapi/fields'
import { type Entity, oneOrNone, resource } from '@lintel/contract/jsonapi/resource'
import { platformTenant } from '@lintel/contract/settings/events'
import type { InjectOptions } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { expectJsonApi } from '../../test/expect-json-api'
import { person, testApp } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import type { Database } from './database'
import { page } from './paging'
import { assertChanged, assertRemoved } from './rows'
import { serve, servePublic } from './serve'

const { db } = await testDatabase()
await sql`create table street (id text primary key, version int not null default 1, name text not null)`.execute(db)
await sql`create table house (
  id text primary key, version int not null default 1, name text not null, floors int not null,
  street text references street, keeper text not null)`.execute(db)

const streets = resource('streets', { fields: { name: name() } })
const houses = resource('houses', {
  fields: { name: name(), floors: z.int(), street: oneOrNone('streets'), keeper: z.string() },
  defaults: { floors: 1 },
  readOnly: ['keeper'],
  sorts: ['name'],
  includes: ['street'],
})

interface Tables {
  street: Entity<typeof streets>
  house: Entity<typeof houses>
}
const tables = (on: Database) => on as unknown as Kysely<Tables>
const ordering = {
  columns: { name: sql.ref('house.name') },
  id: sql.ref('house.id'),
  order: [{ field: 'name', descending: false }],
}

const servedStreets = servePublic(streets, {
  find: (on, _actor, id) => tables(on).selectFrom('street').selectAll().where('id', '=', id).executeTakeFirst(),
  findByIds: (on, _actor, ids) => tables(on).selectFrom('street').selectAll().where('id', 'in', ids).execute(),
  read: { may: () => true },
})

/** Houses are visible to their keeper only; the porter sees all and changes none; the lodger may not even list them. */
const servedHouses = serve(houses, {
  find: (on, actor, id) => {
    const house = tables(on).selectFrom('house').selectAll().where('id', '=', id)
    return (actor.email.startsWith('porter') ? house : house.where('keeper', '=', actor.email)).executeTakeFirst()
  },
  tenant: () => null,
  writable: (_actor, record) => new Set(record ? ['name', 'floors'] : ['name', 'floors', 'street']),
  list: {
    may: (actor) => !actor.email.startsWith('lodger'),
    run: ({ db, actor }, query) =>
      page(tables(db).selectFrom('house').selectAll().where('keeper', '=', actor.email), query, ordering),
  },
  read: { may: () => true },
  create: {
    may: (actor) => actor.email.startsWith('keeper'),
    run: async (change, { name, floors, street }) => {
      const id = uuidv7()
      await tables(change.db)
        .insertInto('house')
        .values({ id, version: 1, name, floors, street, keeper: change.actor.email })
        .execute()
      return id
    },
  },
  update: {
    may: (actor) => actor.email.startsWith('keeper'),
    run: async (change, { id, version }, patch) => {
      const update = tables(change.db)
        .updateTable('house')
        .set({ ...patch, version: version + 1 })
      assertChanged(await update.where('id', '=', id).where('version', '=', version).executeTakeFirstOrThrow())
    },
  },
  remove: {
    may: (actor) => actor.email.startsWith('keeper'),
    run: async (change, { id, version }) => {
      const removal = tables(change.db).deleteFrom('house').where('id', '=', id).where('version', '=', version)
      assertRemoved(await removal.executeTakeFirstOrThrow())
    },
  },
})

const path = '/mgw/api/v3/houses'
const app = await testApp({
  db,
  resources: [servedStreets, servedHouses],
  people: {
    keeper: person('keeper@b.no'),
    other: person('keeper2@b.no'),
    porter: person('porter@b.no'),
    lodger: person('lodger@b.no'),
  },
})

beforeEach(async () => {
  await sql`truncate house, street cascade`.execute(db)
  await tables(db).insertInto('street').values({ id: 's1', version: 1, name: 'Long Street' }).execute()
})

/** Sends a request as a person, with an optional JSON:API body. */
async function ask(who: string | null, method: InjectOptions['method'], url: string, body?: object, headers = {}) {
  const answered = await app.inject({
    ...(method && { method }),
    url,
    headers: {
      ...(who && { authorization: `Bearer ${who}` }),
      ...(body && { 'content-type': 'application/vnd.api+json' }),
      ...headers,
    },
    ...(body && { payload: JSON.stringify(body) }),
  })
  if (answered.body !== '') expectJsonApi(answered)
  return answered
}

const draft = (attributes: object, street: string | null = 's1') => ({
  data: { type: 'houses', attributes, relationships: { street: { data: street && { type: 'streets', id: street } } } },
})
const patch = (id: string, attributes: object) => ({ data: { type: 'houses', id, attributes } })
const build = async (name: string, who = 'keeper'): Promise<string> =>
  (await ask(who, 'POST', path, draft({ name }))).json().data.id

const refusals = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  ...JSON.parse(body).errors.map(({ code }: { code: string }) => code),
]
const stored = () => tables(db).selectFrom('house').select(['name', 'floors', 'version']).orderBy('name').execute()
const trail = () =>
  db
    .selectFrom('audit_event')
    .select(['action', 'actor_email', 'target_id', 'before', 'after', 'result', 'tenant_id', 'request_id'])
    .where('tenant_id', '=', platformTenant)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()

test('what is created is answered with its address, its version and its fields, and can be read there', async () => {
  const created = await ask('keeper', 'POST', path, draft({ name: ' Gable ' }))
  expect(created.statusCode).toBe(201)
  expect(created.headers.etag).toBe('"1"')
  const { id } = created.json().data
  expect(created.headers.location).toBe(`${path}/${id}`)
  expect(created.json().data.attributes).toEqual({ name: 'Gable', floors: 1, keeper: 'keeper@b.no' })
  const read = await ask('keeper', 'GET', `${path}/${id}`)
  expect(read.statusCode).toBe(200)
  expect(read.headers.etag).toBe('"1"')
  expect(read.json().data).toEqual(created.json().data)
})

test('both versions of the address serve the same', async () => {
  const id = await build('Gable')
  const [older, newer] = await Promise.all(
    ['v2', 'v3'].map((version) => ask('keeper', 'GET', `/mgw/api/${version}/houses/${id}`)),
  )
  expect(older?.json().data).toEqual(newer?.json().data)
})

test('G2: not signed in is 401, not for this role is 403, not yours is 404', async () => {
  const id = await build('Gable')
  const attempts = [
    ['GET', path],
    ['GET', `${path}/${id}`],
    ['POST', path, draft({ name: 'x' })],
    ['PATCH', `${path}/${id}`, patch(id, { name: 'x' })],
    ['DELETE', `${path}/${id}`],
  ] as const
  for (const [method, url, body] of attempts)
    expect(refusals(await ask(null, method, url, body)), method).toEqual([401, 'notSignedIn'])
  expect(refusals(await ask('lodger', 'GET', path))).toEqual([403, 'forbidden'])
  expect(refusals(await ask('porter', 'POST', path, draft({ name: 'x' })))).toEqual([403, 'forbidden'])
  expect(refusals(await ask('porter', 'PATCH', `${path}/${id}`, patch(id, { name: 'x' })))).toEqual([403, 'forbidden'])
  expect(refusals(await ask('porter', 'DELETE', `${path}/${id}`))).toEqual([403, 'forbidden'])
  for (const [method, url, body] of attempts.filter(([, url]) => url !== path)) {
    expect(refusals(await ask('other', method, url, body)), method).toEqual([404, 'notFound'])
  }
  expect(await stored()).toEqual([{ name: 'Gable', floors: 1, version: 1 }])
})

test("G2: somebody else's and unknown are the same answer", async () => {
  const id = await build('Gable')
  const bodies = await Promise.all(
    [id, uuidv7()].map(async (asked) =>
      (await ask('other', 'GET', `${path}/${asked}`)).body.replace(/"id":"[^"]*",/, ''),
    ),
  )
  expect(bodies[0]).toBe(bodies[1])
})

test('J1: a refusal is part of the trail, and what was refused is undone', async () => {
  const id = await build('Gable')
  const refused = await ask('porter', 'PATCH', `${path}/${id}`, patch(id, { name: 'x' }))
  expect(await trail()).toMatchObject({
    action: 'access.denied',
    result: 'failure',
    actor_email: 'porter@b.no',
    request_id: refused.headers['x-request-id'],
  })
})

test('J2: every change leaves an event of what was and what is', async () => {
  const id = await build('Gable')
  expect(await trail()).toMatchObject({
    action: 'houses.create',
    actor_email: 'keeper@b.no',
    target_id: id,
    before: null,
    tenant_id: platformTenant,
    after: { name: 'Gable', floors: 1, street: 's1' },
  })
  await ask('keeper', 'PATCH', `${path}/${id}`, patch(id, { floors: 2 }))
  expect(await trail()).toMatchObject({ action: 'houses.update', before: { floors: 1 }, after: { floors: 2 } })
  await ask('keeper', 'DELETE', `${path}/${id}`)
  expect(await trail()).toMatchObject({ action: 'houses.remove', before: { name: 'Gable', floors: 2 }, after: null })
})

test('J2: a change that cannot be audited does not happen', async () => {
  await sql`alter table audit_event add constraint no_more check (false) not valid`.execute(db)
  const refused = await ask('keeper', 'POST', path, draft({ name: 'Gable' }))
  await sql`alter table audit_event drop constraint no_more`.execute(db)
  expect(refused.statusCode).toBe(500)
  expect(await stored()).toEqual([])
})

test('a change with the version it saw goes through; with an older one it is 412 and says the current one', async () => {
  const id = await build('Gable')
  const change = (ifMatch: string | undefined, floors: number) =>
    ask('keeper', 'PATCH', `${path}/${id}`, patch(id, { floors }), ifMatch && { 'if-match': ifMatch })
  const first = await change('"1"', 2)
  expect([first.statusCode, first.headers.etag]).toEqual([200, '"2"'])
  const late = await change('"1"', 3)
  expect(refusals(late)).toEqual([412, 'stale'])
  expect(late.json().errors[0]).toMatchObject({ source: { header: 'If-Match' }, meta: { version: 2 } })
  expect((await change('*', 4)).statusCode).toBe(200)
  expect((await change(undefined, 5)).statusCode).toBe(200)
  expect(refusals(await ask('keeper', 'DELETE', `${path}/${id}`, undefined, { 'if-match': '"1"' }))).toEqual([
    412,
    'stale',
  ])
  expect(await stored()).toEqual([{ name: 'Gable', floors: 5, version: 4 }])
  expect((await ask('keeper', 'DELETE', `${path}/${id}`, undefined, { 'if-match': '"4"' })).statusCode).toBe(204)
  expect(await stored()).toEqual([])
})

test('of ten changes at once that saw the same version, one goes through', async () => {
  const id = await build('Gable')
  const changes = await Promise.all(
    Array.from({ length: 10 }, (_, floors) =>
      ask('keeper', 'PATCH', `${path}/${id}`, patch(id, { floors }), { 'if-match': '"1"' }),
    ),
  )
  expect(changes.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(412)])
  expect((await stored())[0]?.version).toBe(2)
})

test('G7: a field that this person may not write is 422 and named', async () => {
  const id = await build('Gable')
  const body = { data: { type: 'houses', id, relationships: { street: { data: null } }, attributes: { name: 'x' } } }
  const refused = await ask('keeper', 'PATCH', `${path}/${id}`, body)
  expect(refused.json().errors).toMatchObject([
    { status: '422', code: 'notWritable', source: { pointer: '/data/relationships/street' } },
  ])
  expect(refusals(await ask('keeper', 'PATCH', `${path}/${id}`, patch(id, { keeper: 'x', colour: 'red' })))).toEqual([
    422,
    'notWritable',
    'unknownField',
  ])
})

test('an operation that is not served is 405', async () => {
  expect(refusals(await ask('keeper', 'DELETE', '/mgw/api/v3/streets/s1'))).toEqual([405, 'methodNotAllowed'])
  expect(refusals(await ask('keeper', 'PUT', path, draft({ name: 'x' })))).toEqual([405, 'methodNotAllowed'])
})

test('a public resource is read by anybody', async () => {
  expect((await ask(null, 'GET', '/mgw/api/v3/streets/s1')).json().data.attributes).toEqual({ name: 'Long Street' })
})

test('a list is paged with links that lead on', async () => {
  for (const name of ['c', 'a', 'b']) await build(name)
  await build('foreign', 'other')
  const names = (answered: { json(): { data: { attributes: { name: string } }[] } }) =>
    answered.json().data.map(({ attributes }) => attributes.name)
  const first = await ask('keeper', 'GET', `${path}?sort=-name&page[size]=2`)
  expect(names(first)).toEqual(['c', 'b'])
  expect(first.json()).toMatchObject({ meta: { page: { total: 3 } } })
  const second = await ask('keeper', 'GET', first.json().links.next)
  expect(names(second)).toEqual(['a'])
  expect(first.json().links).not.toHaveProperty('prev')
  expect(second.json().links).not.toHaveProperty('next')
  expect(names(await ask('keeper', 'GET', second.json().links.prev))).toEqual(['c', 'b'])
  expect(refusals(await ask('keeper', 'GET', `${path}?page[after]=rubbish`))).toEqual([400, 'invalidCursor'])
})

test('sparse fields and included resources come as asked', async () => {
  await build('a')
  await build('b')
  const sparse = await ask('keeper', 'GET', `${path}?fields[houses]=name`)
  expect(sparse.json().data[0].attributes).toEqual({ name: 'a' })
  expect(sparse.json().data[0]).not.toHaveProperty('relationships')
  const including = await ask('keeper', 'GET', `${path}?include=street&fields[streets]=name`)
  expect(including.json().included).toMatchObject([{ type: 'streets', id: 's1', attributes: { name: 'Long Street' } }])
})

test('H4: parameters where none belong are 400, SQL in a parameter is a text', async () => {
  const id = await build('Gable')
  expect(refusals(await ask('keeper', 'POST', `${path}?sort=name`, draft({ name: 'x' })))).toEqual([
    400,
    'unknownParameter',
  ])
  expect(refusals(await ask('keeper', 'DELETE', `${path}/${id}?force=1`))).toEqual([400, 'unknownParameter'])
  expect(refusals(await ask('keeper', 'GET', `${path}/${encodeURIComponent(`${id}' or '1'='1`)}`))).toEqual([
    404,
    'notFound',
  ])
  expect(await stored()).toHaveLength(1)
})

test('a media type with parameters that JSON:API does not know is 415, one that is only so accepted 406', async () => {
  const type = 'application/vnd.api+json; charset=utf-8'
  expect(refusals(await ask('keeper', 'POST', path, draft({ name: 'x' }), { 'content-type': type }))).toEqual([
    415,
    'unsupportedMediaType',
  ])
  expect(refusals(await ask('keeper', 'GET', path, undefined, { accept: type }))).toEqual([406, 'notAcceptable'])
  expect(
    (await ask('keeper', 'GET', path, undefined, { accept: `${type}, application/vnd.api+json` })).statusCode,
  ).toBe(200)
})
