import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { organizationFields, organizations } from '@lintel/contract/people/organizations'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { customerUserProfileRoutes } from '../customer-user-profiles/customer-user-profiles.routes'
import { organizationRoutes } from './organizations.routes'

const { db } = await testDatabase()
const { people, customers } = await twoCustomers(db)
const app = await testApp({ db, people, resources: [organizationRoutes, customerUserProfileRoutes] })
const as = (name: string) => apiClient(app, async () => name)

const add = (name: string, customer = customers.nord, by = 'kari') => as(by).post(organizations, { name, customer })

test('an administrator adds an organization only to a customer of theirs', async () => {
  expect(await add('Nord Bygg')).toMatchObject({
    name: 'Nord Bygg',
    number: null,
    customer: customers.nord,
    version: 1,
  })
  await expect(add('Sør Bygg', customers.sor)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(add('Nobody Bygg', uuidv7())).rejects.toMatchObject({ code: 'forbidden' })
})

test.each(['api', 'ola', 'mei', 'gus', 'tom', 'lars'])('%s adds none to Nord', async (name) => {
  await expect(add(`By ${name}`, customers.nord, name)).rejects.toMatchObject({ code: 'forbidden', status: 403 })
})

test('staff add to every customer that exists', async () => {
  expect(await add('By staff', customers.sor, 'stig')).toMatchObject({ customer: customers.sor })
  const refusal = { code: 'unknownReference', source: { pointer: '/data/relationships/customer' } }
  await expect(add('Nowhere', uuidv7(), 'stig')).rejects.toMatchObject(refusal)
  await expect(add('Nowhere', 'nonsense', 'stig')).rejects.toMatchObject(refusal)
})

// Covers every field of an organization, here and in the change set tests; a new field needs no change.
const valuesOf = (round: number) => Object.fromEntries(organizationFields.map((field) => [field, `${field} ${round}`]))

test('each field of an organization is stored, shown and changed', async () => {
  const { id } = await as('kari').post(organizations, { ...valuesOf(1), name: 'name 1', customer: customers.nord })
  expect(await as('kari').get(organizations, id)).toMatchObject(valuesOf(1))
  await as('kari').patch(organizations, id, valuesOf(2))
  expect(await as('kari').get(organizations, id)).toMatchObject(valuesOf(2))
})

test('a name is taken within its customer, whatever the case', async () => {
  await add('Vest Bygg')
  await expect(add('VEST bygg')).rejects.toMatchObject({
    status: 409,
    code: 'organizationNameTaken',
    source: { pointer: '/data/attributes/name' },
  })
  expect(await add('VEST bygg', customers.sor, 'lars')).toMatchObject({ name: 'VEST bygg' })
})

test('a name says something and holds no control characters', async () => {
  for (const name of ['', '   ', 'a\u0000b', 'a\nb', 'x'.repeat(201)]) {
    await expect(add(name)).rejects.toMatchObject({ status: 422, source: { pointer: '/data/attributes/name' } })
  }
})

test('G8: of ten who create one name at once, one succeeds and nine are told that it is taken', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => add(at % 2 ? 'Race Bygg' : 'RACE BYGG')),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  expect(refused).toHaveLength(9)
  for (const reason of refused) expect(reason).toMatchObject({ status: 409, code: 'organizationNameTaken' })
  const named = await as('kari').list(organizations, { filter: { customer: customers.nord, q: 'race bygg' } })
  expect(named).toHaveLength(1)
})

test('G2: an organization of another customer is not found, in the same words as an unknown one', async () => {
  const { id } = await add('Hidden Bygg', customers.sor, 'lars')
  expect(await as('lars').get(organizations, id)).toMatchObject({ name: 'Hidden Bygg' })
  const ask = async (unknown: string, method: 'GET' | 'PATCH' | 'DELETE') => {
    const data = { type: 'user-organizations', id: unknown, attributes: { name: 'Mine now' } }
    const answer = await as('kari').inject({
      method,
      url: `${organizations.path}/${unknown}`,
      ...(method === 'PATCH' && {
        headers: { 'content-type': 'application/vnd.api+json' },
        payload: JSON.stringify({ data }),
      }),
    })
    const [error] = answer.json<{ errors: { id: string }[] }>().errors
    return { ...error, status: answer.statusCode, id: undefined }
  }
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const foreign = await ask(id, method)
    expect(foreign).toMatchObject({ status: 404, code: 'notFound' })
    expect(await ask(uuidv7(), method)).toEqual(foreign)
    expect(await ask('nonsense', method)).toEqual(foreign)
  }
  expect(await as('lars').get(organizations, id)).toMatchObject({ name: 'Hidden Bygg' })
})

test('G4: the organizations of a foreign customer cannot be filtered for', async () => {
  const listed = await as('kari').list(organizations, { filter: { customer: customers.nord } })
  expect(new Set(listed.map(({ customer }) => customer))).toEqual(new Set([customers.nord]))
  for (const customer of [customers.sor, uuidv7(), 'nonsense']) {
    await expect(as('kari').list(organizations, { filter: { customer } })).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(await as('stig').list(organizations, { filter: { customer: 'nonsense' } })).toEqual([])
})

test('G7: an organization does not change its customer', async () => {
  const { id } = await add('Staying Bygg')
  const data = {
    type: 'user-organizations',
    id,
    attributes: { createdAt: '2020-01-01T00:00:00Z' },
    relationships: { customer: { data: { type: 'customers', id: customers.sor } } },
  }
  const answer = await as('kari').inject({
    method: 'PATCH',
    url: `${organizations.path}/${id}`,
    headers: { 'content-type': 'application/vnd.api+json' },
    payload: JSON.stringify({ data }),
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code)).toEqual([
    'notWritable',
    'notWritable',
  ])
})

test('of two changes that saw the same organization, the second is told that it is stale', async () => {
  const { id, version } = await add('Two Editors Bygg')
  expect(await as('kari').patch(organizations, id, { country: 'NO' }, version)).toMatchObject({ country: 'NO' })
  await expect(as('stig').patch(organizations, id, { country: 'SE' }, version)).rejects.toMatchObject({ status: 412 })
  await expect(as('stig').remove(organizations, id, version)).rejects.toMatchObject({ code: 'stale' })
  expect(await as('kari').get(organizations, id)).toMatchObject({ country: 'NO', version: version + 1 })
})

test('an organization that goes away leaves its people where they are', async () => {
  const { id } = await add('Closing Bygg')
  const draft = { user: people.mei?.email ?? '', customer: customers.nord, userOrganization: id }
  const profile = await as('stig').post(customerUserProfiles, draft)
  expect(profile).toMatchObject({ userOrganization: id, updatedBy: people.stig?.email })
  await as('kari').remove(organizations, id)
  expect(await as('kari').get(customerUserProfiles, profile.id)).toMatchObject({
    customer: customers.nord,
    userOrganization: null,
    updatedBy: people.kari?.email,
    version: profile.version + 1,
  })
  const title = (text: string, version: number) =>
    as('stig').patch(customerUserProfiles, profile.id, { title: text }, version)
  await expect(title('Stale', profile.version)).rejects.toMatchObject({ status: 412, code: 'stale' })
  expect(await title('Planner', profile.version + 1)).toMatchObject({ title: 'Planner', userOrganization: null })
})

test('organizations come by name, whatever the language, and are found by part of it', async () => {
  for (const name of ['Zürich Bau', 'Ål Bygg', 'østfold 100% Bygg']) await add(name)
  const names = (
    await as('api').list(organizations, { filter: { customer: customers.nord }, page: { size: 200 } })
  ).map(({ name }) => name)
  expect(names).toEqual([...names].sort(new Intl.Collator('und').compare))
  const found = await as('kari').list(organizations, { filter: { customer: customers.nord, q: '100%' } })
  expect(found.map(({ name }) => name)).toEqual(['østfold 100% Bygg'])
  expect(await as('kari').list(organizations, { filter: { customer: customers.nord, q: '1_0%' } })).toEqual([])
})
