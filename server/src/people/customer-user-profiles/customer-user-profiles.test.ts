import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { customerUserProfileRoutes } from './customer-user-profiles.routes'

const { db } = await testDatabase()
const { people, customers, addPerson } = await twoCustomers(db)
const app = await testApp({ db, people, resources: [customerUserProfileRoutes] })
const as = (name: string) => apiClient(app, async () => name)
const emailOf = (name: string) => people[name]?.email ?? `nobody called ${name}`

async function addOrganization(customer: string) {
  const id = uuidv7()
  await db.insertInto('user_organization').values({ id, customer_id: customer, name: id }).execute()
  return id
}

test('an administrator says what the customer knows of its people', async () => {
  const userOrganization = await addOrganization(customers.nord)
  const draft = {
    user: emailOf('mei'),
    customer: customers.nord,
    firstName: 'Mei',
    lastName: 'Zhang',
    userOrganization,
  }
  expect(await as('kari').post(customerUserProfiles, draft)).toMatchObject({
    ...draft,
    newUserEmail: null,
    title: null,
    createdBy: emailOf('kari'),
    updatedBy: emailOf('kari'),
  })
  const again = { code: 'conflict', status: 409, source: { pointer: '/data/relationships/user' } }
  await expect(as('kari').post(customerUserProfiles, draft)).rejects.toMatchObject(again)
})

test('who does not belong to the customer is refused where its policy does not invite their address', async () => {
  await db
    .updateTable('customer')
    .set({ invite_domains: ['nord.example'] })
    .where('id', '=', customers.nord)
    .execute()
  const draft = async (name: string, home: string | null) => {
    const { email } = await addPerson(name, { homeCustomer: home })
    return { user: email, customer: customers.nord }
  }
  const stranger = await draft('tor', null)
  await expect(as('stig').post(customerUserProfiles, stranger)).rejects.toMatchObject({
    code: 'domainNotInvited',
    status: 422,
  })
  expect(await as('stig').list(customerUserProfiles, { filter: { customer: customers.nord } })).not.toContainEqual(
    expect.objectContaining({ user: stranger.user }),
  )
  const own = await draft('tora', customers.nord)
  expect(await as('stig').post(customerUserProfiles, own)).toMatchObject(own)
  await db.updateTable('customer').set({ invite_domains: [] }).where('id', '=', customers.nord).execute()
})

test('the type of a profile travels beside the resource’s own, which stays what it is', async () => {
  const { email } = await addPerson('tove', { homeCustomer: customers.nord })
  const draft = { user: email, customer: customers.nord, profileType: 'Contractor' }
  const { id } = await as('kari').post(customerUserProfiles, draft)
  const { data } = (await as('kari').inject({ url: `${customerUserProfiles.path}/${id}` })).json()
  expect(data).toMatchObject({ type: 'customer-user-profiles', attributes: { profileType: 'Contractor' } })
  expect(data.attributes).not.toHaveProperty('type')
  expect(await as('kari').patch(customerUserProfiles, id, { profileType: null })).toMatchObject({ profileType: null })
})

test.each(['api', 'ola', 'mei', 'gus', 'lars'])('%s says nothing for Nord', async (name) => {
  const draft = { user: emailOf('per'), customer: customers.nord }
  await expect(as(name).post(customerUserProfiles, draft)).rejects.toMatchObject({ code: 'forbidden', status: 403 })
})

test('administrators and API users read the customer’s profiles, nobody else does', async () => {
  const { id } = await as('kari').post(customerUserProfiles, { user: emailOf('nora'), customer: customers.nord })
  const listed = { filter: { customer: customers.nord } }
  for (const name of ['kari', 'api', 'stig']) {
    expect(await as(name).get(customerUserProfiles, id)).toMatchObject({ user: emailOf('nora') })
    expect((await as(name).list(customerUserProfiles, listed)).length).toBeGreaterThan(0)
  }
  for (const name of ['nora', 'mei', 'lars', 'gus']) {
    await expect(as(name).get(customerUserProfiles, id)).rejects.toMatchObject({ status: 404 })
    await expect(as(name).list(customerUserProfiles, listed)).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('somebody new is made a person of the customer, who fills in their profile when they come', async () => {
  const draft = { newUserEmail: 'Fresh@Nord.example', customer: customers.nord, firstName: 'Frida', lastName: 'Sol' }
  expect(await as('kari').post(customerUserProfiles, draft)).toMatchObject({
    user: 'fresh@nord.example',
    newUserEmail: null,
  })
  const fresh = await db
    .selectFrom('app_user')
    .selectAll()
    .where('email', '=', 'fresh@nord.example')
    .executeTakeFirstOrThrow()
  expect(fresh).toMatchObject({
    given_name: 'Frida',
    home_customer_id: customers.nord,
    must_update_profile: true,
    role: null,
  })
})

test('somebody who is known already keeps their name when they are named as new', async () => {
  const draft = { newUserEmail: emailOf('per'), customer: customers.nord, firstName: 'Other', lastName: 'Name' }
  expect(await as('kari').post(customerUserProfiles, draft)).toMatchObject({ user: emailOf('per'), firstName: 'Other' })
  const { given_name } = await db
    .selectFrom('app_user')
    .select('given_name')
    .where('email', '=', emailOf('per'))
    .executeTakeFirstOrThrow()
  expect(given_name).toBe('per')
})

test('a profile names exactly one person, by a valid email', async () => {
  const add = (draft: object) => as('kari').post(customerUserProfiles, { customer: customers.nord, ...draft })
  await expect(add({})).rejects.toMatchObject({ code: 'required', source: { pointer: '/data/relationships/user' } })
  await expect(add({ user: emailOf('ola'), newUserEmail: 'a@b.example' })).rejects.toMatchObject({ code: 'invalid' })
  for (const newUserEmail of ['not an email', 'a@b..com', '.a@b.com', 'a@-b.com']) {
    await expect(add({ newUserEmail })).rejects.toMatchObject({
      code: 'invalidEmail',
      source: { pointer: '/data/attributes/newUserEmail' },
    })
  }
})

test('G4: a person of another customer is as unknown as nobody, and so is its organization', async () => {
  const add = (user: string, userOrganization: string | null = null) =>
    as('kari').post(customerUserProfiles, { customer: customers.nord, user, userOrganization })
  const unknownUser = { code: 'unknownReference', source: { pointer: '/data/relationships/user' } }
  await expect(add(emailOf('liv'))).rejects.toMatchObject(unknownUser)
  await expect(add('nobody@sor.example')).rejects.toMatchObject(unknownUser)
  const unknownOrganization = { code: 'unknownReference', source: { pointer: '/data/relationships/userOrganization' } }
  for (const organization of [await addOrganization(customers.sor), uuidv7(), 'nonsense']) {
    await expect(add(emailOf('eva'), organization)).rejects.toMatchObject(unknownOrganization)
  }
  const eva = await add(emailOf('eva'), await addOrganization(customers.nord))
  const foreign = await addOrganization(customers.sor)
  await expect(as('kari').patch(customerUserProfiles, eva.id, { userOrganization: foreign })).rejects.toMatchObject(
    unknownOrganization,
  )
})

test('staff name no customer that does not exist', async () => {
  const refusal = { code: 'unknownReference', source: { pointer: '/data/relationships/customer' } }
  for (const customer of [uuidv7(), 'nonsense']) {
    await expect(as('stig').post(customerUserProfiles, { customer, user: emailOf('tom') })).rejects.toMatchObject(
      refusal,
    )
    const fresh = { customer, newUserEmail: `${uuidv7()}@nowhere.example` }
    await expect(as('stig').post(customerUserProfiles, fresh)).rejects.toMatchObject(refusal)
  }
})

test('G2: a profile of another customer is not found', async () => {
  const { id } = await as('lars').post(customerUserProfiles, { user: emailOf('liv'), customer: customers.sor })
  await expect(as('kari').get(customerUserProfiles, id)).rejects.toMatchObject({ status: 404 })
  await expect(as('kari').patch(customerUserProfiles, id, { title: 'Mine' })).rejects.toMatchObject({ status: 404 })
  await expect(as('kari').remove(customerUserProfiles, id)).rejects.toMatchObject({ status: 404 })
  expect(await as('lars').get(customerUserProfiles, id)).toMatchObject({ title: null })
})

test('G7: a profile keeps its person, its customer and its history', async () => {
  const { id } = await as('kari').post(customerUserProfiles, { user: emailOf('ola'), customer: customers.nord })
  const data = {
    type: 'customer-user-profiles',
    id,
    attributes: { createdAt: '2020-01-01T00:00:00Z', newUserEmail: 'a@b.example' },
    relationships: {
      user: { data: { type: 'users', id: emailOf('mei') } },
      customer: { data: { type: 'customers', id: customers.sor } },
      createdBy: { data: null },
    },
  }
  const answer = await as('kari').inject({
    method: 'PATCH',
    url: `${customerUserProfiles.path}/${id}`,
    headers: { 'content-type': 'application/vnd.api+json' },
    payload: JSON.stringify({ data }),
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code)).toEqual(
    Array(5).fill('notWritable'),
  )
})

test('of two changes that saw the same profile, the second is told that it is stale', async () => {
  const { email } = await addPerson('edda', { homeCustomer: customers.nord })
  const { id, version } = await as('kari').post(customerUserProfiles, { user: email, customer: customers.nord })
  await as('kari').patch(customerUserProfiles, id, { title: 'Planner' }, version)
  await expect(as('stig').patch(customerUserProfiles, id, { title: 'Boss' }, version)).rejects.toMatchObject({
    status: 412,
  })
  await as('kari').remove(customerUserProfiles, id, version + 1)
  await expect(as('kari').get(customerUserProfiles, id)).rejects.toMatchObject({ status: 404 })
})
