import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { interceptStatements } from '../../../test/intercept-statements'
import { requestsTo } from '../../../test/requests-to'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { lockDirectory } from '../../people/directory-groups/derive-access'
import { projectRoutes } from './projects.routes'

const { db } = await testDatabase()
const { people, somebody, addFreshProject, customers, projects: known } = await twoCustomers(db)
const { bridge, hall, pier, school } = known
const as = requestsTo(await testApp({ db, people, resources: [projectRoutes(testPlatform(db))] }))

const { beforeStatement } = interceptStatements(db)

const row = (id: string) => db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const change = (
  who: string | undefined,
  id: string,
  patch: Record<string, unknown>,
  headers?: Record<string, string>,
) => as(who).change(projects, id, patch, headers)

test('a project is changed by its admins, its owner, the customer’s administrators and staff', async () => {
  const id = await addFreshProject()
  for (const who of ['per', 'ola', 'kari', 'stig']) {
    const name = `Named by ${who}`
    expect(await change(who, id, { name })).toMatchObject({ status: 200, record: { name } })
  }
  expect(await change(undefined, id, { name: 'X' })).toMatchObject({ status: 401 })
  for (const who of ['mei', 'api']) expect(await change(who, id, { name: 'X' })).toMatchObject({ status: 403 })
  expect(await change('gus', bridge, { name: 'X' })).toMatchObject({ status: 403 })
  for (const who of ['lars', 'tom', 'nora']) expect(await change(who, id, { name: 'X' })).toMatchObject({ status: 404 })
  expect((await row(id)).name).toBe('Named by stig')
})

test('G2: changing or deleting a foreign project answers exactly as an unknown one', async () => {
  const shape = (body: string) => body.replaceAll(/"id":"[^"]+"/g, '"id"')
  expect((await change('lars', school, { description: 'Seen' })).status).toBe(200)
  const unknown = uuidv7()
  const [foreign, missing] = [await change('kari', school, { name: 'X' }), await change('kari', unknown, { name: 'X' })]
  expect(foreign.status).toBe(404)
  expect(shape(foreign.body)).toBe(shape(missing.body))
  const [kept, absent] = [await as('kari').remove(projects, school), await as('kari').remove(projects, unknown)]
  expect(kept.status).toBe(404)
  expect(shape(kept.body)).toBe(shape(absent.body))
})

test('G7: each person changes the fields of their level and no others', async () => {
  const fields = {
    name: 'Changed',
    description: 'Changed',
    externalId: 'C-1',
    isHibernated: false,
    isInactive: false,
    isLibrary: true,
    features: ['REPORTS'],
    providers: ['COGNITO'],
    salesforceAccountId: 'SF',
    salesforceAccountName: 'SF',
    salesforceProjectId: 'SF',
    owner: somebody('ola').email,
    customer: customers.nord,
  }
  const writes = {
    per: ['name', 'description', 'externalId'],
    // An owner transfers the project (decision 214).
    ola: ['name', 'description', 'externalId', 'isHibernated', 'isInactive', 'owner'],
    kari: Object.keys(fields),
    stig: Object.keys(fields),
  }
  const id = await addFreshProject()
  for (const [who, allowed] of Object.entries(writes)) {
    for (const [field, value] of Object.entries(fields)) {
      const answer = await change(who, id, { [field]: value })
      const expected = allowed.includes(field) ? { status: 200 } : { status: 422, code: 'notWritable' }
      expect([who, field, answer]).toMatchObject([who, field, expected])
    }
  }
})

test('G7: what the server alone writes is refused in a change, from everybody', async () => {
  const id = await addFreshProject()
  const fixed = {
    projectUri: 'https://evil.example/',
    status: 'Stopped',
    createdAt: '2020-01-01T00:00:00Z',
    updatedAt: '2020-01-01T00:00:00Z',
    deletedAt: null,
    trialEndsAt: null,
    timeZone: 'UTC',
    privilegeLevel: 30,
    templateProjectId: bridge,
    projectTemplateId: null,
  }
  for (const who of ['per', 'stig']) {
    for (const [field, value] of Object.entries(fixed)) {
      const document = { data: { type: 'projects', id, attributes: { [field]: value } } }
      const answer = await as(who).patch(`${projects.path}/${id}`, document)
      expect([field, answer]).toMatchObject([field, { status: 422, code: 'notWritable' }])
    }
  }
  expect((await row(id)).version).toBe(1)
})

test('a change made on an old version is refused and changes nothing', async () => {
  const id = await addFreshProject()
  const first = await as('per').read(projects, id)
  const ifMatch = { 'if-match': String(first.headers.etag) }
  expect(await change('per', id, { name: 'First' }, ifMatch)).toMatchObject({ status: 200, headers: { etag: '"2"' } })
  expect(await change('ola', id, { name: 'Second' }, ifMatch)).toMatchObject({ status: 412, code: 'stale' })
  expect(await as('ola').remove(projects, id, ifMatch)).toMatchObject({ status: 412, code: 'stale' })
  expect(await row(id)).toMatchObject({ name: 'First', is_inactive: false })
})

test('of ten changes at once on one version exactly one is made', async () => {
  const id = await addFreshProject()
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, at) => change('ola', id, { name: `Race ${at}` }, { 'if-match': '"1"' })),
  )
  const won = made.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(made.filter(({ status }) => status === 412)).toHaveLength(9)
  expect(await row(id)).toMatchObject({ name: won[0]?.record.name, version: 2 })
})

test('a hibernated project refuses changes until its owner or an administrator wakes it up', async () => {
  const id = await addFreshProject()
  expect((await change('per', id, { isHibernated: true })).code).toBe('notWritable')
  expect((await change('ola', id, { isHibernated: true })).record.isHibernated).toBe(true)
  expect((await row(id)).hibernated_at).not.toBeNull()
  for (const who of ['per', 'ola', 'kari', 'stig']) {
    expect(await change(who, id, { name: 'Asleep' })).toMatchObject({ status: 409, code: 'projectHibernated' })
  }
  expect((await as('mei').read(projects, id)).record.isHibernated).toBe(true)
  expect((await change('per', id, { isHibernated: false })).code).toBe('notWritable')
  expect((await change('kari', id, { isHibernated: false, name: 'Awake' })).record.name).toBe('Awake')
  expect((await row(id)).hibernated_at).toBeNull()
  expect((await change('per', id, { name: 'Awake again' })).status).toBe(200)
})

test('a hibernated project can be deleted and restored as it is', async () => {
  const id = await addFreshProject({ is_hibernated: true })
  expect((await change('kari', id, { isInactive: true })).record.deletedAt).not.toBeNull()
  const { record } = await change('kari', id, { isInactive: false })
  expect(record).toMatchObject({ isInactive: false, isHibernated: true, deletedAt: null })
})

test('a project is deleted by its owner, the customer’s administrators and staff, and then hidden', async () => {
  for (const who of ['ola', 'kari', 'stig']) {
    const id = await addFreshProject()
    expect((await as(who).remove(projects, id)).status).toBe(204)
    expect((await row(id)).deleted_at).not.toBeNull()
    for (const member of ['per', 'mei', 'api']) expect((await as(member).read(projects, id)).status).toBe(404)
    expect((await as('ola').read(projects, id)).record).toMatchObject({ isInactive: true })
    expect((await as('kari').read(projects, id)).record).toMatchObject({ isInactive: true })
  }
  const id = await addFreshProject()
  for (const who of ['per', 'mei', 'api']) expect((await as(who).remove(projects, id)).status).toBe(403)
  expect((await as('gus').remove(projects, bridge)).status).toBe(403)
  expect((await as('lars').remove(projects, id)).status).toBe(404)
  expect((await row(id)).is_inactive).toBe(false)
})

test('an owner who deletes by a change keeps the record in sight, and restores it', async () => {
  const id = await addFreshProject()
  expect((await change('ola', id, { isInactive: true })).record).toMatchObject({ isInactive: true })
  expect(await change('per', id, { isInactive: false })).toMatchObject({ status: 404 })
  expect((await change('ola', id, { isInactive: false })).record).toMatchObject({ isInactive: false, deletedAt: null })
})

test('while the directory of its customer is changed, a project is neither restored nor moved, and held by nobody', async () => {
  const id = await addFreshProject()
  await change('kari', id, { isInactive: true })
  const changesOfPeople = [['kari', { isInactive: false }] as const, ['stig', { customer: customers.sor }] as const]
  for (const [who, patch] of changesOfPeople) {
    const made = await db.transaction().execute(async (directory) => {
      await lockDirectory(directory, customers.nord)
      const isTried = new Promise<void>((tried) => beforeStatement('pg_try_advisory_xact_lock', async () => tried()))
      const pending = change(who, id, patch)
      await isTried
      await sql`select from project where id = ${id} for update nowait`.execute(directory)
      return { pending }
    })
    expect((await made.pending).status).toBe(200)
  }
  expect(await row(id)).toMatchObject({ is_inactive: false, customer_id: customers.sor })
})

test('a deleted project is restored by administrators, and by nobody who cannot see it', async () => {
  expect(await change('per', pier, { isInactive: false })).toMatchObject({ status: 404 })
  expect(await change('mei', pier, { isInactive: false })).toMatchObject({ status: 404 })
  expect((await change('kari', pier, { isInactive: false })).record).toMatchObject({
    isInactive: false,
    deletedAt: null,
  })
  expect((await as('ola').read(projects, pier)).status).toBe(200)
})

test('J1: a change is told with what was before and after', async () => {
  const id = await addFreshProject({ description: 'Old' })
  await change('per', id, { description: 'New' })
  const [event] = await db.selectFrom('audit_event').selectAll().where('target_id', '=', id).execute()
  expect(event).toMatchObject({
    tenant_id: customers.nord,
    action: 'projects.update',
    actor_id: somebody('per').id,
    before: { description: 'Old' },
    after: { description: 'New' },
  })
})

test('a hibernated project stays in its members’ sight', async () => {
  expect((await as('mei').read(projects, hall)).record).toMatchObject({ name: 'Hall', isHibernated: true })
})
