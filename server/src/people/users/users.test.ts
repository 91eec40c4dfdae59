import { readCurrentUser, readCurrentUserV2, users } from '@lintel/contract/people/users'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { currentUserRoutes, userRoutes } from './users.routes'

const { db } = await testDatabase()
const { people, customers, projects, addPerson, addMember } = await twoCustomers(db)
await addPerson('nova', { restriction: 'password' })
const app = await testApp({ db, people, resources: [userRoutes], routes: currentUserRoutes })
const as = (name: string) => apiClient(app, async () => name)
const emailOf = (name: string) => people[name]?.email ?? `nobody called ${name}`

/** The test people visible to an actor, by first name. */
async function usersVisibleTo(name: string, filter: Record<string, string> = {}) {
  const seen = await as(name).list(users, { filter, page: { size: 200 } })
  const known = new Map(Object.entries(people).map(([each, { email }]) => [email, each]))
  return seen.flatMap(({ id }) => known.get(id) ?? []).sort()
}

test('a person of no project sees themselves', async () => {
  expect(await usersVisibleTo('tom')).toEqual(['tom'])
  expect(await as('tom').get(users, emailOf('tom'))).toMatchObject({
    id: emailOf('tom'),
    email: emailOf('tom'),
    givenName: 'tom',
    firstName: 'tom',
    lastName: 'Test',
    fullName: 'tom Test',
    displayName: 'tom Test',
    organizationName: '',
    role: null,
    guest: false,
    invited: false,
    inactive: false,
    isDeleted: false,
    customerAdminFor: [],
  })
})

test('a member sees the people of their projects and who administers the customer', async () => {
  expect(await usersVisibleTo('mei')).toEqual(['eva', 'ged', 'gus', 'kari', 'mei', 'ola', 'per', 'uno'])
})

test('an administrator and an API user see everybody who has to do with the customer, nobody else', async () => {
  const ofNord = ['api', 'eva', 'ged', 'gus', 'kari', 'mei', 'nora', 'ola', 'per', 'uno']
  expect(await usersVisibleTo('kari')).toEqual(ofNord)
  expect(await usersVisibleTo('kari', { customerId: customers.nord })).toEqual(ofNord)
  expect(await usersVisibleTo('api', { customerId: customers.nord })).toEqual(ofNord)
})

test('G6: a guest session knows the people of its project only', async () => {
  expect(await usersVisibleTo('gus')).toEqual(['eva', 'ged', 'gus', 'kari', 'mei', 'ola', 'per', 'uno'])
  expect(await as('gus').get(users, emailOf('kari'))).toMatchObject({ customerAdminFor: [] })
})

test.each(['eva', 'uno', 'ged'])('%s, whose time on the project has passed, sees only themselves', async (name) => {
  expect(await usersVisibleTo(name)).toEqual([name])
})

test('staff see everybody', async () => {
  expect(await as('stig').get(users, emailOf('liv'))).toMatchObject({ givenName: 'liv' })
  expect((await as('stig').page(users)).total).toBeGreaterThan(Object.keys(people).length)
})

test('G2: somebody of another customer is not found, in the same words as nobody', async () => {
  const ask = async (email: string) => {
    const answer = await as('kari').inject({ url: `${users.path}/${encodeURIComponent(email)}` })
    const [error] = answer.json<{ errors: { id: string }[] }>().errors
    return { ...error, status: answer.statusCode, id: undefined }
  }
  const foreign = await ask(emailOf('liv'))
  expect(foreign).toMatchObject({ status: 404, code: 'notFound' })
  expect(await ask('nobody@sor.example')).toEqual(foreign)
})

test('G4: the people of a foreign customer cannot be filtered for', async () => {
  for (const customerId of [customers.sor, uuidv7(), 'nonsense']) {
    await expect(as('kari').list(users, { filter: { customerId } })).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(await as('kari').list(users, { filter: { q: emailOf('liv') } })).toEqual([])
  expect(await as('stig').list(users, { filter: { customerId: 'nonsense' } })).toEqual([])
})

test('the id is the lower-cased email, whatever case it is asked in', async () => {
  expect(await as('kari').get(users, emailOf('mei').toUpperCase())).toMatchObject({ id: emailOf('mei') })
})

test('people are found by name, email and role', async () => {
  expect(await usersVisibleTo('kari', { q: 'MEI' })).toEqual(['mei'])
  expect(await usersVisibleTo('kari', { q: emailOf('mei') })).toEqual(['mei'])
  expect(await usersVisibleTo('stig', { role: 'rendra_staff' })).toEqual(['stig'])
  await expect(as('kari').list(users, { filter: { role: 'king' } })).rejects.toMatchObject({ code: 'invalidParameter' })
})

test('the organization that the customer knows comes first, for those who may know it', async () => {
  const organization = uuidv7()
  await db
    .insertInto('user_organization')
    .values({ id: organization, customer_id: customers.nord, name: 'Nordbygg AS' })
    .execute()
  await db
    .insertInto('customer_user_profile')
    .values({
      id: uuidv7(),
      customer_id: customers.nord,
      user_id: people.mei?.id ?? '',
      user_organization_id: organization,
    })
    .execute()
  await db.updateTable('app_user').set({ organization: 'nordbygg' }).where('email', '=', emailOf('mei')).execute()
  const known = { userOrganization: organization, organizationName: 'Nordbygg AS', organization: 'nordbygg' }
  expect(await as('kari').get(users, emailOf('mei'))).toMatchObject(known)
  expect(await as('mei').get(users, emailOf('mei'))).toMatchObject(known)
  const others = { userOrganization: null, organizationName: 'nordbygg' }
  expect(await as('per').get(users, emailOf('mei'))).toMatchObject(others)
})

test('everybody sets their own language and time zone, nobody those of another', async () => {
  const own = await as('mei').patch(users, emailOf('mei'), { language: 'zh', timeZone: 'Asia/Shanghai' })
  expect(own).toMatchObject({ language: 'zh', timeZone: 'Asia/Shanghai' })
  await expect(as('kari').patch(users, emailOf('mei'), { language: 'nb' })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(as('stig').patch(users, emailOf('mei'), { language: 'nb' })).rejects.toMatchObject({
    code: 'notWritable',
  })
  await expect(as('mei').patch(users, emailOf('mei'), { timeZone: 'Mars/Base' })).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(as('mei').patch(users, emailOf('mei'), { language: 'nb' }, own.version - 1)).rejects.toMatchObject({
    status: 412,
  })
})

test('G6: a guest’s link changes nothing of the account, also where that has become a full one', async () => {
  const own = await as('gus').get(users, emailOf('gus'))
  expect(own).toMatchObject({ guest: false })
  await expect(
    as('gus').patch(users, emailOf('gus'), { language: 'ja', timeZone: 'Asia/Tokyo' }),
  ).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  expect(await as('gus').get(users, emailOf('gus'))).toEqual(own)
})

test('G7: nobody makes themselves staff or an administrator', async () => {
  await expect(as('mei').patch(users, emailOf('mei'), { role: 'rendra_staff' })).rejects.toMatchObject({
    status: 422,
    code: 'notWritable',
    source: { pointer: '/data/attributes/role' },
  })
  const data = {
    type: 'users',
    id: emailOf('mei'),
    attributes: { guest: false, email: 'root@nord.example', inactive: true, expirationDate: null, isStaff: true },
    relationships: { customerAdminFor: { data: [{ type: 'customers', id: customers.nord }] } },
  }
  const answer = await as('mei').inject({
    method: 'PATCH',
    url: `${users.path}/${data.id}`,
    headers: { 'content-type': 'application/vnd.api+json' },
    payload: JSON.stringify({ data }),
  })
  expect(answer.statusCode).toBe(422)
  const codes = answer.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code)
  expect(codes.sort()).toEqual([...Array(5).fill('notWritable'), 'unknownField'])
})

test('G8: staff give and take the staff role, also of a guest, but the last of them keeps it, even when two race', async () => {
  await db
    .updateTable('app_user')
    .set({ guest: true, expiration_date: '2099-12-31T00:00:00Z' })
    .where('email', '=', emailOf('nora'))
    .execute()
  expect(await as('stig').patch(users, emailOf('nora'), { role: 'rendra_staff' })).toMatchObject({
    role: 'rendra_staff',
  })
  const nora = db.selectFrom('app_user').select(['guest', 'expiration_date']).where('email', '=', emailOf('nora'))
  expect(await nora.execute()).toEqual([{ guest: false, expiration_date: null }])
  // Remove the demo world's staff, so that only these two remain.
  await db
    .updateTable('app_user')
    .set({ role: null })
    .where('role', '=', 'rendra_staff')
    .where('email', 'not in', [emailOf('stig'), emailOf('nora')])
    .execute()
  const outcomes = await Promise.allSettled(
    ['stig', 'nora'].map((name) => as('stig').patch(users, emailOf(name), { role: null })),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  expect(refused).toHaveLength(1)
  expect(refused[0]).toMatchObject({ status: 409, code: 'lastStaff' })
  const staff = await db.selectFrom('app_user').select('email').where('role', '=', 'rendra_staff').execute()
  expect(staff).toHaveLength(1)
})

test('the signed-in person learns what they administer, under both versions', async () => {
  const kari = { email: emailOf('kari'), customerAdminFor: [{ id: customers.nord, name: 'Nord' }], restriction: null }
  expect(await as('kari').call(readCurrentUser)).toMatchObject({
    ...kari,
    apiUserFor: [],
    method: 'password',
    role: null,
  })
  expect(await as('kari').call(readCurrentUserV2)).toMatchObject(kari)
  expect(await as('api').call(readCurrentUser)).toMatchObject({
    customerAdminFor: [],
    apiUserFor: [{ id: customers.nord, name: 'Nord' }],
  })
})

test('a new project begins with a trial for whoever has no customer that would own it', async () => {
  expect(await as('tom').call(readCurrentUser)).toMatchObject({ beginsWithTrial: true })
  expect(await as('kari').call(readCurrentUser)).toMatchObject({ beginsWithTrial: false })
})

test('who has to set a password first still learns who they are, and nothing else', async () => {
  expect(await as('nova').call(readCurrentUser)).toMatchObject({ email: emailOf('nova'), restriction: 'password' })
  await expect(as('nova').get(users, emailOf('nova'))).rejects.toMatchObject({ code: 'passwordUpdateRequired' })
})

test('nobody is nobody', async () => {
  const anonymous = apiClient(app, async () => undefined)
  await expect(anonymous.call(readCurrentUser)).rejects.toMatchObject({ status: 401, code: 'notSignedIn' })
  await expect(anonymous.list(users)).rejects.toMatchObject({ status: 401 })
})

test('B7: whose guest somebody is and who invited them is told by the memberships that the reader reads', async () => {
  const invited_at = '2026-01-01T00:00:00Z'
  const visibilityOf = async (name: string) => ({
    read: await as(name).get(users, emailOf('una')),
    listed: (await as(name).list(users, { filter: { customerId: customers.nord, q: emailOf('una') } }))[0],
  })
  const una = await addPerson('una')
  await db.updateTable('app_user').set({ guest: true }).where('id', '=', una.id).execute()
  await addMember(projects.school, una, 5, { invited_at })
  await db
    .insertInto('customer_user_profile')
    .values({ id: uuidv7(), customer_id: customers.nord, user_id: una.id })
    .execute()
  await db
    .updateTable('customer_person')
    .set({ is_accepted: false, name: '' })
    .where('user_id', '=', una.id)
    .where('customer_id', '=', customers.nord)
    .execute()
  const theirs = { guest: true, invited: true }
  const unknown = { guest: false, invited: false }
  for (const name of ['kari', 'api'])
    expect(await visibilityOf(name), name).toMatchObject({ read: unknown, listed: unknown })
  expect(await as('lars').get(users, emailOf('una'))).toMatchObject(theirs)
  expect(await visibilityOf('stig')).toMatchObject({ read: theirs, listed: theirs })
  expect(await as('una').get(users, emailOf('una'))).toMatchObject(theirs)
  // The customer sees both of its own person, accepted or not.
  await addMember(projects.bridge, una, 5, { invited_at })
  expect(await visibilityOf('kari')).toMatchObject({ read: theirs, listed: theirs })
})
