import { projects } from '@lintel/contract/projects/projects'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { templateWorld } from '../../../test/template-world'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { projectRoutes } from '../projects/projects.routes'
import { summarizeCopied } from './copied-summary.store'

const { db } = await testDatabase()
const { people, customers, somebody, addProject, addMember, addPerson, provision, put, names } = await templateWorld(db)
const app = await testApp({ db, people, resources: [projectRoutes(testPlatform(db))] })
const as = (name: string) => apiClient(app, async () => name)

const source = await addProject('Full house', customers.nord, somebody('ola'))
const [per, mei, kari] = [somebody('per'), somebody('mei'), somebody('kari')]
const [late, unproved, guest] = [await addPerson('late'), await addPerson('unproved'), await addPerson('guest')]
await db.updateTable('app_user').set({ guest: true }).where('id', '=', guest.id).execute()
await addMember(source, per, 20)
await addMember(source, mei, 15, { access_until: '2099-01-01T00:00:00Z' })
await addMember(source, kari, 10)
await addMember(source, late, 10, { access_until: '2020-01-01T00:00:00Z' })
await addMember(source, unproved, 10, { awaits_proof: true })
await addMember(source, guest, 10)
const crew = await put(source, 'project_group', 'Crew')
await db
  .insertInto('project_group_member')
  .values([mei, guest].map(({ id }) => ({ project_id: source, group_id: crew, user_id: id })))
  .execute()

// People with a login method are notified of new roles by mail.
await db
  .insertInto('password_credential')
  .values({ user_id: mei.id, hash: 'none that fits', changed_at: new Date().toISOString() })
  .execute()

const create = (who: string, copyPeople: boolean | undefined, from = source) =>
  as(who).post(projects, { name: `By ${who}`, templateProjectId: from, copyPeople } as never)
const members = (project: string) =>
  db
    .selectFrom('project_member')
    .select(['user_id', 'privilege_level', 'access_until'])
    .where('project_id', '=', project)
    .orderBy('privilege_level')
    .execute()

test('people come along when they are asked for, with no more than an owner gives, and it is in the trail', async () => {
  const { id } = await create('per', true)
  await provision(id)
  const found = await members(id)
  // Ola owned the other project and Per owns this one; Kari administers the customer and has access to all its projects.
  expect(found.map(({ user_id, privilege_level }) => [user_id, privilege_level])).toEqual([
    [mei.id, 15],
    [somebody('ola').id, 20],
    [per.id, 30],
  ])
  expect(found[0]?.access_until).toContain('2099-01-01')
  expect(await names(id, 'project_group')).toEqual(['Crew'])
  const grouped = await db.selectFrom('project_group_member').select('user_id').where('project_id', '=', id).execute()
  expect(grouped).toEqual([{ user_id: mei.id }])
  const notices = await db.selectFrom('access_notice').select('user_id').where('project_id', '=', id).execute()
  expect(notices).toEqual([{ user_id: mei.id }])
  const event = await db
    .selectFrom('audit_event')
    .select(['after', 'tenant_id'])
    .where('action', '=', 'projects.copy-people')
    .where('target_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(event).toEqual({ tenant_id: customers.nord, after: { from: source, by: per.id, people: 2 } })
})

test('nobody comes along who was not asked for', async () => {
  const { id } = await create('per', undefined)
  await provision(id)
  expect((await members(id)).map(({ user_id }) => user_id)).toEqual([per.id])
  expect(await names(id, 'project_group')).toEqual(['Crew'])
})

test('whoever administers the project no longer when it is copied brings nobody along', async () => {
  const { id } = await create('per', true)
  await db
    .updateTable('project_member')
    .set({ privilege_level: 10 })
    .where('project_id', '=', source)
    .where('user_id', '=', per.id)
    .execute()
  await provision(id)
  expect((await members(id)).map(({ user_id }) => user_id)).toEqual([per.id])
  await db
    .updateTable('project_member')
    .set({ privilege_level: 20 })
    .where('project_id', '=', source)
    .where('user_id', '=', per.id)
    .execute()
})

test('G4: nobody takes people from a project that is not theirs to administer, nor to another customer', async () => {
  const template = await addProject('Kit', customers.nord, somebody('ola'), { is_template: true })
  const refused = { code: 'notWritable', source: { pointer: '/data/attributes/copyPeople' } }
  await expect(create('per', true, template)).rejects.toMatchObject(refused)
  await expect(
    as('stig').post(projects, {
      ...{ name: 'Elsewhere', templateProjectId: template, copyPeople: true },
      customer: customers.sor,
    } as never),
  ).rejects.toMatchObject(refused)
  await expect(as('per').post(projects, { name: 'None', copyPeople: true } as never)).rejects.toMatchObject(refused)
  await expect(create('per', false, template)).resolves.toMatchObject({ creationState: 'making' })
})

test('G4: what staff make for another customer than the template’s is filled only while both stay where they were', async () => {
  const newKit = async () => {
    const kit = await addProject('Kit', customers.nord, somebody('ola'), { is_template: true })
    await put(kit, 'workflow', 'Defects')
    return kit
  }
  const makeForSor = async (templateProjectId: string) =>
    (await as('stig').post(projects, { name: 'For Sør', templateProjectId, customer: customers.sor } as never)).id
  const move = (project: string) =>
    db
      .transaction()
      .execute((transaction) =>
        transaction.updateTable('project').set({ customer_id: customers.platform }).where('id', '=', project).execute(),
      )
  const [kit, movedKit] = [await newKit(), await newKit()]
  const [stays, moved, ofMoved] = [await makeForSor(kit), await makeForSor(kit), await makeForSor(movedKit)]
  await move(moved)
  await move(movedKit)
  for (const project of [stays, moved, ofMoved]) await provision(project)
  expect(await names(stays, 'workflow')).toEqual(['Defects'])
  for (const project of [moved, ofMoved]) {
    expect(await names(project, 'workflow')).toEqual([])
    expect((await summarizeCopied(db, project)).skipped).toEqual([
      expect.objectContaining({ reason: 'libraryMoved', library: null, entries: 10 }),
    ])
  }
})
