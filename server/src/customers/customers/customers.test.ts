import { type CustomerDraft, customers as customersResource } from '@lintel/contract/customers/customers'
import { users } from '@lintel/contract/people/users'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { barrier } from '../../../test/barrier'
import { interceptStatements } from '../../../test/intercept-statements'
import { slowDeletes } from '../../../test/slow-deletes'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { userRoutes } from '../../people/users/users.routes'
import { closeDatabase, openDatabase } from '../../platform/database'
import { customerRoutes } from './customers.routes'
import { addedRows } from './customers.store'

const { db, url } = await testDatabase()
const { people, somebody, customers, addPerson, addProject, addMember } = await twoCustomers(db)
const app = await testApp({ db, people, resources: [customerRoutes, userRoutes] })
const as = (name: string) => apiClient(app, async () => name)
const { untilLockWaiters } = interceptStatements(db)
const emailOf = (name: string) => people[name]?.email ?? `nobody called ${name}`
const plain = { name: 'Plain AS', customerAdmins: [], apiUsers: [], providers: [], timeZone: 'UTC' }
const add = (more: Partial<CustomerDraft> = {}) => as('stig').post(customersResource, { ...plain, ...more })

test('staff make a customer, its administrators and API users', async () => {
  const draft = {
    name: 'Vest AS',
    baseUrl: 'https://vest.example/',
    sfAccount: 'SF-7',
    kam: emailOf('stig'),
    customerAdmins: [emailOf('ola'), emailOf('mei').toUpperCase()],
    apiUsers: [emailOf('nora')],
    providers: ['COGNITO_MFA'],
    timeZone: 'Europe/Oslo',
  }
  expect(await as('stig').post(customersResource, draft)).toMatchObject({
    ...draft,
    customerAdmins: [emailOf('mei'), emailOf('ola')],
    ssoProviders: [],
    projectTemplates: [],
    isTrial: false,
    createdBy: emailOf('stig'),
  })
})

test.each(['kari', 'api', 'ola', 'gus'])('%s neither makes, changes nor removes a customer', async (name) => {
  await expect(as(name).post(customersResource, plain)).rejects.toMatchObject({ code: 'forbidden' })
  const status = name === 'kari' || name === 'api' ? 403 : 404
  await expect(as(name).patch(customersResource, customers.nord, { name: 'Own AS' })).rejects.toMatchObject({ status })
  await expect(as(name).remove(customersResource, customers.nord)).rejects.toMatchObject({ status })
})

test('administrators and API users read their customers, staff all, others none', async () => {
  for (const name of ['kari', 'api']) {
    expect((await as(name).list(customersResource)).map(({ id }) => id)).toEqual([customers.nord])
    expect(await as(name).get(customersResource, customers.nord)).toMatchObject({ name: 'Nord' })
  }
  const all = (await as('stig').list(customersResource, { page: { size: 200 } })).map(({ id }) => id)
  expect(all).toEqual(expect.arrayContaining([customers.nord, customers.sor]))
  for (const name of ['per', 'gus', 'tom']) expect(await as(name).list(customersResource)).toEqual([])
})

test('G2: another’s customer is not found, in the same words as one that does not exist', async () => {
  const ask = async (id: string) => {
    const answer = await as('kari').inject({ url: `${customersResource.path}/${id}` })
    const [error] = answer.json<{ errors: { id: string }[] }>().errors
    return { ...error, status: answer.statusCode, id: undefined }
  }
  expect(await ask(customers.sor)).toMatchObject({ status: 404, code: 'notFound' })
  expect(await ask(uuidv7())).toEqual(await ask(customers.sor))
  expect(await ask('-1')).toEqual(await ask(customers.sor))
})

test('administrators are people who exist, the key account manager is staff, login methods exist', async () => {
  const unknown = (pointer: string) => ({ status: 422, code: 'unknownReference', source: { pointer } })
  const admins = [emailOf('ola'), 'nobody@nord.example']
  await expect(add({ customerAdmins: admins })).rejects.toMatchObject(
    unknown('/data/relationships/customerAdmins/data/1'),
  )
  await expect(add({ kam: emailOf('kari') })).rejects.toMatchObject(unknown('/data/relationships/kam'))
  await expect(add({ providers: ['nothing'] })).rejects.toMatchObject(unknown('/data/relationships/providers'))
  await expect(add({ name: ' ' })).rejects.toMatchObject({
    code: 'required',
    source: { pointer: '/data/attributes/name' },
  })
  await expect(add({ baseUrl: 'javascript:alert(1)' })).rejects.toMatchObject({ status: 422 })
})

test('a guest or a disabled person does not become an administrator, and one who is stays it', async () => {
  const { id } = await add({ customerAdmins: [emailOf('ola')] })
  const appoint = () => as('stig').patch(customersResource, id, { customerAdmins: [emailOf('mei'), emailOf('ola')] })
  const set = (columns: object) => db.updateTable('app_user').set(columns).where('email', '=', emailOf('mei')).execute()
  for (const state of [{ guest: true }, { is_inactive: true }]) {
    await set(state)
    await expect(appoint()).rejects.toMatchObject({
      code: 'unknownReference',
      source: { pointer: '/data/relationships/customerAdmins/data/0' },
    })
    await set({ guest: false, is_inactive: false })
  }
  await appoint()
  await set({ guest: true })
  const { customerAdmins } = await as('stig').patch(customersResource, id, {
    customerAdmins: [emailOf('mei'), emailOf('nora')],
  })
  expect(customerAdmins.toSorted()).toEqual([emailOf('mei'), emailOf('nora')].toSorted())
  await set({ guest: false })
})

test('a service account is an API user, and as an administrator an address that nobody has', async () => {
  const gateway = 'gateway@nord.example'
  const { id } = await add({ apiUsers: [gateway] })
  const unknown = { status: 422, code: 'unknownReference' }
  await expect(
    as('stig').patch(customersResource, id, { customerAdmins: [emailOf('ola'), gateway] }),
  ).rejects.toMatchObject({ ...unknown, source: { pointer: '/data/relationships/customerAdmins/data/1' } })
  await expect(add({ customerAdmins: [gateway] })).rejects.toMatchObject(unknown)
  const saved = await as('stig').patch(customersResource, id, { customerAdmins: [emailOf('ola')], apiUsers: [gateway] })
  expect(saved).toMatchObject({ customerAdmins: [emailOf('ola')], apiUsers: [gateway] })
})

test('a key account manager who leaves the staff is none any more, and the record is saved as it is read', async () => {
  const kim = await addPerson('kim', { isStaff: true })
  const { id, version } = await add({ kam: kim.email })
  const { id: other, version: otherVersion } = await add({ kam: emailOf('stig') })
  await as('stig').patch(users, kim.email, { role: null })
  const left = await as('stig').get(customersResource, id)
  expect(left).toMatchObject({ kam: null, version: version + 1, updatedBy: emailOf('stig') })
  const { name, baseUrl, sfAccount, sfAccountName, kam, customerAdmins, apiUsers, providers, timeZone } = left
  const asRead = { name, baseUrl, sfAccount, sfAccountName, kam, customerAdmins, apiUsers, providers, timeZone }
  expect(await as('stig').patch(customersResource, id, asRead, left.version)).toMatchObject({ kam: null })
  expect(await as('stig').get(customersResource, other)).toMatchObject({ kam: emailOf('stig'), version: otherVersion })
  const events = await db
    .selectFrom('audit_event')
    .select(['action', 'tenant_id', 'actor_email', 'before', 'after'])
    .where('target_id', '=', id)
    .orderBy('sequence')
    .execute()
  expect(events[1]).toEqual({
    ...{ action: 'customers.update', tenant_id: id, actor_email: emailOf('stig') },
    ...{ before: { kam: kim.email }, after: { kam: null } },
  })
})

test('who leaves the staff at the moment at which they are made a key account manager is none', async () => {
  const kim = await addPerson('kim', { isStaff: true })
  const { id } = await add()
  const { appointed } = await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('app_user').set({ role: null }).where('id', '=', kim.id).execute()
    const appointed = as('stig').patch(customersResource, id, { kam: kim.email })
    appointed.catch(() => undefined)
    await untilLockWaiters('app_user')
    return { appointed }
  })
  await expect(appointed).rejects.toMatchObject({ status: 422, code: 'unknownReference' })
  expect(await as('stig').get(customersResource, id)).toMatchObject({ kam: null })
})

test.each(['customerAdmins', 'apiUsers'] as const)(
  'whose account is closed at the moment of their appointment is not among the %s',
  async (role) => {
    const leaving = await addPerson(uuidv7())
    const { id } = await add()
    const { appointed } = await db.transaction().execute(async (transaction) => {
      const closed = { email: `${uuidv7()}@closed.invalid`, deleted_at: new Date().toISOString() }
      await transaction.updateTable('app_user').set(closed).where('id', '=', leaving.id).execute()
      const appointed = as('stig').patch(customersResource, id, { [role]: [leaving.email] })
      appointed.catch(() => undefined)
      await untilLockWaiters('app_user')
      return { appointed }
    })
    // Whoever is named as an API user and has no account is a service account.
    if (role === 'apiUsers') expect(await appointed).toMatchObject({ apiUsers: [leaving.email] })
    else await expect(appointed).rejects.toMatchObject({ status: 422, code: 'unknownReference' })
    for (const table of ['customer_admin', 'customer_api_user'] as const) {
      const roles = db.selectFrom(table).select('user_id').where('user_id', '=', leaving.id)
      expect(await roles.execute()).toEqual([])
    }
  },
)

test('G8: a customer may begin without an administrator, but keeps one once it has one', async () => {
  const { id } = await add()
  await as('stig').patch(customersResource, id, { customerAdmins: [emailOf('ola')] })
  await expect(as('stig').patch(customersResource, id, { customerAdmins: [] })).rejects.toMatchObject({
    status: 409,
    code: 'lastAdministrator',
    source: { pointer: '/data/relationships/customerAdmins' },
  })
  expect(await as('stig').patch(customersResource, id, { customerAdmins: [emailOf('mei')] })).toMatchObject({
    customerAdmins: [emailOf('mei')],
  })
})

test('G8: two who each remove the other administrator at the same moment do not leave the customer without', async () => {
  const { id } = await add({ customerAdmins: [emailOf('ola'), emailOf('mei')] })
  const bothHaveRemoved = barrier(2)
  const removeInOwnTransaction = (name: string) =>
    db.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('customer_admin')
        .where('customer_id', '=', id)
        .where('user_id', '=', people[name]?.id ?? '')
        .execute()
      // Both have removed theirs before either commits.
      await bothHaveRemoved()
    })
  const outcomes = await Promise.allSettled(['ola', 'mei'].map(removeInOwnTransaction))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { customerAdmins } = await as('stig').get(customersResource, id)
  expect(customerAdmins).toHaveLength(1)
})

test('a customer with projects stays; one without goes, and its people stay', async () => {
  await expect(as('stig').remove(customersResource, customers.nord)).rejects.toMatchObject({
    status: 409,
    code: 'stillInUse',
  })
  const { id } = await add({ customerAdmins: [emailOf('tom')] })
  await db.updateTable('app_user').set({ home_customer_id: id }).where('email', '=', emailOf('tom')).execute()
  await as('stig').remove(customersResource, id)
  await expect(as('stig').get(customersResource, id)).rejects.toMatchObject({ status: 404 })
  const tom = await db.selectFrom('app_user').select('home_customer_id').where('email', '=', emailOf('tom')).execute()
  expect(tom).toEqual([{ home_customer_id: null }])
})

/** Removes a customer as the undo of its addition does. */
const undoAddition = async (id: string, value = 'true') => {
  const answer = await as('stig').inject({
    method: 'DELETE',
    url: `${customersResource.path}/${id}?onlyIfUnused=${value}`,
    headers: { 'if-match': '"1"' },
  })
  return { status: answer.statusCode, code: answer.statusCode < 400 ? null : answer.json().errors[0].code }
}

test('a customer that was just added goes with its administrators, its API users and their new accounts', async () => {
  const { id } = await add({ customerAdmins: [emailOf('tom')], apiUsers: ['meter@vest.example'] })
  expect(await undoAddition(id, 'soon')).toEqual({ status: 400, code: 'invalidParameter' })
  expect(await undoAddition(id)).toEqual({ status: 204, code: null })
  await expect(as('stig').get(customersResource, id)).rejects.toMatchObject({ status: 404 })
})

test('undoing the addition of a customer takes along nothing that was put into it meanwhile', async () => {
  const { id, version } = await add({ customerAdmins: [emailOf('tom')] })
  const at = new Date().toISOString()
  const tom = people.tom?.id ?? ''
  const organization = { id: uuidv7(), customer_id: id, name: 'Riggers' }
  const domain = { ...{ id: uuidv7(), customer_id: id, domain: 'undone.example' }, created_at: at, updated_at: at }
  const home = (home_customer_id: string | null) =>
    db.updateTable('app_user').set({ home_customer_id }).where('id', '=', tom)
  const additions = [
    [
      db.insertInto('user_organization').values(organization),
      db.deleteFrom('user_organization').where('customer_id', '=', id),
    ],
    [db.insertInto('customer_domain').values(domain), db.deleteFrom('customer_domain').where('customer_id', '=', id)],
  ] as const
  for (const [put, take] of additions) {
    await put.execute()
    expect(await undoAddition(id)).toEqual({ status: 409, code: 'stillInUse' })
    const taken = await take.executeTakeFirstOrThrow()
    expect(taken.numDeletedRows).toBe(1n)
  }
  await home(id).execute()
  expect(await undoAddition(id)).toEqual({ status: 409, code: 'stillInUse' })
  expect(await as('stig').get(customersResource, id)).toMatchObject({ version, customerAdmins: [emailOf('tom')] })
  await home(null).execute()
  expect(await undoAddition(id)).toEqual({ status: 204, code: null })
})

test('what somebody puts into a customer at the moment at which its addition is undone stays', async () => {
  const { id } = await add()
  const { undone } = await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('user_organization').values({ id: uuidv7(), customer_id: id, name: 'Late' }).execute()
    const undone = undoAddition(id)
    await untilLockWaiters('customer')
    return { undone }
  })
  expect(await undone).toEqual({ status: 409, code: 'stillInUse' })
})

test('whatever a customer’s deletion deletes is its use, but for its roles and what the platform itself keeps', async () => {
  const { rows } = await sql<{ deleted: string }>`
    select conrelid::regclass::text as deleted from pg_constraint
    where contype = 'f' and confrelid = 'customer'::regclass and confdeltype = 'c'`.execute(db)
  const roles = ['customer_admin', 'customer_api_user', 'customer_person']
  const kept = ['directory_revision', 'mfa_challenge', 'policy_notice']
  expect(rows.map(({ deleted }) => deleted).sort()).toEqual([...addedRows, ...roles, ...kept].sort())
})

test('a customer goes with its plans, however long that takes, and leaves what was applied', async () => {
  const { id } = await add()
  const at = new Date().toISOString()
  const set = { customer_id: id, kind: 'roles', created_at: at }
  const planned = { ...set, id: uuidv7(), state: 'planned', applied_at: null }
  const applied = { ...set, id: uuidv7(), state: 'applied', applied_at: at }
  await db.insertInto('change_set').values([planned, applied]).execute()
  const impatient = openDatabase({ url, statementTimeout: 500 })
  const resources = [customerRoutes, userRoutes]
  const stig = apiClient(await testApp({ db: impatient, people, resources }), async () => 'stig')
  const pace = await slowDeletes(db, 'change_set', 0.8)
  await stig.remove(customersResource, id)
  await pace.end()
  await closeDatabase(impatient)
  await expect(as('stig').get(customersResource, id)).rejects.toMatchObject({ status: 404 })
  const left = db.selectFrom('change_set').select('id').where('id', 'in', [planned.id, applied.id])
  expect(await left.execute()).toEqual([{ id: applied.id }])
})

test('a customer with a change set is used: undoing its addition is refused', async () => {
  const { id } = await add()
  const made = { id: uuidv7(), customer_id: id, kind: 'roles', state: 'applied', created_at: new Date().toISOString() }
  await db.insertInto('change_set').values(made).execute()
  expect(await undoAddition(id)).toEqual({ status: 409, code: 'stillInUse' })
})

test('of two changes that saw the same customer, the second is told that it is stale', async () => {
  const { id, version } = await add()
  await as('stig').patch(customersResource, id, { customerAdmins: [emailOf('ola')] }, version)
  await expect(as('stig').patch(customersResource, id, { name: 'Late' }, version)).rejects.toMatchObject({
    status: 412,
  })
  await expect(as('stig').remove(customersResource, id, version)).rejects.toMatchObject({ code: 'stale' })
})

test('G7: the server’s own fields of a customer cannot be written', async () => {
  const attributes = { name: 'Nord', isTrial: true, createdAt: '2020-01-01T00:00:00Z', ssoProviders: [] }
  const answer = await as('stig').inject({
    method: 'PATCH',
    url: `${customersResource.path}/${customers.nord}`,
    headers: { 'content-type': 'application/vnd.api+json' },
    payload: JSON.stringify({ data: { type: 'customers', id: customers.nord, attributes } }),
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code)).toEqual(
    Array(3).fill('notWritable'),
  )
})

test('the people of a customer can be included, as far as the reader may know them', async () => {
  const url = `${customersResource.path}/${customers.nord}?include=customerAdmins,apiUsers,kam&fields[users]=displayName`
  const { included } = (await as('kari').inject({ url })).json()
  expect(included.map(({ id, attributes }: { id: string; attributes: object }) => ({ id, ...attributes }))).toEqual(
    expect.arrayContaining([
      { id: emailOf('kari'), displayName: 'kari Test' },
      { id: emailOf('api'), displayName: 'api Test' },
    ]),
  )
})

test('with a customer go what is its own; accounts and the audit log stay', async () => {
  const { id } = await add({ customerAdmins: [emailOf('tom')], apiUsers: [emailOf('nora')] })
  const tom = people.tom?.id ?? ''
  await db.insertInto('user_organization').values({ id: uuidv7(), customer_id: id, name: 'Riggers' }).execute()
  await db.insertInto('project_template').values({ id: uuidv7(), customer_id: id, name: 'Quay' }).execute()
  await db.insertInto('customer_user_profile').values({ id: uuidv7(), customer_id: id, user_id: tom }).execute()
  const at = new Date().toISOString()
  const domain = { id: uuidv7(), customer_id: id, domain: 'riggers.example', state: 'verified' }
  await db
    .insertInto('customer_domain')
    .values({ ...domain, created_at: at, updated_at: at })
    .execute()
  await as('stig').remove(customersResource, id)
  const tables = [
    'user_organization',
    'project_template',
    'customer_user_profile',
    'customer_domain',
    'customer_admin',
  ] as const
  for (const table of tables)
    expect(await db.selectFrom(table).select('customer_id').where('customer_id', '=', id).execute()).toEqual([])
  expect(await db.selectFrom('app_user').select('id').where('id', '=', tom).execute()).toHaveLength(1)
  const events = await db
    .selectFrom('audit_event')
    .select('action')
    .where('target_id', '=', id)
    .orderBy('sequence')
    .execute()
  expect(events.map(({ action }) => action)).toEqual(['customers.create', 'customers.remove'])
})

test('a customer has the fields of the specification', async () => {
  expect(Object.keys(await as('stig').get(customersResource, customers.nord))).toEqual(
    expect.arrayContaining([
      ...['name', 'baseUrl', 'sfAccount', 'sfAccountName', 'kam', 'customerAdmins', 'apiUsers', 'providers'],
      ...['ssoProviders', 'projectTemplates', 'numProjects', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'],
    ]),
  )
})

test('in another time zone of its customer, access ends with the same last day, and what is over stays over', async () => {
  const { id: customer } = await add({ name: 'Day AS' })
  const project = await addProject('Days', customer, somebody('ola'))
  const ends = { guest: '2099-06-30', member: '2099-01-31', gone: '2020-06-30' }
  for (const [name, day] of Object.entries(ends)) {
    const person = await addPerson(`${name}-of-days`)
    await addMember(project, person, name === 'member' ? 10 : 5)
    const end = name === 'member' ? 'access_until' : 'expiration_date'
    const member = db.updateTable('project_member').set({ [end]: `${day}T23:59:59Z` })
    await member.where('user_id', '=', person.id).execute()
    // A guest’s account ends with the membership.
    const account = db.updateTable('app_user').set({ guest: name === 'guest', expiration_date: `${day}T23:59:59Z` })
    await account.where('id', '=', person.id).execute()
  }
  const raised = await addPerson('raised-by-a-directory')
  await addMember(project, raised, 20)
  const earlier = { level: 10, expirationDate: null, accessUntil: '2099-06-30T23:59:59+00:00' }
  const raise = db.updateTable('project_member').set({ before_directory: sql`${JSON.stringify(earlier)}::jsonb` })
  await raise.where('user_id', '=', raised.id).execute()
  const stored = () =>
    db
      .selectFrom('project_member')
      .select(['privilege_level as level', 'expiration_date as expires', 'access_until as until', 'version'])
      .where('project_id', '=', project)
      .where(sql<boolean>`coalesce(expiration_date, access_until) is not null`)
      .orderBy('version')
      .orderBy('privilege_level')
      .execute()
  await as('stig').patch(customersResource, customer, { timeZone: 'America/New_York' })
  expect(await stored()).toEqual([
    { level: 5, expires: '2020-06-30T23:59:59Z', until: null, version: 1 },
    { level: 5, expires: '2099-07-01T03:59:59Z', until: null, version: 2 },
    { level: 10, expires: null, until: '2099-02-01T04:59:59Z', version: 2 },
  ])
  const accounts = db.selectFrom('app_user').select('expiration_date as end').where('email', 'like', '%-of-days@%')
  expect((await accounts.orderBy('email').execute()).map(({ end }) => end)).toEqual([
    '2020-06-30T23:59:59Z',
    '2099-07-01T03:59:59Z',
    '2099-01-31T23:59:59Z',
  ])
  const kept = db.selectFrom('project_member').select(['before_directory as earlier', 'version'])
  const [given] = await kept.where('user_id', '=', raised.id).execute()
  expect(given).toEqual({ earlier: { ...earlier, accessUntil: '2099-07-01T03:59:59Z' }, version: 1 })
  await as('stig').patch(customersResource, customer, { name: 'Days AS' })
  await as('stig').patch(customersResource, customer, { timeZone: 'Asia/Tokyo' })
  expect((await stored()).map(({ expires, until }) => expires ?? until)).toEqual([
    '2020-06-30T23:59:59Z',
    '2099-06-30T14:59:59Z',
    '2099-01-31T14:59:59Z',
  ])
})

test.each([
  'VST',
  'IST',
  'GMT',
  '+05:30',
  '-03:00',
  'Europe/Atlantis',
  // A browser knows it.
  'SystemV/PST8PDT',
])('a time zone of which the database does not know a place is refused at its field: %s', async (timeZone) => {
  const refused = { status: 422, code: 'invalid', source: { pointer: '/data/attributes/timeZone' } }
  await expect(add({ name: 'Nowhere AS', timeZone })).rejects.toMatchObject(refused)
  const { id } = await add({ name: 'Somewhere AS', timeZone: 'Asia/Kolkata' })
  await expect(as('stig').patch(customersResource, id, { timeZone })).rejects.toMatchObject(refused)
  const stored = db.selectFrom('customer').select(['name', 'time_zone']).where('name', 'like', '%where AS')
  expect(await stored.execute()).toEqual([{ name: 'Somewhere AS', time_zone: 'Asia/Kolkata' }])
  await as('stig').remove(customersResource, id)
})

test('in another time zone of its customer, a second factor to come is required from the same day on, and nobody is notified again', async () => {
  const [midnight, inTokyo] = ['2098-12-31T23:00:00Z', '2098-12-31T15:00:00Z']
  const { id: customer } = await add({ name: 'Factor AS', timeZone: 'Europe/Oslo' })
  const { id: other } = await add({ name: 'Required AS', timeZone: 'Europe/Oslo' })
  const setDay = (id: string, second_factor_from: string) =>
    db.updateTable('customer').set({ second_factor_from }).where('id', '=', id).execute()
  await setDay(customer, midnight)
  await setDay(other, '2020-01-01T23:00:00Z')
  const notice = { customer_id: customer, user_id: somebody('mei').id, days: 14, told_at: '2098-12-20T00:00:00Z' }
  await db
    .insertInto('policy_notice')
    .values({ ...notice, second_factor_from: midnight })
    .execute()
  for (const id of [customer, other]) await as('stig').patch(customersResource, id, { timeZone: 'Asia/Tokyo' })
  const days = db.selectFrom('customer').select('second_factor_from as from').where('id', 'in', [customer, other])
  expect((await days.orderBy('id').execute()).map(({ from }) => from)).toEqual([inTokyo, '2020-01-01T23:00:00Z'])
  const notices = db.selectFrom('policy_notice').selectAll().where('customer_id', '=', customer)
  expect(await notices.where('second_factor_from', '=', inTokyo).execute()).toEqual([
    { ...notice, second_factor_from: inTokyo },
  ])
  const events = db
    .selectFrom('audit_event')
    .select(['before', 'after'])
    .where('tenant_id', 'in', [customer, other])
    .where('action', '=', 'security-policies.update')
  expect(await events.execute()).toEqual([
    { before: { secondFactorFrom: midnight }, after: { secondFactorFrom: inTokyo } },
  ])
  // Back again, where they were notified too.
  await as('stig').patch(customersResource, customer, { timeZone: 'Europe/Oslo' })
  expect((await days.orderBy('id').execute())[0]).toEqual({ from: midnight })
})
