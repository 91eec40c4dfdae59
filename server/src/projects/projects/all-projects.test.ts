import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { requestsTo } from '../../../test/requests-to'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { containsWords } from '../../platform/search'
import { moveEffectsRoute } from './move-effects.routes'
import { projectRoutes } from './projects.routes'

const { db } = await testDatabase()
const { people, somebody, addFreshProject, addMember, customers } = await twoCustomers(db)
const app = await testApp({
  db,
  people,
  resources: [projectRoutes(testPlatform(db))],
  routes: [moveEffectsRoute],
})
const as = requestsTo(app)
const found = async (filter: Record<string, string | boolean>, sort: string[] = []) =>
  (await apiClient(app, async () => 'stig').list(projects, { filter, sort })).map(({ name }) => name)

test('staff find projects of all customers by a part of name or number, and by state and owner', async () => {
  await addFreshProject({ name: 'Quarry north', external_id: 'Q-100', status: 'Crashed' })
  await addFreshProject({ name: 'Old quarry', is_hibernated: true })
  await addFreshProject({
    name: 'Shed',
    external_id: 'quarry 7',
    is_inactive: true,
    deleted_at: new Date().toISOString(),
  })
  expect(await found({ q: 'UARR' })).toEqual(['Old quarry', 'Quarry north', 'Shed'])
  expect(await found({ q: 'uarr' }, ['-name'])).toEqual(['Shed', 'Quarry north', 'Old quarry'])
  const pages: string[] = []
  let next: string | null | undefined = `${projects.path}?filter[q]=uarr&sort=-name&page[size]=1`
  while (next) {
    const page = await as('stig').get(next.replace(/^https?:\/\/[^/]+/, ''))
    expect(page.total).toBe(3)
    pages.push(...page.records.map(({ name }) => name))
    next = page.next
  }
  expect(pages).toEqual(['Shed', 'Quarry north', 'Old quarry'])
  expect(await found({ q: 'uarr', status: 'Crashed' })).toEqual(['Quarry north'])
  expect(await found({ q: 'uarr', isHibernated: true })).toEqual(['Old quarry'])
  expect(await found({ q: 'uarr', isInactive: true })).toEqual(['Shed'])
  expect(await found({ q: 'uarr', customer: customers.sor })).toEqual([])
  expect(await found({ q: 'q-10' })).toEqual(['Quarry north'])
  expect(await found({ q: 'q100' })).toEqual(['Quarry north'])
  expect(await found({ q: ' NÖRTH  quarry' })).toEqual(['Quarry north'])
  expect(await found({ q: 'north shed' })).toEqual([])
  expect(await found({ q: 'uarr%' })).toEqual([])
  expect(await found({ q: 'uarr', owner: somebody('ola').email.toUpperCase() })).toHaveLength(3)
  expect(await found({ q: 'uarr', owner: 'nobody@nowhere.example' })).toEqual([])
  expect(await as('stig').get(`${projects.path}?filter[status]=Broken`)).toMatchObject({
    status: 400,
    code: 'invalidParameter',
  })
})

test('a search of many projects is answered by the index of their letters', async () => {
  await sql`with made as (
      insert into project (id, customer_id, name, external_id, owner_id, description)
      select gen_random_uuid(), ${customers.sor}, 'Building ' || md5(place::text), 'N-' || place, ${somebody('liv').id},
        repeat(md5(place::text), 40) from generate_series(1, 2000) as place returning id)
    insert into project_member (project_id, user_id, customer_id, privilege_level)
    select id, ${somebody('liv').id}, ${customers.sor}, 30 from made`.execute(db)
  await sql`analyze project`.execute(db)
  const { rows } = await sql<Record<string, string>>`explain select * from (
    select * from project where ${containsWords('a1b2c 4f0', 'name', 'external_id')} offset 0) as found
    order by name, id limit 51`.execute(db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('project_search_index')
})

test('before a project moves, staff are told what would be another way for its people', async () => {
  const id = await addFreshProject({ name: 'Moving', providers: ['COGNITO'] })
  const effects = async (customer: string, who = 'stig') =>
    as(who).get(`${projects.path}/${id}/move-effects?customer=${customer}`)
  expect((await effects(customers.sor, 'kari')).status).toBe(403)
  await db
    .updateTable('customer')
    .set({ providers: ['COGNITO_MFA'], time_zone: 'Asia/Tokyo' })
    .where('id', '=', customers.sor)
    .execute()
  const moveEffects = await effects(customers.sor)
  expect(moveEffects.status).toBe(200)
  expect(JSON.parse(moveEffects.body)).toMatchObject({
    foreignLoginMethods: ['COGNITO'],
    inheritedLoginMethods: null,
    templates: [],
    groupAccesses: 0,
    endsTrial: false,
  })
  const group = { id: uuidv7(), customer_id: customers.nord, name: 'Movers', source: 'import' }
  await db.insertInto('directory_group').values(group).execute()
  const access = { id: uuidv7(), customer_id: customers.nord, group_id: group.id, project_id: id, level: 10 }
  await db.insertInto('directory_group_access').values(access).execute()
  expect(JSON.parse((await effects(customers.sor)).body)).toMatchObject({ groupAccesses: 1 })
  const own = (name: string, providers: string[]) =>
    db
      .updateTable('project_member')
      .set({ providers })
      .where('project_id', '=', id)
      .where('user_id', '=', somebody(name).id)
      .execute()
  expect(JSON.parse(moveEffects.body)).toMatchObject({ restrictedMembers: 0 })
  await own('per', ['COGNITO_MFA'])
  await own('mei', ['COGNITO', 'of-nord'])
  expect(JSON.parse((await effects(customers.sor)).body)).toMatchObject({ restrictedMembers: 1 })
  expect(JSON.parse(moveEffects.body).newPeople).toBeGreaterThan(0)
  expect(JSON.parse(moveEffects.body).losingAccess).toBeGreaterThan(0)
  await db.updateTable('project').set({ providers: [] }).where('id', '=', id).execute()
  expect(JSON.parse((await effects(customers.sor)).body)).toMatchObject({
    foreignLoginMethods: [],
    inheritedLoginMethods: ['COGNITO_MFA'],
    restrictedMembers: 1,
  })
  expect(JSON.parse((await effects(customers.nord)).body)).toMatchObject({
    restrictedMembers: 0,
    inheritedLoginMethods: null,
    endsInOtherTimeZone: 0,
  })
  expect((await effects('-1')).status).toBe(404)
  expect((await as('stig').get(`${projects.path}/-1/move-effects?customer=${customers.sor}`)).status).toBe(404)
})

test('before a project moves, staff are told what the policy of the new customer asks of its people, who are then asked', async () => {
  const id = await addFreshProject({ name: 'Moving to a stricter customer' })
  const day = 86_400_000
  const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
  const set = (name: 'nord' | 'sor', columns: object) =>
    db.updateTable('customer').set(columns).where('id', '=', customers[name]).execute()
  const effects = async () =>
    JSON.parse((await as('stig').get(`${projects.path}/${id}/move-effects?customer=${customers.sor}`)).body)
  const none = { second_factor_from: null, longest_session_hours: null, providers: [] }
  const nothing = { secondFactorFrom: null, withoutSecondFactor: 0, longestSessionHours: null }
  await set('sor', none)
  expect(await effects()).toMatchObject(nothing)

  // Of those with a password Mei has a second factor, and the access of Eva has ended.
  const columns = { hash: 'x', reset_needed: false, changed_at: inDays(-9) }
  const passwords = ['ola', 'per', 'mei', 'eva'].map((name) => ({ user_id: somebody(name).id, ...columns }))
  await db.insertInto('password_credential').values(passwords).execute()
  await addMember(id, somebody('eva'), 10, { access_until: inDays(-1) })
  const factor = { user_id: somebody('mei').id, secret_encrypted: 'x', created_at: inDays(-9), enabled_at: inDays(-9) }
  await db.insertInto('totp_factor').values(factor).execute()
  const from = inDays(-1)
  await set('sor', {
    second_factor_from: from,
    longest_session_hours: 8,
    providers: ['COGNITO'],
    time_zone: 'Asia/Tokyo',
  })
  const stricter = await effects()
  expect(stricter).toMatchObject({
    withoutSecondFactor: 2,
    longestSessionHours: 8,
    inheritedLoginMethods: ['COGNITO_MFA'],
    timeZone: 'Asia/Tokyo',
  })
  expect(Date.parse(stricter.secondFactorFrom)).toBe(Date.parse(from))

  // A list of the project's own that has the password does not open it there.
  await db
    .updateTable('project')
    .set({ providers: ['COGNITO'] })
    .where('id', '=', id)
    .execute()
  expect(await effects()).toMatchObject({ foreignLoginMethods: ['COGNITO'], withoutSecondFactor: 2 })
  await db.updateTable('project').set({ providers: [] }).where('id', '=', id).execute()

  // A day that is still ahead is told, with those whom it will affect.
  await set('sor', { second_factor_from: inDays(9) })
  expect(await effects()).toMatchObject({ withoutSecondFactor: 2, inheritedLoginMethods: ['COGNITO'] })
  // What the present customer asks as well is no effect of the move.
  await set('nord', { second_factor_from: inDays(5), longest_session_hours: 8 })
  expect(await effects()).toMatchObject(nothing)
  await set('nord', { second_factor_from: inDays(-1) })
  await set('sor', { second_factor_from: inDays(-2), longest_session_hours: 24 })
  expect(await effects()).toMatchObject(nothing)

  await set('nord', none)
  const mei = () => apiClient(app, async () => 'mei by password').get(projects, id)
  people['mei by password'] = { ...somebody('mei'), loginMethod: 'COGNITO' }
  expect((await mei()).id).toBe(id)
  await apiClient(app, async () => 'stig').patch(projects, id, { customer: customers.sor })
  await expect(mei()).rejects.toMatchObject({ status: 403, code: 'loginMethodRequired' })
  await set('sor', none)
})

test('a project has the fields of the specification', async () => {
  const id = await addFreshProject({ name: 'Every field' })
  expect(Object.keys(await apiClient(app, async () => 'stig').get(projects, id))).toEqual(
    expect.arrayContaining([
      ...[
        'id',
        'name',
        'description',
        'externalId',
        'customer',
        'owner',
        'providers',
        'features',
        'createdAt',
        'deletedAt',
      ],
      ...['status', 'isHibernated', 'isInactive', 'isLibrary', 'projectUri', 'templateProjectId', 'projectTemplateId'],
      ...['salesforceAccountId', 'salesforceAccountName', 'salesforceProjectId'],
    ]),
  )
})
