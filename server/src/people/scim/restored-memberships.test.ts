import { groups } from '@lintel/contract/content/groups'
import { topics } from '@lintel/contract/content/topics'
import { customers } from '@lintel/contract/customers/customers'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { databaseBeforeMigration } from '../../../test/database-before-migration'
import { patchRequest as patch, scimDirectory } from '../../../test/scim-directory'

const { as, db, rollBack, sendScim, nordbygg } = await scimDirectory()
afterEach(rollBack)

const harbour = projectId('NB-2041')
const mei = 'mei@nordbygg.example'
const user = personId(mei)

const profileOf = async () =>
  (await sendScim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${mei}"`)}`)).body.Resources[0].id as string
const setActive = async (id: string, value: boolean) =>
  expect((await sendScim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value }))).status).toBe(200)
const membership = () =>
  db.selectFrom('project_member').selectAll().where('project_id', '=', harbour).where('user_id', '=', user)
const setMembership = (values: object) =>
  db.updateTable('project_member').set(values).where('project_id', '=', harbour).where('user_id', '=', user).execute()

/** Assigns a topic to her and puts her into a group, both by hand. */
async function addWork() {
  const workflow = await db
    .selectFrom('workflow')
    .innerJoin('workflow_state as state', 'state.workflow_id', 'workflow.id')
    .where('workflow.project_id', '=', harbour)
    .where('state.kind', '=', 'open')
    .select(['workflow.id', 'state.name'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const topic = { project: harbour, title: 'Rail is loose', workflow: workflow.id, state: workflow.name, assignee: mei }
  const { id: topicId } = await as('ola').post(inProject(topics, harbour), topic as never)
  const group = { project: harbour, name: 'Night crew', members: [mei] }
  const { id: groupId } = await as('ola').post(inProject(groups, harbour), group as never)
  return async () => ({
    assignee: (await as('ola').get(inProject(topics, harbour), topicId)).assignee,
    members: (await as('ola').get(inProject(groups, harbour), groupId)).members,
  })
}

test('whoever is active again has their membership as it was, the groups and the assigned topics', async () => {
  const held = await addWork()
  const opened = '2026-01-05T10:00:00Z'
  await setMembership({ last_opened_at: opened, invited_at: opened, access_until: '2999-05-31T21:59:59Z' })
  const before = await membership().executeTakeFirstOrThrow()
  const id = await profileOf()
  await setActive(id, false)
  expect(await membership().execute()).toEqual([])
  expect(await held()).toEqual({ assignee: null, members: [] })
  await setActive(id, true)
  const { version, updated_at: _, ...was } = before
  expect(await membership().executeTakeFirstOrThrow()).toMatchObject({ ...was, version: version + 1 })
  expect(await held()).toEqual({ assignee: mei, members: [mei] })
})

test('J1: what ends and comes back with the directory is in the trail with its level', async () => {
  await setMembership({ privilege_level: 20 })
  const id = await profileOf()
  await setActive(id, false)
  await setActive(id, true)
  expect(await membership().execute()).toMatchObject([{ privilege_level: 20 }])
  await sendScim('DELETE', `/Users/${id}`)
  const events = await db
    .selectFrom('audit_event')
    .select(['action', 'before', 'after'])
    .where('target_id', '=', `${harbour}.${user}`)
    .where('tenant_id', '=', nordbygg)
    .orderBy('sequence')
    .execute()
  const [none, administrator] = [null, { privilegeLevel: 20 }]
  expect(events.slice(-3).map(({ action, before, after }) => [action, before, after])).toEqual([
    ['project-members.remove', administrator, none],
    ['project-members.create', none, administrator],
    ['project-members.remove', administrator, none],
  ])
})

/** Has a group of the directory give her the only membership that she has in the project. */
async function giveByGroup() {
  const { body: directoryGroup } = await sendScim('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Gangway',
    members: [{ value: await profileOf() }],
  })
  await db.deleteFrom('project_member').where('project_id', '=', harbour).where('user_id', '=', user).execute()
  const access = { customer: nordbygg, group: directoryGroup.id, project: harbour, privilegeLevel: 10 } as const
  await as('anna').post(directoryGroupAccess, access)
}

test('whose groups give them a membership again has the groups and topics of the former one', async () => {
  await giveByGroup()
  expect(await membership().execute()).toMatchObject([{ privilege_level: 10, directory_level: 10 }])
  const held = await addWork()
  const id = await profileOf()
  await setActive(id, false)
  expect(await held()).toEqual({ assignee: null, members: [] })
  await setActive(id, true)
  expect(await membership().execute()).toMatchObject([{ privilege_level: 10, directory_level: 10 }])
  expect(await held()).toEqual({ assignee: mei, members: [mei] })
})

test('they have them also where the project is deleted when they are active again, once it is restored', async () => {
  await giveByGroup()
  const held = await addWork()
  const id = await profileOf()
  const setDeleted = (isInactive: boolean) => as('astrid').patch(projects, harbour, { isInactive } as never)
  await setActive(id, false)
  await setDeleted(true)
  await setActive(id, true)
  await setDeleted(false)
  expect(await membership().execute()).toMatchObject([{ privilege_level: 10, directory_level: 10 }])
  expect(await held()).toEqual({ assignee: mei, members: [mei] })
})

test('G6: a guest has their one membership again, whatever groups gave them before they became a guest', async () => {
  const id = await profileOf()
  await db.deleteFrom('project_member').where('user_id', '=', user).execute()
  const asGuest = { project_id: harbour, customer_id: nordbygg, user_id: user, privilege_level: 5 }
  await db.updateTable('app_user').set({ guest: true }).where('id', '=', user).execute()
  await db.insertInto('project_member').values(asGuest).execute()
  const derived = { project_id: projectId('NB-2042'), privilege_level: 10, directory_level: 10 }
  const taken = JSON.stringify([derived])
  await sql`update scim_user set taken = ${taken}::jsonb where profile_id = ${id}`.execute(db)
  await setActive(id, false)
  await setActive(id, true)
  expect(await membership().execute()).toMatchObject([asGuest])
})

test('who was given a membership meanwhile keeps that one, and gets nothing of the former one', async () => {
  const held = await addWork()
  const id = await profileOf()
  await setActive(id, false)
  const given = { project_id: harbour, customer_id: nordbygg, user_id: user, privilege_level: 5 }
  await db.insertInto('project_member').values(given).execute()
  await setActive(id, true)
  expect(await membership().execute()).toMatchObject([given])
  expect(await held()).toEqual({ assignee: null, members: [] })
})

test('G10: of the login methods of a membership those are restored that still exist, and without any the list above applies', async () => {
  const addProvider = (provider: string) =>
    sql`insert into sso_provider select (jsonb_populate_record(sso_provider, ${JSON.stringify({ id: provider })}::jsonb)).*
      from sso_provider order by id limit 1`.execute(db)
  for (const method of ['FORMER', 'LATER']) await addProvider(method)
  const id = await profileOf()
  for (const [removed, left] of [
    ['FORMER', ['LATER']],
    ['LATER', []],
  ] as const) {
    await setMembership({ providers: [...left, removed] })
    await setActive(id, false)
    await db.deleteFrom('sso_provider').where('id', '=', removed).execute()
    await setActive(id, true)
    expect(await membership().execute()).toMatchObject([{ providers: left }])
  }
})

test('a membership that the directory took lasts until the same day when the time zone of the customer has changed', async () => {
  await setMembership({ access_until: '2999-05-31T21:59:59Z' })
  const id = await profileOf()
  await setActive(id, false)
  await as('staff').patch(customers, nordbygg, { timeZone: 'Asia/Tokyo' })
  await setActive(id, true)
  expect(await membership().execute()).toMatchObject([{ access_until: '2999-05-31T14:59:59Z' }])
})

test('memberships that a directory took before they were stored whole are restored with their terms', async () => {
  const before = await databaseBeforeMigration('254')
  const idAt = (at: number) => `018cc251-f400-7000-8000-${String(at).padStart(12, '0')}`
  const [customer, person, profile, project] = [1, 2, 3, 4].map(idAt)
  await sql`insert into customer (id, name) values (${customer}, 'Nordbygg')`.execute(before.db)
  await sql`insert into app_user (id, email, given_name, family_name) values (${person}, ${mei}, 'Mei', 'Lin')`.execute(
    before.db,
  )
  await sql`insert into customer_user_profile (id, customer_id, user_id, created_at, updated_at)
    values (${profile}, ${customer}, ${person}, now(), now())`.execute(before.db)
  const terms = { expirationDate: null, accessUntil: '2999-05-31T21:59:59+00:00', providers: ['acme'] }
  const taken = JSON.stringify([{ project, level: 10, ...terms }])
  await sql`insert into scim_user (profile_id, customer_id, active, taken) values (${profile}, ${customer}, false, ${taken})`.execute(
    before.db,
  )
  await before.migrateToLatest()
  const { rows } = await sql<{ member: object }>`
    select to_jsonb(jsonb_populate_record(null::project_member, taken -> 0)) as member from scim_user`.execute(
    before.db,
  )
  expect(rows).toMatchObject([
    {
      member: {
        ...{ project_id: project, user_id: person, customer_id: customer, privilege_level: 10, directory_level: null },
        ...{ expiration_date: null, access_until: terms.accessUntil, providers: ['acme'], version: 1 },
      },
    },
  ])
})
