import type { JsonApiDocument } from '@lintel/contract/jsonapi/document'
import { listAddress } from '@lintel/contract/jsonapi/query'
import { projectMembers } from '@lintel/contract/people/members'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { captureStatements } from '../../../test/capture-statements'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { invalidateTotals } from '../../platform/totals'
import { userRoutes } from '../users/users.routes'
import { memberRoutes } from './members.routes'

const { db } = await testDatabase()
const { people, customers, projects, addCustomer, addPerson, addProject, addMember } = await twoCustomers(db)
const app = await testApp({ db, people, resources: [memberRoutes(testPlatform(db)), userRoutes] })
const as = (name: string) => apiClient(app, async () => name)

const emailOf = (name: string) => people[name]?.email ?? `nobody called ${name}`
const memberId = (project: string, name: string) => `${project}.${people[name]?.id}`
const levelsIn = async (name: string, project: string) => {
  const members = await as(name).list(projectMembers, { filter: { project } })
  return Object.fromEntries(members.map(({ name, privilegeLevel }) => [name.split(' ')[0], privilegeLevel]))
}

/** A project of Nord with an owner, an admin and an ordinary member of its own, isolated from other tests. */
async function someProject(more: Parameters<typeof addProject>[3] = {}) {
  const [ola, per, mei] = [people.ola, people.per, people.mei]
  if (!ola || !per || !mei) throw new Error('The test world is incomplete')
  const project = await addProject(`Project ${uuidv7()}`, customers.nord, ola, more)
  await addMember(project, per, 20)
  await addMember(project, mei, 10)
  return project
}

test('members of a project see who else is in it, and who administers the customer', async () => {
  const project = await someProject()
  expect(await levelsIn('mei', project)).toEqual({ ola: 30, per: 20, mei: 10, kari: 25 })
})

test('a customer administrator who is a member appears as customer administrator, and as owner of what they own', async () => {
  const { kari } = people
  if (!kari) throw new Error('Kari is missing')
  const project = await someProject()
  await addMember(project, kari, 10)
  expect(await levelsIn('mei', project)).toMatchObject({ kari: 25 })
  const owned = await addProject('Own', customers.nord, kari)
  expect(await levelsIn('kari', owned)).toEqual({ kari: 30 })
})

test.each(['kari', 'api', 'per', 'mei', 'stig', 'gus'])('%s sees the members of the bridge', async (name) => {
  expect((await as(name).list(projectMembers, { filter: { project: projects.bridge } })).length).toBeGreaterThan(3)
  expect(await as(name).get(projectMembers, memberId(projects.bridge, 'ola'))).toMatchObject({ privilegeLevel: 30 })
})

test.each(['nora', 'tom', 'lars', 'eva', 'uno', 'ged'])('G3: %s sees none of them', async (name) => {
  expect(await as(name).list(projectMembers, { filter: { project: projects.bridge } })).toEqual([])
  await expect(as(name).get(projectMembers, memberId(projects.bridge, 'ola'))).rejects.toMatchObject({ status: 404 })
})

test('G2: a member of a foreign project is not found, in the same words as one that does not exist', async () => {
  expect(await as('kari').get(projectMembers, memberId(projects.bridge, 'ola'))).toMatchObject({
    customer: customers.nord,
  })
  const answers = await Promise.all(
    [memberId(projects.school, 'liv'), memberId(uuidv7(), 'liv'), `${projects.bridge}.${uuidv7()}`, 'nonsense'].map(
      (id) => as('kari').inject({ url: `${projectMembers.path}/${id}` }),
    ),
  )
  const bodies = answers.map((answer) => {
    const { errors } = answer.json<{ errors: { id: string }[] }>()
    return { status: answer.statusCode, errors: errors.map(({ id: _request, ...error }) => error) }
  })
  expect(bodies[0]?.status).toBe(404)
  for (const body of bodies) expect(body).toEqual(bodies[0])
})

test('G4: a foreign customer in a filter is refused, a foreign project is empty', async () => {
  expect((await as('kari').page(projectMembers, { filter: { customer: customers.nord } })).total).toBeGreaterThan(5)
  await expect(as('kari').list(projectMembers, { filter: { customer: customers.sor } })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await as('kari').list(projectMembers, { filter: { project: projects.school } })).toEqual([])
  const mixed = { project: projects.school, customer: customers.nord }
  expect(await as('kari').list(projectMembers, { filter: mixed })).toEqual([])
  expect(await as('kari').list(projectMembers, { filter: { user: emailOf('liv') } })).toEqual([])
})

test('G4: a member cannot be added to a foreign project, in the same words as to one that does not exist', async () => {
  const add = (project: string) =>
    as('kari').post(projectMembers, { project, user: emailOf('nora'), privilegeLevel: 10, providers: [] })
  const refusal = { code: 'unknownReference', source: { pointer: '/data/relationships/project' } }
  await expect(add(projects.school)).rejects.toMatchObject(refusal)
  await expect(add(uuidv7())).rejects.toMatchObject(refusal)
  await expect(add('nonsense')).rejects.toMatchObject(refusal)
  expect(await add(await someProject())).toMatchObject({ user: emailOf('nora') })
})

test('G6: a guest session sees its own project only, and changes nothing', async () => {
  expect(await as('gus').list(projectMembers, { filter: { project: projects.hall } })).toEqual([])
  const seen = await as('gus').list(projectMembers)
  expect(new Set(seen.map(({ project }) => project))).toEqual(new Set([projects.bridge]))
  const draft = { project: projects.bridge, user: 'new@partner.example', privilegeLevel: 5 as const, providers: [] }
  await expect(as('gus').post(projectMembers, draft)).rejects.toMatchObject({ code: 'forbidden' })
})

test('administrators of a deleted project still see its members, the members do not', async () => {
  expect((await as('kari').list(projectMembers, { filter: { project: projects.pier } })).length).toBeGreaterThan(0)
  expect(await as('mei').list(projectMembers, { filter: { project: projects.pier } })).toEqual([])
  expect(await as('api').list(projectMembers, { filter: { project: projects.pier } })).toEqual([])
})

test('nobody adds or changes members of a deleted project: it is restored first', async () => {
  const draft = { project: projects.pier, user: 'stranger@partner.example', privilegeLevel: 10 as const, providers: [] }
  await expect(as('kari').post(projectMembers, draft)).rejects.toMatchObject({ status: 404 })
  const listed = await as('kari').list(projectMembers, { filter: { project: projects.pier } })
  const member = listed.find((each) => each.privilegeLevel < 20)
  expect(member).toBeDefined()
  const patched = as('kari').patch(projectMembers, member?.id ?? '', { privilegeLevel: 10 })
  await expect(patched).rejects.toMatchObject({ status: 404 })
  expect(await db.selectFrom('app_user').select('id').where('email', '=', draft.user).execute()).toEqual([])
})

test.each([
  ['per', 15],
  ['ola', 20],
  ['kari', 20],
  ['stig', 20],
] as const)('%s adds members up to level %i', async (name, privilegeLevel) => {
  const project = await someProject()
  const draft = { project, user: emailOf('nora'), privilegeLevel, providers: [] }
  expect(await as(name).post(projectMembers, draft)).toMatchObject({
    id: memberId(project, 'nora'),
    user: emailOf('nora'),
    email: emailOf('nora'),
    name: 'nora Test',
    project,
    customer: customers.nord,
    privilegeLevel,
    guest: false,
    lastLogin: null,
    loggedLastMonth: false,
    version: 1,
  })
})

test.each(['mei', 'api', 'gus'])('G5: %s adds nobody', async (name) => {
  const draft = { project: projects.bridge, user: emailOf('nora'), privilegeLevel: 10 as const, providers: [] }
  await expect(as(name).post(projectMembers, draft)).rejects.toMatchObject({ code: 'forbidden', status: 403 })
})

test.each([
  ['per', 20],
  ['per', 25],
  ['ola', 25],
  ['kari', 30],
  ['stig', 25],
  ['stig', 30],
  ['stig', 0],
] as const)('G5: %s cannot give level %i', async (name, privilegeLevel) => {
  const project = await someProject()
  const draft = { project, user: emailOf('nora'), privilegeLevel, providers: [] }
  const refusal = { code: 'levelNotAllowed', source: { pointer: '/data/attributes/privilegeLevel' } }
  await expect(as(name).post(projectMembers, draft)).rejects.toMatchObject(refusal)
  if (privilegeLevel === 0) return
  await expect(as(name).patch(projectMembers, memberId(project, 'mei'), { privilegeLevel })).rejects.toMatchObject(
    refusal,
  )
})

test('G5: nobody changes or removes themselves, an owner, a customer administrator or a peer', async () => {
  const project = await someProject()
  const attempts: [string, string][] = [
    ['per', 'per'],
    ['kari', 'kari'],
    ['per', 'ola'],
    ['stig', 'ola'],
    ['ola', 'kari'],
    ['stig', 'kari'],
    ['mei', 'per'],
  ]
  for (const [actor, target] of attempts) {
    const id = memberId(project, target)
    await expect(as(actor).patch(projectMembers, id, { privilegeLevel: 15 })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(as(actor).remove(projectMembers, id)).rejects.toMatchObject({ code: 'forbidden' })
  }
  await addMember(project, await addPerson('peer'), 20)
  await expect(as('per').remove(projectMembers, memberId(project, 'peer'))).rejects.toMatchObject({ code: 'forbidden' })
  await as('ola').remove(projectMembers, memberId(project, 'peer'))
  expect(await levelsIn('mei', project)).toEqual({ ola: 30, per: 20, mei: 10, kari: 25 })
})

test('G7: what the server says about a member cannot be written', async () => {
  const project = await someProject()
  const data = {
    type: 'project-members',
    id: memberId(project, 'mei'),
    attributes: { privilegeLevel: 15, lastLogin: '2026-01-01T00:00:00Z', invited: true, email: 'x@y.example' },
    relationships: { user: { data: { type: 'users', id: emailOf('ola') } } },
  }
  const answer = await as('kari').inject({
    method: 'PATCH',
    url: `${projectMembers.path}/${data.id}`,
    headers: { 'content-type': 'application/vnd.api+json' },
    payload: JSON.stringify({ data }),
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code)).toEqual(
    Array(4).fill('notWritable'),
  )
  expect(await levelsIn('kari', project)).toMatchObject({ mei: 10 })
})

test('level 0 ends the membership, and so does removing it', async () => {
  const project = await someProject()
  const answer = await as('kari').inject({
    method: 'PATCH',
    url: `${projectMembers.path}/${memberId(project, 'mei')}`,
    headers: { 'content-type': 'application/vnd.api+json' },
    payload: JSON.stringify({
      data: { type: 'project-members', id: memberId(project, 'mei'), attributes: { privilegeLevel: 0 } },
    }),
  })
  expect(answer.statusCode).toBe(204)
  await as('kari').remove(projectMembers, memberId(project, 'per'))
  expect(await levelsIn('kari', project)).toEqual({ ola: 30, kari: 25 })
})

test('of two changes that saw the same membership, the second is told that it is stale', async () => {
  const id = memberId(await someProject(), 'mei')
  const { version } = await as('kari').get(projectMembers, id)
  expect(await as('kari').patch(projectMembers, id, { privilegeLevel: 15 }, version)).toMatchObject({
    version: version + 1,
  })
  const late = as('ola').patch(projectMembers, id, { privilegeLevel: 20 }, version)
  await expect(late).rejects.toMatchObject({ status: 412, code: 'stale' })
  await expect(as('ola').remove(projectMembers, id, version)).rejects.toMatchObject({ code: 'stale' })
})

test('K9: of ten who add the same person at once, one does', async () => {
  const draft = {
    project: await someProject(),
    user: 'ten@partner.example',
    privilegeLevel: 10 as const,
    providers: [],
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => as('kari').post(projectMembers, draft)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  expect(refused).toHaveLength(9)
  for (const reason of refused) expect(reason).toMatchObject({ status: 409, code: 'alreadyMember' })
})

test('somebody new to the platform is added by their email, and fills in their profile when they come', async () => {
  const draft = {
    project: await someProject(),
    user: ' New.Person@Partner.example ',
    privilegeLevel: 10 as const,
    providers: [],
  }
  expect(await as('per').post(projectMembers, draft)).toMatchObject({ user: 'new.person@partner.example' })
  const added = await db
    .selectFrom('app_user')
    .selectAll()
    .where('email', '=', 'new.person@partner.example')
    .executeTakeFirstOrThrow()
  expect(added).toMatchObject({ must_update_profile: true, home_customer_id: customers.nord, role: null, guest: false })
  // S16: an undeliverable address is rejected like an invalid one.
  for (const user of ['not an email', 'a@b..com', '.a@b.com', 'a@-b.com']) {
    await expect(as('per').post(projectMembers, { ...draft, user })).rejects.toMatchObject({
      code: 'invalidEmail',
      source: { pointer: '/data/relationships/user' },
    })
  }
})

test('B7: adding somebody of another customer answers like adding somebody unknown', async () => {
  const project = await someProject()
  const known = await as('per').post(projectMembers, {
    project,
    user: emailOf('liv'),
    privilegeLevel: 10,
    providers: [],
  })
  const unknown = await as('per').post(projectMembers, {
    project,
    user: 'unknown@sor.example',
    privilegeLevel: 10,
    providers: [],
  })
  expect(Object.keys(known)).toEqual(Object.keys(unknown))
})

test('S16, B7: an older address is added that belongs to the customer already, one of elsewhere is refused like an unknown one', async () => {
  const project = await someProject()
  for (const [name, homeCustomer] of Object.entries({ own: customers.nord, elsewhere: customers.sor })) {
    const { id } = await addPerson(name, { homeCustomer })
    await db
      .updateTable('app_user')
      .set({ email: `${name}..of@firm.example` })
      .where('id', '=', id)
      .execute()
  }
  const add = (user: string) =>
    as('per').post(projectMembers, { project, user, privilegeLevel: 10 as const, providers: [] })
  expect(await add('own..of@firm.example')).toMatchObject({ id: memberId(project, 'own'), privilegeLevel: 10 })
  for (const user of ['elsewhere..of@firm.example', 'nobody..of@firm.example'])
    await expect(add(user), user).rejects.toMatchObject({
      code: 'invalidEmail',
      source: { pointer: '/data/relationships/user' },
    })
  const created = db.selectFrom('app_user').select('id').where('email', '=', 'nobody..of@firm.example')
  expect(await created.execute()).toEqual([])
})

test('a guest ends with the last second of a day on the clocks of the customer', async () => {
  await db.updateTable('customer').set({ time_zone: 'Europe/Oslo' }).where('id', '=', customers.nord).execute()
  const project = await someProject()
  const draft = { project, user: 'rita@partner.example', privilegeLevel: 5 as const, providers: [] }
  const rita = await as('per').post(projectMembers, { ...draft, expirationDate: '2099-01-15' })
  expect(rita).toMatchObject({ guest: true, expirationDate: '2099-01-15T22:59:59Z', accessUntil: null })
  const later = await as('per').patch(projectMembers, rita.id, { expirationDate: '2099-07-15T10:00:00Z' })
  expect(later.expirationDate).toBe('2099-07-15T21:59:59Z')
  const promoted = await as('per').patch(projectMembers, rita.id, { privilegeLevel: 10 })
  expect(promoted).toMatchObject({ guest: false, expirationDate: null })
})

test('only guests have an expiration date, everybody else an access that ends; neither lies in the past', async () => {
  const id = memberId(await someProject(), 'mei')
  const wrong = (field: string, code: string) => ({ code, source: { pointer: `/data/attributes/${field}` } })
  const change = (patch: object) => as('kari').patch(projectMembers, id, patch)
  await expect(change({ expirationDate: '2099-01-15' })).rejects.toMatchObject(wrong('expirationDate', 'invalid'))
  await expect(change({ accessUntil: '2020-01-15' })).rejects.toMatchObject(wrong('accessUntil', 'dateInPast'))
  await expect(change({ accessUntil: '2099-02-30' })).rejects.toMatchObject({ status: 422 })
  expect(await change({ accessUntil: '2099-01-15' })).toMatchObject({ accessUntil: '2099-01-15T22:59:59Z' })
  expect(await change({ privilegeLevel: 15 })).toMatchObject({ accessUntil: '2099-01-15T22:59:59Z' })
  expect(await change({ accessUntil: null })).toMatchObject({ accessUntil: null, privilegeLevel: 15 })
})

test.each(['America/Los_Angeles', 'Asia/Tokyo', 'UTC'])(
  'an end may be today and not yesterday, by the clocks of %s',
  async (zone) => {
    const customer = await addCustomer(`Customer in ${zone}`, { time_zone: zone })
    const member = await addPerson('member')
    const project = await addProject('Somewhere', customer, await addPerson('owner'))
    await addMember(project, member, 10)
    const today = () => new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format()
    const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    const until = (accessUntil: string) => as('stig').patch(projectMembers, `${project}.${member.id}`, { accessUntil })
    await expect(until(dayBefore(today()))).rejects.toMatchObject({ code: 'dateInPast' })
    expect(await until(today())).toMatchObject({ privilegeLevel: 10 })
  },
)

test('the last day of all is one west of UTC as well', async () => {
  const customer = await addCustomer('Customer in New York', { time_zone: 'America/New_York' })
  const project = await addProject('Somewhere', customer, await addPerson('owner'))
  const [member, added] = [await addPerson('member'), await addPerson('added')]
  await addMember(project, member, 10)
  const end = { accessUntil: '9999-12-31T23:59:59Z' }
  const id = `${project}.${member.id}`
  const day = { accessUntil: '9999-12-31' }
  expect(await as('stig').patch(projectMembers, id, day)).toMatchObject(end)
  expect(await as('stig').get(projectMembers, id)).toMatchObject(end)
  const draft = { project, user: added.email, privilegeLevel: 10 as const, providers: [], ...day }
  expect(await as('stig').post(projectMembers, draft)).toMatchObject(end)
  await expect(as('stig').patch(projectMembers, id, { accessUntil: '0000-01-01' })).rejects.toMatchObject({
    status: 422,
    source: { pointer: '/data/attributes/accessUntil' },
  })
})

test('with a member comes whether their account is a guest account, which their level does not tell', async () => {
  const project = await someProject()
  const gia = await addPerson('gia')
  await db.updateTable('app_user').set({ guest: true }).where('id', '=', gia.id).execute()
  await addMember(project, gia, 5)
  await addMember(project, await addPerson('una'), 5)
  const accountsFor = async (name: string) => {
    const filter = { project }
    const url = listAddress(projectMembers, { filter, include: ['user'], fields: { users: ['guest'] } })
    const { included = [] } = (await as(name).inject({ url })).json<JsonApiDocument>()
    return Object.fromEntries(included.map(({ id, attributes }) => [id, attributes]))
  }
  for (const name of ['per', 'kari'])
    expect(await accountsFor(name), name).toMatchObject({
      [emailOf('gia')]: { guest: true },
      [emailOf('una')]: { guest: false },
      [emailOf('mei')]: { guest: false },
    })
})

test('G6: the account of a guest belongs to one project, as a guest', async () => {
  const gil = await addPerson('gil')
  await db.updateTable('app_user').set({ guest: true }).where('id', '=', gil.id).execute()
  await db
    .insertInto('password_credential')
    .values({ user_id: gil.id, hash: 'a password of their own', changed_at: '2026-01-01T00:00:00Z' })
    .execute()
  const [first, second] = [await someProject(), await someProject()]
  const add = (project: string, privilegeLevel: 5 | 10) =>
    as('kari').post(projectMembers, { project, user: gil.email, privilegeLevel, providers: [] })
  const { id } = await add(first, 5)
  await expect(add(second, 10)).rejects.toMatchObject({ code: 'levelNotAllowed' })
  await expect(add(second, 5)).rejects.toMatchObject({
    code: 'conflict',
    source: { pointer: '/data/relationships/user' },
  })
  await expect(as('kari').patch(projectMembers, id, { privilegeLevel: 10 })).rejects.toMatchObject({
    code: 'levelNotAllowed',
  })
})

test('a hibernated project is read-only for its own people, not for administrators of the customer', async () => {
  const project = await someProject({ is_hibernated: true, hibernated_at: new Date().toISOString() })
  const change = (name: string) => as(name).patch(projectMembers, memberId(project, 'mei'), { privilegeLevel: 15 })
  await expect(change('ola')).rejects.toMatchObject({ code: 'projectHibernated', status: 409 })
  expect(await change('kari')).toMatchObject({ privilegeLevel: 15 })
})

test('login methods are those that exist and that the person who gives them may know', async () => {
  await db
    .insertInto('sso_provider')
    .values([
      { id: 'open', name: 'Open', is_public: true },
      { id: 'foreign', name: 'Foreign' },
    ])
    .execute()
  const id = memberId(await someProject(), 'mei')
  const change = (providers: string[], name = 'per') => as(name).patch(projectMembers, id, { providers })
  expect(await change(['COGNITO_MFA', 'open'])).toMatchObject({
    providers: ['COGNITO_MFA', 'open'],
    ssoProviders: ['open'],
  })
  const refusal = { code: 'unknownReference', source: { pointer: '/data/relationships/providers' } }
  await expect(change(['foreign'])).rejects.toMatchObject(refusal)
  await expect(change(['nothing'])).rejects.toMatchObject(refusal)
  expect(await change(['foreign'], 'stig')).toMatchObject({ providers: ['foreign'] })
  expect(await change(['foreign', 'open'])).toMatchObject({ ssoProviders: ['foreign', 'open'] })
  expect(await change([])).toMatchObject({ providers: [], ssoProviders: [] })
})

test('a login of the last thirty days is one of the last month', async () => {
  const project = await someProject()
  const seen = async (days: number) => {
    const last_login_at = new Date(Date.now() - days * 86_400_000).toISOString()
    await db.updateTable('project_member').set({ last_login_at }).where('project_id', '=', project).execute()
    return as('kari').get(projectMembers, memberId(project, 'mei'))
  }
  expect(await seen(29.9)).toMatchObject({ loggedLastMonth: true })
  expect(await seen(30.1)).toMatchObject({ loggedLastMonth: false })
  const last_opened_at = new Date().toISOString()
  await db.updateTable('project_member').set({ last_opened_at }).where('project_id', '=', project).execute()
  const entered = await as('kari').get(projectMembers, memberId(project, 'mei'))
  expect(entered.loggedLastMonth).toBe(true)
  expect(Date.parse(entered.lastLogin ?? '')).toBe(Date.parse(last_opened_at))
})

test.each(['production', 'onpremise', 'deploy'] as const)(
  'where real people work (%s), no answer tells when somebody was last in a project, nor does an order',
  async (environment) => {
    const project = await someProject()
    const there = await testApp({ db, people, resources: [memberRoutes(testPlatform(db, { environment }))] })
    const kari = apiClient(there, async () => 'kari')
    const listed = (client: typeof kari, sort: string) =>
      client.list(projectMembers, { filter: { project }, sort: [sort] })
    const order = async (client: typeof kari) => (await listed(client, 'lastLogin')).map(({ id }) => id)
    const before = await order(kari)
    expect(await order(as('kari'))).toEqual(before)
    const id = memberId(project, 'mei')
    // Kari has no membership that could hold a login.
    const first = before.find((each) => each !== memberId(project, 'kari'))
    const recent = before.filter((each) => each === first || each === id)
    const seen = { last_login_at: new Date().toISOString(), last_opened_at: new Date().toISOString() }
    const ofProject = db.updateTable('project_member').set(seen).where('project_id', '=', project)
    const recentUsers = recent.map((each) => each.slice(`${project}.`.length))
    const { numUpdatedRows } = await ofProject.where('user_id', 'in', recentUsers).executeTakeFirstOrThrow()
    expect(Number(numUpdatedRows)).toBe(recent.length)
    const withoutLogins = { lastLogin: null, loggedLastMonth: false }
    expect(await as('kari').get(projectMembers, id)).toMatchObject({ loggedLastMonth: true })
    expect(await kari.get(projectMembers, id)).toMatchObject(withoutLogins)
    expect(await kari.patch(projectMembers, id, { privilegeLevel: 15 })).toMatchObject(withoutLogins)
    for (const member of await listed(kari, '-lastLogin')) expect(member).toMatchObject(withoutLogins)
    expect(await order(as('kari'))).toEqual([...before.filter((each) => !recent.includes(each)), ...recent])
    expect(await order(kari)).toEqual(before)
  },
)

test.each([
  ['kari', undefined],
  ['stig', undefined],
  ['api', undefined],
  ['kari', 'email'],
  ['kari', '-name'],
  ['kari', 'privilegeLevel'],
  ['kari', '-lastLogin'],
])('pages for %s by %s, joined together, are the whole list once, there and back', async (name, sort) => {
  const request = { filter: { customer: customers.nord }, ...(sort && { sort: [sort] }) }
  const whole = await as(name).page(projectMembers, { ...request, page: { size: 200 } })
  const walk = async (from: string, direction: 'next' | 'prev') => {
    const pages: string[][] = []
    let last = from
    for (let url: string | undefined = from; url; ) {
      const { data, links }: JsonApiDocument = (await as(name).inject({ url })).json()
      pages.push([data ?? []].flat().map(({ id }) => id))
      last = links?.prev ?? last
      url = links?.[direction]
    }
    return { pages, last }
  }
  const { pages, last } = await walk(listAddress(projectMembers, { ...request, page: { size: 7 } }), 'next')
  expect(pages.flat()).toEqual(whole.records.map(({ id }) => id))
  expect(new Set(pages.flat()).size).toBe(whole.total)
  const back = await walk(last, 'prev')
  expect(back.pages.toReversed().flat()).toEqual(pages.slice(0, -1).flat())
})

test.each(['kari', 'api', 'per', 'mei', 'eva', 'uno', 'gus', 'ged', 'nora', 'lars', 'tom', 'both'])(
  'G3: %s, who names nothing, is shown the members of each project that they see, once, and no others',
  async (name) => {
    if (name === 'both') {
      const both = await addPerson('both', { administers: [customers.sor], readsFor: [customers.nord, customers.sor] })
      await addMember(projects.bridge, both, 10)
      await addMember(projects.school, both, 10)
    }
    const theirs = db.selectFrom('project').select('id').where('customer_id', 'in', Object.values(customers))
    const expected: string[] = []
    for (const { id } of await theirs.execute()) {
      const members = await as(name).list(projectMembers, { filter: { project: id }, page: { size: 200 } })
      expected.push(...members.map(({ id }) => id))
    }
    const shown: string[] = []
    for (let url: string | null = listAddress(projectMembers, { page: { size: 5 } }); url; ) {
      const { data, links, meta }: JsonApiDocument = (await as(name).inject({ url })).json()
      expect(meta?.page?.total).toBe(expected.length)
      shown.push(...[data ?? []].flat().map(({ id }) => id))
      url = links?.next ?? null
    }
    expect(shown.toSorted()).toEqual(expected.toSorted())
    const sorted = await as(name).page(projectMembers, { sort: ['name'], page: { size: 5 } })
    expect(sorted.total).toBe(expected.length)
  },
)

test('a list is in the order it was asked for', async () => {
  const project = await someProject()
  const list = (sort: string) => as('mei').list(projectMembers, { filter: { project }, sort: [sort] })
  expect((await list('-privilegeLevel')).map(({ privilegeLevel }) => privilegeLevel)).toEqual([30, 25, 20, 10])
  expect((await list('name')).map(({ name }) => name)).toEqual(['kari Test', 'mei Test', 'ola Test', 'per Test'])
})

test('every change of a membership stands in the audit trail of the customer, with before and after', async () => {
  const id = memberId(await someProject(), 'mei')
  await as('per').patch(projectMembers, id, { privilegeLevel: 15 })
  const event = await db
    .selectFrom('audit_event')
    .select(['action', 'before', 'after', 'actor_email', 'tenant_id'])
    .where('target_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(event).toEqual({
    action: 'project-members.update',
    before: { privilegeLevel: 10 },
    after: { privilegeLevel: 15 },
    actor_email: emailOf('per'),
    tenant_id: customers.nord,
  })
})

test('people who administer a customer are counted its members for once; everybody else is counted their own', async () => {
  await addPerson('berit', { administers: [customers.nord] })
  const page = { size: 1 }
  const first = (name: string, filter: { customer?: string } = { customer: customers.nord }) =>
    as(name).page(projectMembers, { filter, page })
  const { total: open } = await first('kari')
  // Open with another login method: neither listed nor counted.
  const closed = await someProject({ providers: ['another-provider'] })
  const listed = await as('kari').list(projectMembers, { filter: { customer: customers.nord }, page: { size: 200 } })
  expect(listed.filter(({ project }) => project === closed)).toEqual([])
  let totals: (number | null)[] = []
  // The totals of the lists above are still cached.
  invalidateTotals(db)
  const asked = await captureStatements(async () => {
    totals = (await Promise.all([first('kari'), first('berit'), first('kari')])).map(({ total }) => total)
  })
  // Members of closed projects are counted per actor in the same statement: there are few and an index finds them.
  const counts = asked.filter((statement) => statement.includes('count(*)'))
  expect(counts.filter((statement) => statement.includes('as "excluded"'))).toHaveLength(1)
  expect(counts.length).toBeLessThanOrEqual(3)
  expect(new Set(totals)).toEqual(new Set([open]))
  // Within the cache time, with fewer or other rights.
  await expect(first('lars')).rejects.toMatchObject({ code: 'forbidden' })
  const own = await Promise.all(['kari', 'mei', 'per'].map((name) => first(name, {})))
  expect(new Set(own.map(({ total }) => total)).size).toBe(3)
})
