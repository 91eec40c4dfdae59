import { atomicMediaType, type Operation } from '@lintel/contract/jsonapi/operations'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import { organizations } from '@lintel/contract/people/organizations'
import { users } from '@lintel/contract/people/users'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../test/api-client'
import { addOperation, removeOperation, updateOperation } from '../../test/operations'
import { testApp, testPlatform } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { twoCustomers } from '../../test/two-customers'
import { customerUserProfileRoutes } from '../people/customer-user-profiles/customer-user-profiles.routes'
import { memberRoutes } from '../people/members/members.routes'
import { organizationRoutes } from '../people/organizations/organizations.routes'
import { userRoutes } from '../people/users/users.routes'
import { operationRoutes } from './operations.routes'

const { db } = await testDatabase()
const { people, customers, addProject, addPerson } = await twoCustomers(db)
const stranger = await addPerson('stranger')
const resources = [organizationRoutes, customerUserProfileRoutes, memberRoutes(testPlatform(db)), userRoutes]
const app = await testApp({ db, people, resources, routes: operationRoutes(resources) })
const as = (name: string) => apiClient(app, async () => name)

async function run(operations: readonly unknown[], by = 'kari', headers: Record<string, string> = {}) {
  const answer = await as(by).inject({
    method: 'POST',
    url: '/mgw/api/v3/operations',
    headers: { 'content-type': atomicMediaType, ...headers },
    payload: JSON.stringify({ 'atomic:operations': operations }),
  })
  const body = answer.json()
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    results: body['atomic:results'] as { data?: { id: string; attributes: { name: string } } }[],
    errors: (body.errors ?? []).map(({ code, source }: { code: string; source?: { pointer?: string } }) => [
      code,
      source?.pointer,
    ]),
  }
}

let made = 0
const draft = (more: object = {}) => {
  made += 1
  return { name: `Step ${made} AS`, customer: customers.nord, ...more }
}
const addOrganization = (customer = customers.nord, by = 'kari') => as(by).post(organizations, { ...draft(), customer })
const namesLike = async (q: string) =>
  (await as('kari').list(organizations, { filter: { customer: customers.nord, q } })).map(({ name }) => name)

test('several changes are made in one step, and answered in their order', async () => {
  const [changed, gone] = [await addOrganization(), await addOrganization()]
  const { status, type, results } = await run([
    addOperation(organizations, draft({ name: 'Added in a step' })),
    updateOperation(organizations, changed.id, { country: 'SE' }, changed.version),
    removeOperation(organizations, gone.id, gone.version),
  ])
  expect({ status, type }).toEqual({ status: 200, type: atomicMediaType })
  expect(results).toMatchObject([
    { data: { type: 'user-organizations', attributes: { name: 'Added in a step' }, meta: { version: 1 } } },
    { data: { id: changed.id, attributes: { country: 'SE' }, meta: { version: changed.version + 1 } } },
    {},
  ])
  await expect(as('kari').get(organizations, gone.id)).rejects.toMatchObject({ status: 404 })
})

test('an operation refers by a local id to what an earlier one added', async () => {
  const { email } = people.eva ?? { email: '' }
  const profile = addOperation(customerUserProfiles, { user: email, customer: customers.nord })
  const linked = { userOrganization: { data: { type: organizations.type, lid: 'employer' } } }
  const relationships = { ...(profile.data?.relationships as object), ...linked }
  const { results, status } = await run([
    addOperation(organizations, draft(), 'employer'),
    { op: 'update', data: { type: organizations.type, lid: 'employer', attributes: { number: '17' } } },
    { ...profile, data: { ...profile.data, lid: 'person', relationships } },
    { op: 'remove', ref: { type: customerUserProfiles.type, lid: 'person' } },
  ])
  expect(status).toBe(200)
  const [organization, , person] = results
  expect(person).toMatchObject({
    data: { relationships: { userOrganization: { data: { id: organization?.data?.id } } } },
  })
  expect(await as('kari').get(organizations, organization?.data?.id ?? '')).toMatchObject({ number: '17', version: 2 })
})

test('nothing is done when one operation fails, and each that fails is told by its pointer', async () => {
  const existing = await addOrganization()
  const events = () => db.selectFrom('audit_event').select('id').where('tenant_id', '=', customers.nord).execute()
  const before = await events()
  const { status, errors } = await run([
    addOperation(organizations, draft({ name: 'Half done AS' }), 'fine'),
    addOperation(organizations, draft({ name: '' }), 'lost'),
    updateOperation(organizations, existing.id, { country: 'NO' }, existing.version + 7),
    addOperation(organizations, draft({ name: existing.name.toUpperCase() })),
    removeOperation(organizations, uuidv7()),
    { op: 'update', data: { type: organizations.type, lid: 'lost', attributes: { country: 'NO' } } },
    { op: 'update', data: { type: organizations.type, lid: 'nothing', attributes: { country: 'NO' } } },
  ])
  expect(status).toBe(422)
  expect(errors).toEqual([
    ['required', '/atomic:operations/1/data/attributes/name'],
    ['stale', '/atomic:operations/2/meta/version'],
    ['organizationNameTaken', '/atomic:operations/3/data/attributes/name'],
    ['notFound', '/atomic:operations/4'],
    ['unknownReference', '/atomic:operations/6/data/lid'],
  ])
  expect(await namesLike('Half done')).toEqual([])
  expect(await as('kari').get(organizations, existing.id)).toEqual(existing)
  expect(await events()).toHaveLength(before.length)
})

test('the version may also stand where a document has it', async () => {
  const { id, version } = await addOrganization()
  const update = (seen: number) => ({ op: 'update', data: { type: organizations.type, id, meta: { version: seen } } })
  expect((await run([update(version + 1)])).errors).toEqual([['stale', '/atomic:operations/0/meta/version']])
  expect((await run([update(version)])).status).toBe(200)
})

test('a later operation sees what an earlier one did', async () => {
  const { id } = await addOrganization()
  const { status } = await run([
    updateOperation(organizations, id, { name: 'First name' }, 1),
    updateOperation(organizations, id, { name: 'Second name' }, 2),
    addOperation(organizations, draft({ name: 'first NAME' })),
  ])
  expect(status).toBe(200)
  expect(await as('kari').get(organizations, id)).toMatchObject({ name: 'Second name', version: 3 })
})

test('K9: a step that is sent again is not done again', async () => {
  const headers = { 'idempotency-key': uuidv7() }
  const gone = await addOrganization()
  const step = [addOperation(organizations, draft({ name: 'Once only AS' })), removeOperation(organizations, gone.id)]
  const [first, again] = [await run(step, 'kari', headers), await run(step, 'kari', headers)]
  expect(first.status).toBe(200)
  expect(again).toEqual(first)
  expect(await namesLike('Once only')).toHaveLength(1)
  expect((await run([addOperation(organizations, draft())], 'kari', headers)).status).toBe(409)
})

test('K9: a step that is sent again many times at once is answered each time', async () => {
  const headers = { 'idempotency-key': uuidv7() }
  const step = [addOperation(organizations, draft({ name: 'Asked again and again AS' }))]
  const first = await run(step, 'kari', headers)
  expect(first.status).toBe(200)
  // More than there are database connections.
  const again = await Promise.all(Array.from({ length: 20 }, () => run(step, 'kari', headers)))
  expect(again).toEqual(again.map(() => first))
})

test('J1: every change of a step is in the trail as if it were made alone', async () => {
  const existing = await addOrganization()
  await run([
    updateOperation(organizations, existing.id, { country: 'DK' }),
    removeOperation(organizations, existing.id),
  ])
  const trail = await db
    .selectFrom('audit_event')
    .select(['action', 'before', 'after', 'actor_email'])
    .where('target_id', '=', existing.id)
    .orderBy('sequence')
    .execute()
  expect(trail.map(({ action }) => action)).toEqual([
    'user-organizations.create',
    'user-organizations.update',
    'user-organizations.remove',
  ])
  expect(trail[1]).toMatchObject({
    before: { country: null },
    after: { country: 'DK' },
    actor_email: people.kari?.email,
  })
})

test('G3: an operation is allowed to whom the single change is, and a refusal is in the trail', async () => {
  const { id } = await addOrganization()
  for (const name of ['api', 'mei', 'gus', 'lars']) {
    const { status, errors } = await run([addOperation(organizations, draft())], name)
    expect({ status, errors }).toEqual({ status: 403, errors: [['forbidden', '/atomic:operations/0']] })
  }
  const foreign = await run([updateOperation(organizations, id, { country: 'NO' })], 'lars')
  const unknown = await run([updateOperation(organizations, uuidv7(), { country: 'NO' })], 'lars')
  expect(foreign).toEqual(unknown)
  expect(foreign.status).toBe(404)
  const denied = await db
    .selectFrom('audit_event')
    .select('reason')
    .where('action', '=', 'access.denied')
    .where('actor_email', '=', people.mei?.email ?? '')
    .execute()
  expect(denied.map(({ reason }) => reason)).toContain('POST /mgw/api/v3/operations /mgw/api/v3/operations')
})

test('G4: an operation on one’s own customer smuggles nothing into or out of another’s', async () => {
  const foreign = await addOrganization(customers.sor, 'lars')
  const { id } = await as('kari').post(customerUserProfiles, {
    user: people.per?.email ?? '',
    customer: customers.nord,
  })
  const steps: [Operation, string][] = [
    [addOperation(organizations, draft({ customer: customers.sor })), 'forbidden'],
    [updateOperation(customerUserProfiles, id, { userOrganization: foreign.id }), 'unknownReference'],
    [removeOperation(organizations, foreign.id), 'notFound'],
  ]
  for (const [operation, code] of steps) {
    const { errors } = await run([addOperation(organizations, draft({ name: 'Cover AS' })), operation])
    expect(errors).toMatchObject([[code, expect.stringContaining('/atomic:operations/1')]])
  }
  expect(await namesLike('Cover')).toEqual([])
  expect(await as('lars').get(organizations, foreign.id)).toEqual(foreign)
})

test('G5: levels that nobody may give are not given by a step either', async () => {
  const [member] = (await as('kari').list(projectMembers, { filter: { customer: customers.nord } })).filter(
    ({ privilegeLevel }) => privilegeLevel === 10,
  )
  for (const privilegeLevel of [25, 30] as const) {
    const { errors } = await run([updateOperation(projectMembers, member?.id ?? '', { privilegeLevel })])
    expect(errors).toEqual([['levelNotAllowed', '/atomic:operations/0/data/attributes/privilegeLevel']])
  }
})

test('G7: fields that are nobody’s to write are refused within a step', async () => {
  const { id } = await addOrganization()
  const { errors } = await run([
    {
      op: 'update',
      data: {
        type: organizations.type,
        id,
        attributes: { createdAt: '2020-01-01T00:00:00Z', isStaff: true },
        relationships: { customer: { data: { type: 'customers', id: customers.sor } } },
      },
    },
    { op: 'update', data: { type: users.type, id: people.kari?.email ?? '', attributes: { role: 'rendra_staff' } } },
  ])
  expect(errors).toEqual([
    ['notWritable', '/atomic:operations/0/data/attributes/createdAt'],
    ['unknownField', '/atomic:operations/0/data/attributes/isStaff'],
    ['notWritable', '/atomic:operations/0/data/relationships/customer'],
    ['notWritable', '/atomic:operations/1/data/attributes/role'],
  ])
})

test('what is no step is refused as a whole', async () => {
  const { id } = await addOrganization()
  const remove = removeOperation(organizations, id)
  const refused: [unknown[], number, string][] = [
    [[], 422, '/atomic:operations'],
    [Array.from({ length: 101 }, () => remove), 422, '/atomic:operations'],
    [[{ ...remove, href: '/user-organizations/1' }], 422, '/atomic:operations/0/href'],
    [[{ op: 'update' }], 422, '/atomic:operations/0/data/type'],
    [[{ op: 'remove', data: { type: organizations.type, id } }], 400, '/atomic:operations/0/data'],
    [[{ ...remove, ref: { type: 'sessions', id } }], 422, '/atomic:operations/0/ref/type'],
    [[{ ...remove, ref: { type: 'constructor', id } }], 422, '/atomic:operations/0/ref/type'],
    [[addOperation(users as never, {} as never)], 403, '/atomic:operations/0/op'],
    [
      [{ op: 'add', ref: { type: organizations.type, id }, data: { type: organizations.type } }],
      400,
      '/atomic:operations/0/ref',
    ],
  ]
  for (const [operations, status, pointer] of refused) {
    const answer = await run(operations)
    expect([answer.status, answer.errors[0]?.[1]]).toEqual([status, pointer])
  }
  expect((await run([remove], 'kari', { 'if-match': '"1"' })).status).toBe(400)
  expect(await as('kari').get(organizations, id)).toMatchObject({ id })
})

test('the media type names this extension or none', async () => {
  const step = () => [addOperation(organizations, draft())]
  for (const type of ['application/json', 'application/vnd.api+json']) {
    expect((await run(step(), 'kari', { 'content-type': type })).status).toBe(200)
  }
  const other = 'application/vnd.api+json;ext="https://example.com/other"'
  expect((await run(step(), 'kari', { 'content-type': other })).status).toBe(415)
  expect((await run(step(), 'kari', { accept: other })).status).toBe(406)
  expect((await run(step(), 'kari', { accept: atomicMediaType })).status).toBe(200)
})

test('B4: a step that is too much is told when to go on, as its single changes are', async () => {
  const project = await addProject('Rushed', customers.nord, people.kari ?? stranger)
  const configuration = { rates: { invite: { calls: 1, seconds: 60 } } }
  const metered = await testApp({ db, people, resources, routes: operationRoutes(resources), configuration })
  const add = (user: string) =>
    addOperation(projectMembers, {
      user,
      project,
      privilegeLevel: 10,
      providers: [],
      expirationDate: null,
      accessUntil: null,
    })
  const answer = await apiClient(metered, async () => 'kari').inject({
    method: 'POST',
    url: '/mgw/api/v3/operations',
    headers: { 'content-type': atomicMediaType },
    payload: JSON.stringify({ 'atomic:operations': [add('one@rush.example'), add('two@rush.example')] }),
  })
  expect(answer.statusCode).toBe(429)
  expect(answer.headers).toMatchObject({ 'retry-after': '60', 'ratelimit-limit': '1', 'ratelimit-remaining': '0' })
})
