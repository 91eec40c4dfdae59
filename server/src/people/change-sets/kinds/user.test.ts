import type { ChangeSetInput } from '@lintel/contract/people/change-set-inputs'
import { applyChangeSet, changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../../test/api-client'
import { testApp } from '../../../../test/test-app'
import { testDatabase } from '../../../../test/test-database'
import { twoCustomers } from '../../../../test/two-customers'
import { auditEventRoutes } from '../../../settings/audit-events/audit-events.routes'
import { customerUserProfileRoutes } from '../../customer-user-profiles/customer-user-profiles.routes'
import { changeSetRoutes, changeSetStepRoutes } from '../engine/change-sets.routes'

const { db } = await testDatabase()
const { people, customers, somebody, addFreshProject, addPerson, addMember } = await twoCustomers(db)
const { nord, sor } = customers
const app = await testApp({
  db,
  people,
  resources: [changeSetRoutes, customerUserProfileRoutes, auditEventRoutes],
  routes: changeSetStepRoutes,
})
const as = (name: string) => apiClient(app, async () => name)

type UserInput = ChangeSetInput<'user'>

/** The input of the user form. */
const save = (user: string, rest: Omit<UserInput, 'user'>, by = 'kari', customer = nord) =>
  as(by).post(changeSets, { kind: 'user', customer, input: { user, ...rest }, apply: 'whenClean' } as never)
const undo = (id: string, partial = false) => as('kari').call(undoChangeSet, { parameters: { id }, body: { partial } })
const redo = (id: string) =>
  as('kari').post(changeSets, { kind: 'user', customer: nord, input: { again: id }, apply: 'whenClean' } as never)

const profileOf = (email: string) =>
  db
    .selectFrom('customer_user_profile as profile')
    .innerJoin('app_user as person', 'person.id', 'profile.user_id')
    .select([
      'profile.id',
      'profile.title',
      'profile.phone',
      'profile.user_organization_id as organization',
      'profile.version',
    ])
    .where('person.email', '=', email)
    .executeTakeFirst()
const levelsOf = async (email: string) => {
  const rows = await db
    .selectFrom('project_member')
    .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
    .select(['project_id as project', 'privilege_level as level'])
    .where('email', '=', email)
    .execute()
  return Object.fromEntries(rows.map(({ project, level }) => [project, level]))
}

/** A person with a profile, a role in one project and none in another. */
async function someone() {
  const person = await addPerson(uuidv7(), { homeCustomer: nord })
  const { email } = person
  const [inside, outside] = [await addFreshProject(), await addFreshProject()]
  await addMember(inside, person, 10)
  await as('kari').post(customerUserProfiles, {
    user: email,
    customer: nord,
    title: 'Planner',
    phone: '+47 22 33 44 55',
  })
  return { email, inside, outside }
}

test('profile and roles of one person are saved as one audited step, and undone as one', async () => {
  const { email, inside, outside } = await someone()
  const set = await save(email, {
    profile: { title: 'Chief planner', expectedVersion: 1 },
    cells: [
      { project: inside, level: 20, expectedVersion: 1 },
      { project: outside, level: 15, expectedVersion: 0 },
    ],
  })
  expect(set).toMatchObject({ state: 'applied', summary: { total: 3, change: 3, people: 1, projects: 2 } })
  const { id: profile } = (await profileOf(email)) ?? {}
  expect(set.rows?.at(-1)).toMatchObject({
    object: { type: 'customer-user-profiles', id: profile, user: email },
    before: { title: 'Planner' },
    after: { title: 'Chief planner' },
  })
  expect(await profileOf(email)).toMatchObject({ title: 'Chief planner', phone: '+47 22 33 44 55', version: 2 })
  expect(await levelsOf(email)).toEqual({ [inside]: 20, [outside]: 15 })
  const events = await as('kari').list(auditEvents, { filter: { customer: nord, target: set.id } })
  expect(events.map(({ action }) => action).sort()).toEqual(['change-sets.apply', 'change-sets.create'])
  expect(await undo(set.id)).toMatchObject({ state: 'undone', summary: { undone: 3, remaining: 0 } })
  expect(await profileOf(email)).toMatchObject({ title: 'Planner', phone: '+47 22 33 44 55', version: 3 })
  expect(await levelsOf(email)).toEqual({ [inside]: 10 })
})

test('what was seen is the condition of it all: one other version, and nothing is changed', async () => {
  const { email, inside } = await someone()
  for (const expectation of [{ expectedVersion: 7 }, { expectedVersion: 0 }, { expected: { title: 'Architect' } }]) {
    const cells = [{ project: inside, level: 20, expectedVersion: 1 }]
    const set = await save(email, { profile: { title: 'Chief planner', ...expectation }, cells })
    expect(set).toMatchObject({ state: 'planned', summary: { conflicts: { changedMeanwhile: 1 } } })
  }
  const late = { profile: { title: 'Chief planner' }, cells: [{ project: inside, level: 20, expectedVersion: 4 }] }
  expect(await save(email, late)).toMatchObject({ state: 'planned', summary: { conflicts: { changedMeanwhile: 1 } } })
  expect(await profileOf(email)).toMatchObject({ title: 'Planner', version: 1 })
  expect(await levelsOf(email)).toEqual({ [inside]: 10 })
})

test('a profile that somebody changed since is left by an undo that may be partial, and by no other', async () => {
  const { email, inside } = await someone()
  const set = await save(email, { profile: { title: 'Chief' }, cells: [{ project: inside, level: 20 }] })
  const { id = '' } = (await profileOf(email)) ?? {}
  await as('kari').patch(customerUserProfiles, id, { phone: '+47 99 88 77 66' })
  await expect(undo(set.id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await levelsOf(email)).toEqual({ [inside]: 20 })
  expect(await undo(set.id, true)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 1 } })
  expect(await profileOf(email)).toMatchObject({ title: 'Chief', phone: '+47 99 88 77 66' })
  expect(await levelsOf(email)).toEqual({ [inside]: 10 })
})

test('profile and roles that were undone are changed again together, on condition of what they were', async () => {
  const { email, inside, outside } = await someone()
  const set = await save(email, {
    profile: { title: 'Chief planner' },
    cells: [
      { project: inside, level: 20 },
      { project: outside, level: 15 },
    ],
  })
  await undo(set.id)
  expect(await redo(set.id)).toMatchObject({ kind: 'user', state: 'applied', summary: { change: 3, people: 1 } })
  expect(await profileOf(email)).toMatchObject({ title: 'Chief planner', phone: '+47 22 33 44 55' })
  expect(await levelsOf(email)).toEqual({ [inside]: 20, [outside]: 15 })

  const other = await save(email, { profile: { title: 'Director' }, cells: [{ project: outside, level: 0 }] })
  await undo(other.id)
  await save(email, { profile: { title: 'Surveyor' }, cells: [] })
  expect(await redo(other.id)).toMatchObject({ state: 'planned', summary: { change: 1, conflict: 1 } })
  expect(await profileOf(email)).toMatchObject({ title: 'Surveyor' })
})

test('a profile that was added and removed again is added once more', async () => {
  const { email } = await addPerson(uuidv7(), { homeCustomer: nord })
  const set = await save(email, { profile: { title: 'Carpenter', expectedVersion: 0 }, cells: [] })
  await undo(set.id)
  expect(await redo(set.id)).toMatchObject({ state: 'applied', summary: { change: 1 } })
  expect(await profileOf(email)).toMatchObject({ title: 'Carpenter' })
})

test('a profile that was not there is written, and is gone after the undo', async () => {
  const { email } = await addPerson(uuidv7(), { homeCustomer: nord })
  const set = await save(email, { profile: { title: 'Carpenter', expectedVersion: 0 }, cells: [] })
  expect(set).toMatchObject({ state: 'applied', summary: { change: 1 } })
  expect(await profileOf(email)).toMatchObject({ title: 'Carpenter', version: 1 })
  await undo(set.id)
  expect(await profileOf(email)).toBeUndefined()
})

test('an organization that is gone by now is not put back, nor is the profile that belonged to it', async () => {
  const { email } = await someone()
  const organization = uuidv7()
  await db.insertInto('user_organization').values({ id: organization, customer_id: nord, name: organization }).execute()
  await save(email, { profile: { userOrganization: organization }, cells: [] })
  expect(await profileOf(email)).toMatchObject({ organization })
  const set = await save(email, { profile: { userOrganization: null }, cells: [] })
  await db.deleteFrom('user_organization').where('id', '=', organization).execute()
  await expect(undo(set.id)).rejects.toMatchObject({ code: 'changedSince' })
})

/** Plans the change of a profile without applying it. */
const planProfile = (user: string, profile: object) =>
  as('kari').post(changeSets, { kind: 'user', customer: nord, input: { user, profile, cells: [] } } as never)
const apply = (id: string) => as('kari').call(applyChangeSet, { parameters: { id } })
const addOrganization = async () => {
  const id = uuidv7()
  await db.insertInto('user_organization').values({ id, customer_id: nord, name: id }).execute()
  return id
}

test('a profile that somebody else has added since the plan makes it stale, and stays as it is', async () => {
  const { email } = await addPerson(uuidv7(), { homeCustomer: nord })
  const { id } = await planProfile(email, { title: 'Carpenter' })
  await as('kari').post(customerUserProfiles, { user: email, customer: nord, title: 'Surveyor' })
  await expect(apply(id)).rejects.toMatchObject({ status: 412, code: 'stale' })
  expect(await as('kari').get(changeSets, id)).toMatchObject({ state: 'stale' })
  expect(await profileOf(email)).toMatchObject({ title: 'Surveyor', version: 1 })
})

test('an organization that was deleted since the plan makes it stale, for a new profile and a changed one', async () => {
  const without = await addPerson(uuidv7(), { homeCustomer: nord })
  for (const { email } of [await someone(), without]) {
    const userOrganization = await addOrganization()
    const { id } = await planProfile(email, { userOrganization })
    await db.deleteFrom('user_organization').where('id', '=', userOrganization).execute()
    await expect(apply(id)).rejects.toMatchObject({ status: 412, code: 'stale' })
    expect(await as('kari').get(changeSets, id)).toMatchObject({ state: 'stale' })
    // A new plan says so.
    expect(await planProfile(email, { userOrganization })).toMatchObject({
      summary: { change: 0, conflicts: { changedMeanwhile: 1 } },
    })
  }
  expect(await profileOf(without.email)).toBeUndefined()
})

test('G1: nobody of another customer is found, and its administrators save nothing', async () => {
  const { email, inside } = await someone()
  const wanted = { profile: { title: 'Spy' }, cells: [{ project: inside, level: 20 }] }
  await expect(save(email, wanted, 'lars')).rejects.toMatchObject({ status: 403 })
  const stranger = somebody('liv').email
  expect(await save(stranger, { profile: { title: 'Spy' }, cells: [] })).toMatchObject({
    state: 'planned',
    summary: { conflicts: { unknownPerson: 1 } },
  })
  expect(await save(email, wanted, 'lars', sor)).toMatchObject({ state: 'planned', summary: { change: 0 } })
  expect(await profileOf(email)).toMatchObject({ title: 'Planner' })
  expect(await save(email, wanted)).toMatchObject({ state: 'applied' })
})

test('what is wrong with a field of the profile is told at it', async () => {
  const { email } = await someone()
  await expect(save(email, { profile: { phone: 'no number' }, cells: [] })).rejects.toMatchObject({
    status: 422,
    source: { pointer: '/data/attributes/input/profile/phone' },
  })
  await expect(save(email, { cells: [] })).rejects.toMatchObject({ status: 422 })
})
