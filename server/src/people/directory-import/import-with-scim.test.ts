import { previewUndo, undoChangeSet } from '@lintel/contract/people/change-sets'
import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { projectMembers } from '@lintel/contract/people/members'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { importDirectory } from '../../../test/directory-import'
import { connectDirectory, directoryClient, patchRequest } from '../../../test/scim-directory'
import { world } from '../../../test/world'

const { app, as, db, clock } = await world()
await connectDirectory(db)
const sendScim = directoryClient(app)

const domain = 'nordbygg.example'
const [lena, mei] = [`lena@${domain}`, `mei@${domain}`]

const plan = (files: Record<string, string>) => {
  clock.advance(1_001)
  return importDirectory(as('astrid'), { files, domain })
}
const confirm = ({ planId, summary }: Awaited<ReturnType<typeof plan>>) =>
  importDirectory(as('astrid'), { planId, dryRun: 'false', removals: String(summary.removal?.removed ?? 0) })

async function importFiles(files: Record<string, string>): Promise<string> {
  const planned = await plan(files)
  await confirm(planned)
  return planned.planId
}

const undo = (id: string, partial = false) => {
  clock.advance(1_001)
  return as('astrid').call(undoChangeSet, { parameters: { id }, body: { partial } })
}

const userId = async (email: string): Promise<string> =>
  (await sendScim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`)).body.Resources[0].id

/** A group by name; undefined if there is none. */
async function groupNamed(name: string) {
  const found = await sendScim('GET', `/Groups?filter=${encodeURIComponent(`displayName eq "${name}"`)}`)
  return found.body.Resources[0]
}

test('contract 6: whom an import brings into a group and takes out of it, its version and time tell, each once', async () => {
  const { body } = await sendScim('POST', '/Groups', {
    displayName: 'Riggers',
    members: [{ value: await userId(mei) }],
  })
  /** Reads the group unless it is as in `seen`, an earlier answer. */
  const read = (seen: typeof body) =>
    sendScim('GET', `/Groups/${body.id}`, undefined, { 'if-none-match': seen.meta.version })
  expect((await read(body)).status).toBe(304)

  const joins = { 'memberships.csv': `group;email\nRiggers;${lena}\nRiggers;${mei}\n` }
  const first = await importFiles(joins)
  const joined = await read(body)
  expect(joined).toMatchObject({ status: 200, body: { meta: { version: versionNumbered(2) } } })
  expect(joined.body.members).toHaveLength(2)
  expect(Date.parse(joined.body.meta.lastModified)).toBeGreaterThan(Date.parse(body.meta.lastModified))

  await importFiles(joins)
  expect((await read(joined.body)).status).toBe(304)

  await undo(first)
  const left = await read(joined.body)
  expect(left).toMatchObject({ status: 200, body: { meta: { version: versionNumbered(3) }, members: body.members } })
  expect(Date.parse(left.body.meta.lastModified)).toBeGreaterThan(Date.parse(joined.body.meta.lastModified))

  const described = await importFiles({ ...joins, 'groups.csv': 'group;description\nRiggers;Of the cranes\n' })
  const changed = await read(left.body)
  expect(changed.body.meta.version).toEqual(versionNumbered(4))
  await undo(described)
  expect((await read(changed.body)).body.meta.version).toEqual(versionNumbered(5))
})

/** The ETag of a group's version with the hash of its members. */
const versionNumbered = (version: number) => expect.stringMatching(new RegExp(`^W/"${version}\\.[\\w-]{22}"$`))

test('imports whose members are in one group are undone one after the other, and the group that the first made goes', async () => {
  const first = await importFiles({ 'memberships.csv': `group;email\nSlingers;${lena}\n` })
  expect(await groupNamed('Slingers')).toMatchObject({ meta: { version: versionNumbered(1) } })
  const second = await importFiles({ 'memberships.csv': `group;email\nSlingers;${mei}\n` })
  expect((await groupNamed('Slingers')).members).toEqual([expect.objectContaining({ value: await userId(mei) })])
  await expect(undo(first)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  await undo(second)
  expect(await groupNamed('Slingers')).toMatchObject({ meta: { version: versionNumbered(3) } })
  await undo(first)
  expect(await groupNamed('Slingers')).toBeUndefined()
})

test('whom an import brought into a group and SCIM adds to it as well stays there after the next file and after the undo', async () => {
  const planId = await importFiles({ 'memberships.csv': `group;email\nPavers;${lena}\nPavers;${mei}\n` })
  const { id, meta } = await groupNamed('Pavers')
  const added = patchRequest({ op: 'add', path: 'members', value: [{ value: await userId(lena) }] })
  for (const _ of ['adopted', 'unchanged']) {
    expect((await sendScim('PATCH', `/Groups/${id}`, added)).status).toBe(204)
    expect((await groupNamed('Pavers')).meta).toEqual(meta)
  }
  const recorded = await db.selectFrom('audit_event').select('after').where('target_id', '=', id).execute()
  expect(recorded).toEqual([{ after: { adopted: [lena] } }])
  await importFiles({ 'memberships.csv': `group;email\nPavers;${mei}\n` })
  expect((await groupNamed('Pavers')).members).toHaveLength(2)
  await undo(planId, true)
  expect((await groupNamed('Pavers')).members).toEqual([expect.objectContaining({ value: await userId(lena) })])
})

test.each([
  ['another member', async () => patchRequest({ op: 'add', path: 'members', value: [{ value: await userId(mei) }] })],
  ['fewer members', async () => patchRequest({ op: 'remove', path: 'members' })],
  ['an id of its own', async () => patchRequest({ op: 'replace', path: 'externalId', value: '8aa1' })],
  ['another name', async () => patchRequest({ op: 'replace', path: 'displayName', value: 'Banksmen' })],
])('a group that an import made stays where SCIM gave it %s', async (given, patch) => {
  const name = `With ${given}`
  const planId = await importFiles({ 'memberships.csv': `group;email\n${name};${lena}\n` })
  const { id } = await groupNamed(name)
  expect((await sendScim('PATCH', `/Groups/${id}`, await patch())).status).toBe(204)
  await expect(undo(planId)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  await undo(planId, true)
  expect((await sendScim('GET', `/Groups/${id}`)).status).toBe(200)
})

describe('contract 4: an import whose plan the directory has overtaken is stale, and nothing of it is applied', () => {
  const customer = customerId('nordbygg')
  const museum = projectId('NB-2103')
  const isStale = { status: 409, code: 'planStale' }
  const member = (email: string) => sql`project_id = ${museum} and user_id = ${personId(email)}`
  const membershipOf = async (email: string) =>
    (await db
      .selectFrom('project_member')
      .select(['privilege_level as level', 'directory_level as directory'])
      .where(sql<boolean>`${member(email)}`)
      .executeTakeFirst()) ?? null
  const isInGroup = async (email: string, group: string) => {
    const { members = [] } = (await groupNamed(group)) ?? {}
    const id = await userId(email)
    return members.some(({ value }: { value: string }) => value === id)
  }
  const activate = async (email: string, value: boolean) => {
    const path = `/Users/${await userId(email)}`
    expect((await sendScim('PATCH', path, patchRequest({ op: 'replace', path: 'active', value }))).status).toBe(200)
  }
  const join = async (email: string, group: string) => {
    const added = patchRequest({ op: 'add', path: 'members', value: [{ value: await userId(email) }] })
    expect((await sendScim('PATCH', `/Groups/${(await groupNamed(group)).id}`, added)).status).toBe(204)
  }
  const open = (group: string, level: 10 | 20) =>
    groupNamed(group).then(({ id }) =>
      as('astrid').post(directoryGroupAccess, { customer, group: id, project: museum, privilegeLevel: level }),
    )
  const addGroup = async (displayName: string, level?: 10 | 20) => {
    expect((await sendScim('POST', '/Groups', { displayName })).status).toBe(201)
    return level && open(displayName, level)
  }
  const joining = (group: string, email = lena) => ({ 'memberships.csv': `group;email\n${group};${email}\n` })

  test('where what a group opens was removed', async () => {
    const access = await addGroup('Drivers', 10)
    const planned = await plan(joining('Drivers'))
    await as('astrid').remove(directoryGroupAccess, access?.id ?? '')
    await expect(confirm(planned)).rejects.toMatchObject(isStale)
    expect(await membershipOf(lena)).toBeNull()
    expect(await isInGroup(lena, 'Drivers')).toBe(false)
  })

  test('where somebody’s account was closed', async () => {
    const email = `torn@${domain}`
    await db.insertInto('app_user').values({ id: uuidv7(), email }).execute()
    const planned = await plan({ 'users.csv': `email;firstname;lastname\n${email};Torn;Berg\n` })
    await db
      .updateTable('app_user')
      .set({ email: 'account-torn@closed.invalid', deleted_at: new Date().toISOString() })
      .where('email', '=', email)
      .execute()
    await expect(confirm(planned)).rejects.toMatchObject(isStale)
    const profiles = sql`select from customer_user_profile join app_user on app_user.id = user_id where email like '%@closed.invalid'`
    expect((await profiles.execute(db)).rows).toEqual([])
  })

  test('where SCIM has deactivated somebody, and where it has activated them', async () => {
    await addGroup('Welders', 10)
    const active = await plan(joining('Welders'))
    await activate(lena, false)
    await expect(confirm(active)).rejects.toMatchObject(isStale)
    expect(await membershipOf(lena)).toBeNull()
    const inactive = await plan(joining('Welders'))
    await activate(lena, true)
    await expect(confirm(inactive)).rejects.toMatchObject(isStale)
    expect(await isInGroup(lena, 'Welders')).toBe(false)
    expect(await confirm(await plan(joining('Welders')))).toMatchObject({ state: 'applied' })
    expect(await membershipOf(lena)).toEqual({ level: 10, directory: 10 })
    await importFiles({ 'users.csv': `email;enabled\n${lena};FALSE\n` })
    await importFiles({ 'users.csv': `email;enabled\n${lena};TRUE\n` })
    expect(await membershipOf(lena)).toBeNull()
  })

  test('where another import has disabled somebody who was in no group', async () => {
    const known = `known.rigger@${domain}`
    await addGroup('Riveters', 10)
    await importFiles({ 'users.csv': `email\n${known}\n` })
    const planned = await plan(joining('Riveters', known))
    await importFiles({ 'users.csv': `email;enabled\n${known};FALSE\n` })
    await expect(confirm(planned)).rejects.toMatchObject(isStale)
    expect(await isInGroup(known, 'Riveters')).toBe(false)
  })

  test('where another import was applied, and where one was undone', async () => {
    await importFiles({ ...joining('Joiners', mei), 'access.csv': 'group;project;role\nJoiners;NB-2103;user\n' })
    const [joins, closes] = [
      await plan(joining('Joiners')),
      await plan({ 'access.csv': 'group;project;role\nJoiners;NB-2103;none\n' }),
    ]
    await confirm(joins)
    await expect(confirm(closes)).rejects.toMatchObject(isStale)
    expect(await membershipOf(lena)).toEqual({ level: 10, directory: 10 })
    const again = await plan({ 'access.csv': 'group;project;role\nJoiners;NB-2103;none\n' })
    await undo(joins.planId)
    await expect(confirm(again)).rejects.toMatchObject(isStale)
    expect(await membershipOf(lena)).toBeNull()
    await importFiles({ 'access.csv': 'group;project;role\nJoiners;NB-2103;none\n' })
  })

  test('where another group gives by now what the plan takes away', async () => {
    await addGroup('Fitters', 10)
    await importFiles({ ...joining('Joiners'), 'access.csv': 'group;project;role\nJoiners;NB-2103;user\n' })
    const planned = await plan(joining('Joiners', mei))
    await join(lena, 'Fitters')
    await expect(confirm(planned)).rejects.toMatchObject(isStale)
    expect(await membershipOf(lena)).toEqual({ level: 10, directory: 10 })
    await sendScim('DELETE', `/Groups/${(await groupNamed('Fitters')).id}`)
    await importFiles({ 'access.csv': 'group;project;role\nJoiners;NB-2103;none\n' })
    expect(await membershipOf(lena)).toBeNull()
  })

  test('where a group has raised a membership that the plan found unchanged; it is restored when the group is empty', async () => {
    await as('astrid').post(projectMembers, { project: museum, user: lena, privilegeLevel: 10, providers: [] })
    await addGroup('Leads', 20)
    const planned = await plan({
      ...joining('Helpers'),
      'access.csv': 'group;project;role\nHelpers;NB-2103;user\n',
    })
    await join(lena, 'Leads')
    await expect(confirm(planned)).rejects.toMatchObject(isStale)
    expect(await membershipOf(lena)).toEqual({ level: 20, directory: 20 })
    const emptied = patchRequest({ op: 'remove', path: 'members' })
    await sendScim('PATCH', `/Groups/${(await groupNamed('Leads')).id}`, emptied)
    expect(await membershipOf(lena)).toEqual({ level: 10, directory: null })
    await db
      .deleteFrom('project_member')
      .where(sql<boolean>`${member(lena)}`)
      .execute()
  })

  test('where a project in which its groups give something was restored', async () => {
    await addGroup('Keepers', 10)
    const change = (isInactive: boolean) => as('astrid').patch(projects, museum, { isInactive } as never)
    await change(true)
    const planned = await plan(joining('Keepers'))
    await change(false)
    await expect(confirm(planned)).rejects.toMatchObject(isStale)
    expect(await isInGroup(lena, 'Keepers')).toBe(false)
  })

  test('but not where only people’s profiles, or another customer’s groups, have changed', async () => {
    const planned = await plan(joining('Unhurried'))
    const profile = patchRequest({ op: 'replace', path: 'title', value: 'Rigger' })
    await sendScim('PATCH', `/Users/${await userId(mei)}`, profile)
    await db
      .insertInto('directory_group')
      .values({ id: personId('another group'), customer_id: customerId('fjellbane'), name: 'Theirs', source: 'scim' })
      .execute()
    expect(await confirm(planned)).toMatchObject({ state: 'applied' })
  })

  test('an undo leaves what another group gives by now, and takes what only its groups gave to others', async () => {
    await addGroup('Others', 10)
    const applied = await importFiles({
      ...joining('Givers'),
      'access.csv': 'group;project;role\nGivers;NB-2103;user\n',
    })
    await join(lena, 'Others')
    await join(mei, 'Givers')
    expect(await membershipOf(mei)).toEqual({ level: 10, directory: 10 })
    await undo(applied, true)
    expect(await membershipOf(lena)).toEqual({ level: 10, directory: 10 })
    expect(await membershipOf(mei)).toBeNull()
    await sendScim('DELETE', `/Groups/${(await groupNamed('Others')).id}`)
    expect(await membershipOf(lena)).toBeNull()
  })

  test('an undo gives nothing back to somebody whom SCIM has deactivated since', async () => {
    await as('astrid').post(projectMembers, { project: museum, user: lena, privilegeLevel: 10, providers: [] })
    await importFiles({ ...joining('Sailors', mei), 'access.csv': 'group;project;role\nSailors;NB-2103;user\n' })
    const applied = await importFiles({
      'users.csv': `email;enabled\n${lena};FALSE\n${mei};FALSE\n`,
    })
    expect([await membershipOf(lena), await membershipOf(mei)]).toEqual([null, null])
    await activate(lena, false)
    await activate(mei, false)
    expect((await as('astrid').call(previewUndo, { parameters: { id: applied } })).remains).toBeGreaterThan(1)
    await undo(applied, true)
    expect([await membershipOf(lena), await membershipOf(mei)]).toEqual([null, null])
    expect(await isInGroup(mei, 'Sailors')).toBe(true)
    await activate(mei, true)
    expect(await membershipOf(mei)).toEqual({ level: 10, directory: 10 })
  })
})
