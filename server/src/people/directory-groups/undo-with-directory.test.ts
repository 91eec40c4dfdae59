import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { projectMembers } from '@lintel/contract/people/members'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { importDirectory } from '../../../test/directory-import'
import { connectDirectory, directoryClient, patchRequest } from '../../../test/scim-directory'
import { world } from '../../../test/world'

const { app, as, db } = await world()
await connectDirectory(db)
const sendScim = directoryClient(app)

const [nordbygg, eiendom] = [customerId('nordbygg'), customerId('eiendom')]
/** Projects of Nordbygg that none of the people below is in, unless a test adds them. */
const [museum, harbour] = [projectId('NB-2103'), projectId('NB-2041')]
const domain = 'nordbygg.example'
const [anna, astrid] = [as('anna'), as('astrid')]

/** Somebody whom the directory has made. */
async function newUser() {
  const email = `${uuidv7()}@${domain}`
  const made = await sendScim('POST', '/Users', { userName: email, name: { givenName: 'Un', familyName: 'Done' } })
  expect(made.status).toBe(201)
  return { email, id: made.body.id as string }
}

/** A group of these users (ids), and what opens a project to it. */
async function newGroup(...members: string[]) {
  const made = await sendScim('POST', '/Groups', {
    displayName: uuidv7(),
    members: members.map((value) => ({ value })),
  })
  expect(made.status).toBe(201)
  const { id } = made.body as { id: string }
  return {
    opens: (project: string, privilegeLevel: 10 | 20) =>
      astrid.post(directoryGroupAccess, { customer: nordbygg, group: id, project, privilegeLevel }),
    async leaves(member: string) {
      const left = patchRequest({ op: 'remove', path: `members[value eq "${member}"]` })
      expect((await sendScim('PATCH', `/Groups/${id}`, left)).status).toBe(204)
    },
  }
}

async function change(user: string, project: string, level: number, { by = astrid, customer = nordbygg } = {}) {
  const input = { cells: [{ user, project, level }] }
  const draft = { kind: 'roles' satisfies ChangeSetKind, customer, input, apply: 'whenClean' }
  const set = await by.post(changeSets, draft as never)
  expect(set).toMatchObject({ state: 'applied', summary: { change: 1 } })
  return set.id
}
const undo = (id: string, { by = astrid, partial = false } = {}) =>
  by.call(undoChangeSet, { parameters: { id }, body: { partial } })
const whole = { state: 'undone', summary: { undone: 1, remaining: 0 } }

const memberOf = (project: string, email: string) =>
  db
    .selectFrom('project_member')
    .innerJoin('app_user as person', 'person.id', 'user_id')
    .where('project_id', '=', project)
    .where('person.email', '=', email)
    .select(['person.id', 'privilege_level as level', 'directory_level as directory'])
    .executeTakeFirst()
async function levelsOf(project: string, email: string) {
  const { level = null, directory = null } = (await memberOf(project, email)) ?? {}
  return [level, directory]
}
const none = [null, null]

test('removed access of a group comes back only while a group gives it, and no other access with it', async () => {
  const { email, id } = await newUser()
  const group = await newGroup(id)
  const toMuseum = await group.opens(museum, 10)
  await group.opens(harbour, 20)
  const fromMuseum = await change(email, museum, 0)
  await astrid.remove(directoryGroupAccess, toMuseum.id)
  const fromHarbour = await change(email, harbour, 0)
  expect(await undo(fromMuseum)).toMatchObject(whole)
  expect(await levelsOf(museum, email)).toEqual(none)
  expect(await levelsOf(harbour, email)).toEqual(none)
  expect(await undo(fromHarbour)).toMatchObject(whole)
  expect(await levelsOf(harbour, email)).toEqual([20, 20])
})

test('a removed membership that a group had raised comes back as it was by hand when the group gives no more', async () => {
  const { email, id } = await newUser()
  await change(email, museum, 10)
  const group = await newGroup(id)
  await group.opens(museum, 20)
  expect(await levelsOf(museum, email)).toEqual([20, 20])
  const removal = await change(email, museum, 0)
  await group.leaves(id)
  expect(await undo(removal)).toMatchObject(whole)
  expect(await levelsOf(museum, email)).toEqual([10, null])
})

test('what an administrator had made of a group’s access comes back as it was while the group gives the same', async () => {
  const { email, id } = await newUser()
  const group = await newGroup(id)
  await group.opens(museum, 20)
  const member = await memberOf(museum, email)
  await astrid.patch(projectMembers, `${museum}.${member?.id}`, { privilegeLevel: 10 })
  const removal = await change(email, museum, 0)
  expect(await undo(removal)).toMatchObject(whole)
  expect(await levelsOf(museum, email)).toEqual([10, 20])
})

const profileOf = async (user: string) =>
  (await astrid.list(customerUserProfiles, { filter: { customer: nordbygg, user } }))[0]?.id ?? ''

test.each([
  [
    'the directory has deleted',
    async (id: string) => expect((await sendScim('DELETE', `/Users/${id}`)).status).toBe(204),
  ],
  ['an administrator has removed from the directory', (id: string) => astrid.remove(customerUserProfiles, id)],
])('nothing is given back to somebody whom %s since', async (_, remove) => {
  const { email, id } = await newUser()
  await change(email, museum, 10)
  const removal = await change(email, museum, 0)
  await remove(id)
  await expect(undo(removal)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  expect(await undo(removal, { partial: true })).toMatchObject({
    state: 'undone',
    summary: { undone: 0, remaining: 1 },
  })
  expect(await levelsOf(museum, email)).toEqual(none)
})

test('nor to somebody whom the directory came to know after the removal; at another customer it is', async () => {
  const email = `${uuidv7()}@${domain}`
  await db.insertInto('app_user').values({ id: uuidv7(), email, home_customer_id: nordbygg }).execute()
  const office = projectId('NE-318')
  const elsewhere = { by: anna, customer: eiendom }
  await anna.post(projectMembers, { project: office, user: email, privilegeLevel: 10, sendInvitation: false } as never)
  await change(email, museum, 10)
  const [removal, other] = [await change(email, museum, 0), await change(email, office, 0, elsewhere)]
  const made = await sendScim('POST', '/Users', { userName: email, name: { givenName: 'Un', familyName: 'Known' } })
  expect(await profileOf(email)).toBe(made.body.id)
  expect((await sendScim('DELETE', `/Users/${made.body.id}`)).status).toBe(204)
  await expect(undo(removal)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  expect(await undo(other, { by: anna })).toMatchObject(whole)
  expect(await levelsOf(office, email)).toEqual([10, null])
})

test('the undo of an import puts nobody back into a group whom the directory has deleted since', async () => {
  const { email, id } = await newUser()
  const stays = await newUser()
  const name = uuidv7()
  const importGroup = async (...members: string[]) => {
    const lines = members.map((member) => `${name};${member}\n`)
    const files = {
      'groups.csv': `group\n${name}\n`,
      'memberships.csv': `group;email\n${lines.join('')}`,
      'access.csv': `group;project;role\n${name};NB-2103;user\n`,
    }
    const { planId, summary } = await importDirectory(astrid, { files, domain })
    const removals = String(summary.removal?.removed ?? 0)
    await importDirectory(astrid, { planId, dryRun: 'false', removals })
    return planId
  }
  await importGroup(email, stays.email)
  expect(await levelsOf(museum, email)).toEqual([10, 10])
  const left = await importGroup(stays.email)
  expect(await levelsOf(museum, email)).toEqual(none)
  expect((await sendScim('DELETE', `/Users/${id}`)).status).toBe(204)
  await undo(left, { partial: true })
  const members = await db
    .selectFrom('directory_group_member as member')
    .innerJoin('directory_group as stored', 'stored.id', 'member.group_id')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .where('stored.name', '=', name)
    .select('person.email')
    .execute()
  expect(members).toEqual([{ email: stays.email }])
  expect(await levelsOf(museum, email)).toEqual(none)
})
