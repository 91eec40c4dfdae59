import { readCurrentUser } from '@lintel/contract/people/users'
import { projects } from '@lintel/contract/projects/projects'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { requestsTo } from '../../../test/requests-to'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { currentUserRoutes } from '../../people/users/users.routes'
import { projectRoutes } from './projects.routes'

const { db } = await testDatabase()
const { people, addPerson, customers } = await twoCustomers(db)
const resources = [projectRoutes(testPlatform(db))]
const as = requestsTo(await testApp({ db, people, resources, routes: currentUserRoutes }))
const onPremise = requestsTo(await testApp({ db, people, resources, configuration: { environment: 'onpremise' } }))

const create = (who: string | undefined, draft: Record<string, unknown>, headers?: Record<string, string>) =>
  as(who).create(projects, draft, headers)

const raw = (who: string, attributes: object, relationships?: object) =>
  as(who).post(projects.path, { data: { type: 'projects', attributes, ...(relationships && { relationships }) } })

const projectsNamed = (name: string) => db.selectFrom('project').selectAll().where('name', '=', name).execute()

const one = (id: string) => db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const members = (project: string) =>
  db
    .selectFrom('project_member')
    .select(['user_id', 'privilege_level', 'customer_id'])
    .where('project_id', '=', project)
    .execute()

const administersNord = { administers: [customers.nord], homeCustomer: customers.nord }

test('a project is created by people who may: not by guests, anonymous people or federated sessions', async () => {
  expect(await create('ola', { name: 'New' })).toMatchObject({ status: 201 })
  expect(await create(undefined, { name: 'New' })).toMatchObject({ status: 401 })
  expect(await create('gus', { name: 'New' })).toMatchObject({ status: 403, code: 'forbidden' })
  await addPerson('fed', { method: 'federation', homeCustomer: customers.nord })
  expect(await create('fed', { name: 'New' })).toMatchObject({ status: 403 })
  await addPerson('fedAdmin', { method: 'federation', ...administersNord })
  expect(await create('fedAdmin', { name: 'New' })).toMatchObject({ status: 201 })
  expect(await projectsNamed('New')).toHaveLength(2)
})

test('on premise only staff create projects', async () => {
  const draft = { name: 'On premise', customer: customers.nord }
  for (const who of ['ola', 'kari']) expect((await onPremise(who).create(projects, draft)).status).toBe(403)
  expect((await onPremise('stig').create(projects, draft)).status).toBe(201)
})

test('G8: whoever creates a project owns it, and is its one member', async () => {
  const { record, headers, status } = await create('ola', { name: 'Quay', description: 'Stone', externalId: 'N-9' })
  expect(status).toBe(201)
  expect(headers.location).toBe(`${projects.path}/${record.id}`)
  expect(record).toMatchObject({
    name: 'Quay',
    description: 'Stone',
    externalId: 'N-9',
    customer: customers.nord,
    owner: people.ola?.email,
    privilegeLevel: 30,
    isHibernated: false,
    isInactive: false,
    trialEndsAt: null,
  })
  expect(await members(record.id)).toEqual([
    { user_id: people.ola?.id, privilege_level: 30, customer_id: customers.nord },
  ])
})

test('a name is required, and no text breaks out of its field', async () => {
  expect(await raw('ola', {})).toMatchObject({ status: 422, code: 'required', pointers: ['/data/attributes/name'] })
  expect(await create('ola', { name: '  ' })).toMatchObject({ status: 422, code: 'required' })
  expect(await create('ola', { name: 'x'.repeat(201) })).toMatchObject({ status: 422, code: 'tooLong' })
  expect(await create('ola', { name: 'a\u0000b' })).toMatchObject({ status: 422, code: 'controlCharacters' })
})

test.each([
  ['control characters', 'name', 'Quay\u0007', 'controlCharacters'],
  ['a line break in one line', 'name', 'Quay\nwest', 'controlCharacters'],
  ['text that turns round what follows', 'name', '\u202eyauQ', 'controlCharacters'],
  ['ten thousand characters', 'name', 'x'.repeat(10_000), 'tooLong'],
  ['ten thousand characters', 'description', 'x'.repeat(10_000), 'tooLong'],
  ['control characters', 'description', 'one\u0000two', 'controlCharacters'],
  ['ten thousand characters', 'externalId', 'x'.repeat(10_000), 'tooLong'],
  ['control characters', 'externalId', 'N\u001b[31m9', 'controlCharacters'],
])('%s in the %s are told at the field, and nothing is stored', async (_, field, value, code) => {
  const before = await db.selectFrom('project').select('id').execute()
  expect(await create('ola', { name: 'Bad', [field]: value })).toMatchObject({
    status: 422,
    code,
    pointers: [`/data/attributes/${field}`],
  })
  expect(await db.selectFrom('project').select('id').execute()).toHaveLength(before.length)
})

test('H7: what looks like code, emoji and names of any script are text, stored as they are', async () => {
  const texts = { name: '<script>alert(1)</script>', description: 'مستشفى\n🏗️', externalId: "N'; drop table project" }
  const { record } = await create('ola', texts)
  expect(record).toMatchObject(texts)
})

test('G7: what the server alone writes is refused at creation', async () => {
  expect((await raw('kari', { name: 'Mass' })).status).toBe(201)
  const fields = {
    projectUri: 'https://evil.example/',
    status: 'Crashed',
    createdAt: '2020-01-01T00:00:00Z',
    updatedAt: '2020-01-01T00:00:00Z',
    deletedAt: '2020-01-01T00:00:00Z',
    trialEndsAt: '2099-01-01T00:00:00Z',
    creationState: null,
    privilegeLevel: 30,
    isHibernated: true,
    isInactive: true,
  }
  for (const who of ['ola', 'kari', 'stig']) {
    for (const [field, value] of Object.entries(fields)) {
      expect([field, await raw(who, { name: 'Mass assigned', [field]: value })]).toMatchObject([
        field,
        { status: 422, code: 'notWritable', pointers: [`/data/attributes/${field}`] },
      ])
    }
  }
  expect(await raw('stig', { name: 'Mass assigned', createdBy: 'me' })).toMatchObject({ code: 'unknownField' })
  expect(await projectsNamed('Mass assigned')).toEqual([])
})

test('G7: only administrators of the customer give features, login methods, libraries and account data', async () => {
  const fields = {
    features: ['CHECKLISTS'],
    providers: ['COGNITO'],
    isLibrary: true,
    salesforceAccountId: 'SF-2',
    salesforceAccountName: 'Nord',
    salesforceProjectId: 'SFP-2',
  }
  for (const [field, value] of Object.entries(fields)) {
    expect((await create('kari', { name: 'Given', [field]: value })).record).toMatchObject({ [field]: value })
    expect([field, await create('ola', { name: 'Taken', [field]: value })]).toMatchObject([
      field,
      { status: 422, code: 'notWritable' },
    ])
  }
  // An administrator of another customer has no special rights here.
  await addPerson('elsewhere', { administers: [customers.sor], homeCustomer: customers.nord })
  const draft = { name: 'Taken', customer: customers.nord, isLibrary: true }
  expect(await create('elsewhere', draft)).toMatchObject({ status: 422, code: 'notWritable' })
  expect(await projectsNamed('Taken')).toEqual([])
})

test('features and login methods that do not exist are refused', async () => {
  const pointer = (field: string) => [`/data/relationships/${field}`]
  expect(await create('kari', { name: 'Wish', features: ['CHECKLISTS', 'MAGIC'] })).toMatchObject({
    status: 422,
    code: 'unknownReference',
    pointers: pointer('features'),
  })
  expect(await create('kari', { name: 'Wish', providers: ['COGNITO', 'magic'] })).toMatchObject({
    status: 422,
    code: 'unknownReference',
    pointers: pointer('providers'),
  })
})

test('G4: a project goes to a customer of the person, never to a foreign one', async () => {
  expect((await create('kari', { name: 'Ours', customer: customers.nord })).record.customer).toBe(customers.nord)
  expect((await create('ola', { name: 'Ours', customer: customers.nord })).record.customer).toBe(customers.nord)
  for (const customer of [customers.sor, uuidv7(), 'nonsense']) {
    for (const who of ['kari', 'ola', 'tom']) {
      expect(await create(who, { name: 'Theirs', customer })).toMatchObject({
        status: 422,
        code: 'unknownReference',
        pointers: ['/data/relationships/customer'],
      })
    }
  }
  expect(await projectsNamed('Theirs')).toEqual([])
})

test('an administrator without a customer of their own creates in the first one they administer', async () => {
  await addPerson('roving', { administers: [customers.sor] })
  expect((await create('roving', { name: 'Roving' })).record.customer).toBe(customers.sor)
})

test('an administrator of several customers creates in the one that they name, which need not be their own', async () => {
  await addPerson('several', { administers: [customers.nord, customers.sor], homeCustomer: customers.nord })
  const { record } = await create('several', { name: 'Second office', customer: customers.sor })
  expect(record.customer).toBe(customers.sor)
  expect(await one(record.id)).toMatchObject({ customer_id: customers.sor })
  expect((await create('several', { name: 'First office' })).record.customer).toBe(customers.nord)
})

test('staff say which customer a project is for', async () => {
  expect((await create('stig', { name: 'For Sør', customer: customers.sor })).status).toBe(201)
  expect(await create('stig', { name: 'For nobody' })).toMatchObject({
    status: 422,
    code: 'required',
    pointers: ['/data/relationships/customer'],
  })
})

test('G4: administrators name an owner whom their customer knows, staff anybody, others only themselves', async () => {
  const owned = (who: string, owner: string | undefined, customer = customers.nord) =>
    create(who, { name: 'Owned', customer, owner })
  const { record } = await owned('kari', people.nora?.email)
  expect(record).toMatchObject({ owner: people.nora?.email, privilegeLevel: 25 })
  expect((await members(record.id)).map(({ user_id }) => user_id)).toEqual([people.nora?.id])
  expect((await owned('stig', people.tom?.email)).record.owner).toBe(people.tom?.email)
  expect((await owned('ola', people.ola?.email.toUpperCase())).status).toBe(201)
  const refused = { status: 422, pointers: ['/data/relationships/owner'] }
  expect(await owned('kari', people.liv?.email)).toMatchObject({ ...refused, code: 'unknownReference' })
  expect(await owned('kari', 'nobody@nowhere.example')).toMatchObject({ ...refused, code: 'unknownReference' })
  expect(await owned('ola', people.per?.email)).toMatchObject({ ...refused, code: 'notWritable' })
})

test('nobody names a service account as an owner, which is unknown as an address is that nobody has', async () => {
  const gateway = await addPerson('gateway', { homeCustomer: customers.nord })
  const owned = (who: string) =>
    create(who, { name: 'Run by a program', customer: customers.nord, owner: gateway.email })
  const serve = (service_account: boolean) =>
    db.updateTable('app_user').set({ service_account }).where('id', '=', gateway.id).execute()
  await serve(true)
  const refused = { status: 422, code: 'unknownReference', pointers: ['/data/relationships/owner'] }
  for (const who of ['kari', 'stig']) expect(await owned(who), who).toMatchObject(refused)
  expect(await projectsNamed('Run by a program')).toEqual([])
  await serve(false)
  expect((await owned('kari')).record).toMatchObject({ owner: gateway.email })
})

test('somebody without a customer begins a trial of ten days, in one customer of their own, one at a time', async () => {
  const ada = await addPerson('ada')
  const first = (await create('ada', { name: 'Cabin' })).record
  expect(await create('ada', { name: 'Boathouse' })).toMatchObject({ status: 409, code: 'trialRunning' })
  await db.updateTable('project').set({ trial_ends_at: '2026-01-01T00:00:00Z' }).where('id', '=', first.id).execute()
  const second = (await create('ada', { name: 'Boathouse' })).record
  expect(second.customer).toBe(first.customer)
  const days = (Date.parse(first.trialEndsAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(9.99)
  expect(days).toBeLessThanOrEqual(10)
  const customer = await db
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', first.customer)
    .executeTakeFirstOrThrow()
  expect(customer).toMatchObject({ is_trial: true, name: 'ada Test', created_by: ada.id })
  const events = await db
    .selectFrom('audit_event')
    .select('action')
    .where('tenant_id', '=', customer.id)
    .orderBy('sequence')
    .execute()
  expect(events.map(({ action }) => action)).toEqual(['customers.create', 'projects.create', 'projects.create'])
})

test('G4: somebody whom the directory of their own trial customer deactivated or deleted begins in another one', async () => {
  const { id } = await addPerson('tiril')
  const begin = async () => {
    await db.updateTable('project').set({ trial_ends_at: '2026-01-01T00:00:00Z' }).where('owner_id', '=', id).execute()
    return (await create('tiril', { name: 'Sauna' })).record.customer
  }
  const own = await begin()
  const profile = { id: uuidv7(), customer_id: own, user_id: id }
  await db.insertInto('customer_user_profile').values(profile).execute()
  expect(await begin()).toBe(own)
  const disable = (is_disabled: boolean) =>
    db.updateTable('customer_user_profile').set({ is_disabled }).where('id', '=', profile.id).execute()
  await disable(true)
  const second = await begin()
  expect(second).not.toBe(own)
  await disable(false)
  expect(await begin()).toBe(own)
  await db.deleteFrom('customer_user_profile').where('id', '=', profile.id).execute()
  await db.updateTable('app_user').set({ home_customer_id: null }).where('id', '=', id).execute()
  await db.deleteFrom('project').where('owner_id', '=', id).execute()
  expect([own, second]).not.toContain(await begin())
})

test('a trial is offered to exactly those whose new project begins with one', async () => {
  await addPerson('new')
  await addPerson('again')
  const { record: earlier } = await create('again', { name: 'First' })
  expect(earlier.trialEndsAt).not.toBeNull()
  await db.updateTable('project').set({ is_inactive: true }).where('id', '=', earlier.id).execute()
  await addPerson('employee', { homeCustomer: customers.nord })
  await addPerson('rover', { administers: [customers.sor] })
  const begins = { new: true, again: true, employee: false, rover: false, ola: false, kari: false }
  for (const [who, isTrial] of Object.entries(begins)) {
    const offer = JSON.parse((await as(who).get(readCurrentUser.path)).body)
    const { record } = await create(who, { name: 'Whose' })
    expect([who, offer.beginsWithTrial, record.trialEndsAt !== null]).toEqual([who, isTrial, isTrial])
  }
})

test('whoever has a trial running is offered no other one, until it is over or the project is deleted', async () => {
  const iris = await addPerson('iris')
  const offered = async () => {
    const { beginsWithTrial, trialRunning } = JSON.parse((await as('iris').get(readCurrentUser.path)).body)
    return { beginsWithTrial, trialRunning }
  }
  const [another, none] = [
    { beginsWithTrial: true, trialRunning: false },
    { beginsWithTrial: false, trialRunning: true },
  ]
  expect(await offered()).toEqual(another)
  const { record } = await create('iris', { name: 'Greenhouse' })
  expect(await offered()).toEqual(none)
  expect(await create('iris', { name: 'Orangery' })).toMatchObject({ status: 409, code: 'trialRunning' })
  const change = (columns: { is_inactive?: boolean; trial_ends_at?: string }) =>
    db.updateTable('project').set(columns).where('id', '=', record.id).execute()
  await change({ is_inactive: true })
  expect(await offered()).toEqual(another)
  await change({ is_inactive: false })
  expect(await offered()).toEqual(none)
  await change({ trial_ends_at: '2026-01-01T00:00:00Z' })
  expect(await offered()).toEqual(another)
  // In a customer that is no trial a project begins without one, whatever else its creator owns.
  await change({ trial_ends_at: record.trialEndsAt })
  await db.updateTable('app_user').set({ home_customer_id: customers.nord }).where('id', '=', iris.id).execute()
  expect(await offered()).toEqual({ beginsWithTrial: false, trialRunning: false })
  expect((await create('iris', { name: 'Orangery' })).record.trialEndsAt).toBeNull()
})

test('G8: ten first projects at once make one trial customer, and one project on trial', async () => {
  const bo = await addPerson('bo')
  const made = await Promise.all(Array.from({ length: 10 }, (_, at) => create('bo', { name: `Parallel ${at}` })))
  expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  const trials = await db.selectFrom('customer').select('id').where('created_by', '=', bo.id).execute()
  expect(trials).toHaveLength(1)
})

test('K9: a creation that is repeated with its key makes one project', async () => {
  const headers = { 'idempotency-key': uuidv7() }
  const made = await Promise.all(Array.from({ length: 10 }, () => create('ola', { name: 'Once' }, headers)))
  expect(made.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect(new Set(made.map(({ record }) => record.id)).size).toBe(1)
  expect(await projectsNamed('Once')).toHaveLength(1)
  // Another key or person creates another project; other content under the same key is an error.
  expect((await create('ola', { name: 'Once' }, { 'idempotency-key': uuidv7() })).status).toBe(201)
  expect((await create('per', { name: 'Once' }, headers)).status).toBe(201)
  expect(await projectsNamed('Once')).toHaveLength(3)
  expect(await create('ola', { name: 'Twice' }, headers)).toMatchObject({ status: 409, code: 'conflict' })
  expect(await create('ola', { name: 'Twice' }, { 'idempotency-key': 'a b' })).toMatchObject({ status: 400 })
  expect(await projectsNamed('Twice')).toEqual([])
})

test('K9: a key whose creation failed is free again', async () => {
  const headers = { 'idempotency-key': uuidv7() }
  expect((await create('ola', { name: 'Again', templateProjectId: uuidv7() }, headers)).status).toBe(422)
  expect((await create('ola', { name: 'Again' }, headers)).status).toBe(201)
})

test('J1: a creation is told to the customer’s trail, with what was made', async () => {
  const { record } = await create('kari', { name: 'Told' })
  const [event] = await db.selectFrom('audit_event').selectAll().where('target_id', '=', record.id).execute()
  expect(event).toMatchObject({
    tenant_id: customers.nord,
    action: 'projects.create',
    actor_email: people.kari?.email,
    after: { name: 'Told', owner: people.kari?.email },
  })
  expect((await one(record.id)).created_by).toBe(people.kari?.id)
})
