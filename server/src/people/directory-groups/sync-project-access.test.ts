import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { patchRequest, scimDirectory } from '../../../test/scim-directory'
import { platformOrigin, runChange } from '../../platform/context'
import { syncDerivedAccess } from './derive-access'

const { as, db, platform, rollBack, sendScim, nordbygg, signInAll } = await scimDirectory()
const anna = as('anna@nordbygg.example')
const gro = as('gro@fjellbane.example')
const staff = as('staff@lintel.example')
await signInAll([anna, gro, staff])
afterEach(rollBack)

const fjellbane = customerId('fjellbane')
/** An active project of Nordbygg that none of the new people is in. */
const project = projectId('NB-2103')
const otherProject = projectId('NB-2041')
const end = '2031-03-31T21:59:59.000Z'

const emailOf = (name: string) => `${name}@nordbygg.example`

/** Creates a directory user and returns their SCIM id. */
async function newUser(name: string): Promise<string> {
  const made = await sendScim('POST', '/Users', {
    userName: emailOf(name),
    name: { givenName: name, familyName: 'New' },
  })
  expect(made.status).toBe(201)
  return made.body.id
}

async function newGroup(displayName: string, members: readonly string[]): Promise<string> {
  const made = await sendScim('POST', '/Groups', { displayName, members: members.map((value) => ({ value })) })
  expect(made.status).toBe(201)
  return made.body.id
}

const leave = async (group: string, user: string) => {
  const operation = { op: 'remove', path: `members[value eq "${user}"]` }
  expect((await sendScim('PATCH', `/Groups/${group}`, patchRequest(operation))).status).toBe(204)
}

const addGroupAccess = (group: string, of = project, privilegeLevel: 10 | 20 = 20) =>
  anna.post(directoryGroupAccess, { customer: nordbygg, group, project: of, privilegeLevel })

const accountOf = async (name: string) =>
  (await db.selectFrom('app_user').where('email', '=', emailOf(name)).select('id').executeTakeFirstOrThrow()).id

const giveByHand = async (name: string, accessUntil: string | null) =>
  db
    .insertInto('project_member')
    .values({
      ...{ project_id: project, customer_id: nordbygg, privilege_level: 10 },
      ...{ user_id: await accountOf(name), access_until: accessUntil },
    })
    .execute()

/** The membership of a person in the project: level, directory level, former manual terms, and end. */
async function membership(name: string, of = project) {
  const found = await db
    .selectFrom('project_member as member')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .where('person.email', '=', emailOf(name))
    .where('member.project_id', '=', of)
    .select(['privilege_level', 'directory_level', 'before_directory', 'access_until'])
    .executeTakeFirst()
  if (!found) return null
  const { level = null } = (found.before_directory as { level: number } | null) ?? {}
  const until = found.access_until && new Date(`${found.access_until}`).toISOString()
  return [found.privilege_level, found.directory_level, level, until]
}

/** The latest audit events at a customer about a person’s membership in the project. */
const lastEvents = async (name: string, customer = nordbygg) =>
  db
    .selectFrom('audit_event')
    .where('tenant_id', '=', customer)
    .where('target_id', '=', `${project}.${await accountOf(name)}`)
    .select(['action', 'actor_email', 'before', 'after'])
    .orderBy('sequence', 'desc')
    .executeTakeFirst()

const deleteProject = () => anna.patch(projects, project, { isInactive: true })

test('contract 6: a project that is restored is as the directory has it by then: who left has nothing, and who came has what it gives', async () => {
  const [left, raised, came] = [await newUser('left'), await newUser('raised'), await newUser('came')]
  await giveByHand('raised', end)
  const leads = await newGroup('Leads', [left, raised])
  await addGroupAccess(leads)
  expect(await membership('left')).toEqual([20, 20, null, null])
  expect(await membership('raised')).toEqual([20, 20, 10, null])
  await deleteProject()
  await leave(leads, left)
  await leave(leads, raised)
  // Also through a nested group.
  const nestedGroup = await newGroup('Crew', [came])
  await db
    .insertInto('directory_group_parent')
    .values({ group_id: nestedGroup, parent_id: leads, customer_id: nordbygg })
    .execute()
  expect([await membership('left'), await membership('came')]).toEqual([[20, 20, null, null], null])

  await anna.patch(projects, project, { isInactive: false })
  expect(await membership('left')).toBeNull()
  expect(await membership('raised')).toEqual([10, null, null, end])
  expect(await membership('came')).toEqual([20, 20, null, null])
  const by = { actor_email: 'anna@nordbygg.example' }
  const leader = { privilegeLevel: 20 }
  expect(await lastEvents('left')).toEqual({ ...by, action: 'project-members.remove', before: leader, after: null })
  expect(await lastEvents('came')).toEqual({ ...by, action: 'project-members.create', before: null, after: leader })
  expect(await lastEvents('raised')).toMatchObject({
    ...{ ...by, action: 'project-members.update' },
    ...{ before: { privilegeLevel: 20 }, after: { privilegeLevel: 10 } },
  })
})

test('contract 6: a group that is gone while a project is deleted gives nothing in it when it is restored', async () => {
  const leads = await newGroup('Leads', [await newUser('left')])
  await addGroupAccess(leads)
  await deleteProject()
  expect((await sendScim('DELETE', `/Groups/${leads}`)).status).toBe(204)
  expect(await membership('left')).toEqual([20, 20, null, null])
  await anna.patch(projects, project, { isInactive: false })
  expect(await membership('left')).toBeNull()
})

test('contract 6: what a group opens in a project that somebody deletes meanwhile takes effect when it is restored', async () => {
  const leads = await newGroup('Leads', [await newUser('waits')])
  await addGroupAccess(leads)
  await deleteProject()
  await db.updateTable('directory_group_access').set({ level: 10 }).where('group_id', '=', leads).execute()
  const people = [await accountOf('waits')]
  await runChange(platform, platformOrigin('test'), async (change) => {
    change.audit({ action: 'directory-group-access.update', customer: nordbygg })
    await syncDerivedAccess(change, nordbygg, people, { project, group: leads })
  })
  expect(await membership('waits')).toEqual([20, 20, null, null])
  await anna.patch(projects, project, { isInactive: false })
  expect(await membership('waits')).toEqual([10, 10, null, null])
})

test('contract 6: restoring a project changes nothing of its people in others, and says who keeps what they have', async () => {
  const owner = await db
    .selectFrom('project')
    .innerJoin('app_user as person', 'person.id', 'project.owner_id')
    .where('project.id', '=', project)
    .select('person.email')
    .executeTakeFirstOrThrow()
  const leads = await newGroup('Leads', [await newUser('lowered')])
  await addGroupAccess(leads)
  await addGroupAccess(leads, otherProject)
  await db
    .updateTable('project_member')
    .set({ privilege_level: 10 })
    .where('project_id', '=', otherProject)
    .where('user_id', '=', await accountOf('lowered'))
    .execute()
  await deleteProject()
  await db
    .insertInto('directory_group_member')
    .values({ group_id: leads, customer_id: nordbygg, user_id: personId(owner.email), source: 'scim' })
    .execute()
  await anna.patch(projects, project, { isInactive: false })
  expect(await membership('lowered')).toEqual([20, 20, null, null])
  expect(await membership('lowered', otherProject)).toEqual([10, 20, null, null])
  const kept = await db
    .selectFrom('audit_event')
    .where('action', '=', 'directory-groups.keep-access')
    .where('target_id', '=', project)
    .select(['tenant_id', 'after'])
    .execute()
  expect(kept).toEqual([{ tenant_id: nordbygg, after: { kept: [{ email: owner.email, project, why: 'owner' }] } }])
})

test('contract 6: a project that moves leaves the directory: its people stay, and no other directory takes anything from them', async () => {
  const [given, raised] = [await newUser('given'), await newUser('raised')]
  await giveByHand('raised', end)
  const leads = await newGroup('Leads', [given, raised])
  const opened = await addGroupAccess(leads)
  const inProject = { id: uuidv7(), customer_id: nordbygg, project_id: project, name: 'Leads', is_imported: true }
  await db.insertInto('project_group').values(inProject).execute()
  await db
    .insertInto('project_group_member')
    .values({ group_id: inProject.id, project_id: project, user_id: await accountOf('given'), is_imported: true })
    .execute()
  const owner = await db.selectFrom('project').where('id', '=', project).select('owner_id').executeTakeFirstOrThrow()
  // As an import that transferred the project.
  await db
    .updateTable('project_member')
    .set({ directory_level: 30, before_directory: JSON.stringify({ level: 20 }) })
    .where('project_id', '=', project)
    .where('user_id', '=', owner.owner_id)
    .execute()

  await staff.patch(projects, project, { customer: fjellbane })
  expect(await membership('given')).toEqual([20, null, null, null])
  expect(await membership('raised')).toEqual([10, null, null, end])
  const marked = await sql<{ marked: number; owner: number }>`
    select (count(*) filter (where directory_level is not null or before_directory is not null))::int as marked,
      max(privilege_level) as owner
    from project_member where project_id = ${project}`.execute(db)
  expect(marked.rows).toEqual([{ marked: 0, owner: 30 }])
  const left = await sql`
    select from directory_group_access where project_id = ${project}
    union all select from project_group where project_id = ${project} and is_imported
    union all select from project_group_member where project_id = ${project} and is_imported`.execute(db)
  expect(left.rows).toEqual([])
  const removed = await db
    .selectFrom('audit_event')
    .where('target_id', '=', opened.id)
    .where('action', '=', 'directory-group-access.remove')
    .select(['tenant_id', 'before'])
    .execute()
  const before = { group: leads, project, customer: nordbygg, privilegeLevel: 20 }
  expect(removed).toEqual([{ tenant_id: nordbygg, before }])
  expect(await lastEvents('raised', fjellbane)).toMatchObject({
    ...{ action: 'project-members.update', actor_email: 'staff@lintel.example' },
    ...{ before: { privilegeLevel: 20 }, after: { privilegeLevel: 10 } },
  })

  // A change of the other customer's directory that concerns one of them.
  const theirs = { id: uuidv7(), customer_id: fjellbane, name: 'Borers', source: 'scim' }
  await db.insertInto('directory_group').values(theirs).execute()
  await db
    .insertInto('directory_group_member')
    .values({ group_id: theirs.id, customer_id: fjellbane, user_id: await accountOf('given'), source: 'scim' })
    .execute()
  const tunnel = await db
    .selectFrom('project')
    .where('customer_id', '=', fjellbane)
    .where('is_inactive', '=', false)
    .where('id', '<>', project)
    .select('id')
    .executeTakeFirstOrThrow()
  await gro.post(directoryGroupAccess, {
    ...{ customer: fjellbane, group: theirs.id, project: tunnel.id, privilegeLevel: 10 },
  })
  expect(await membership('given', tunnel.id)).toEqual([10, 10, null, null])
  expect(await membership('given')).toEqual([20, null, null, null])
  // Neither does one of the former customer's directory.
  await leave(leads, given)
  expect(await membership('given')).toEqual([20, null, null, null])
})

test('contract 6: who left the directory while a project was deleted is not in it when it moves and is restored at once', async () => {
  const [left, stays] = [await newUser('left'), await newUser('stays')]
  const leads = await newGroup('Leads', [left, stays])
  await addGroupAccess(leads)
  await deleteProject()
  await leave(leads, left)
  await staff.patch(projects, project, { customer: fjellbane, isInactive: false })
  expect(await membership('left')).toBeNull()
  expect(await membership('stays')).toEqual([20, null, null, null])
})
