import { groups } from '@lintel/contract/content/groups'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { projectMembers } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { importDirectory } from '../../../test/directory-import'
import { connectDirectory, directoryClient, patchRequest } from '../../../test/scim-directory'
import { world } from '../../../test/world'

const { app, as, db, clock } = await world()
await connectDirectory(db)
const sendScim = directoryClient(app)
const astrid = as('astrid')
const domain = 'nordbygg.example'
const customer = customerId('nordbygg')
const tower = projectId('NB-1987')
const [lena, mei] = [`lena@${domain}`, `mei@${domain}`]

async function importFiles(files: Record<string, string>): Promise<string> {
  clock.advance(1_001)
  const { planId, summary } = await importDirectory(astrid, { files, domain })
  await importDirectory(astrid, { planId, dryRun: 'false', removals: String(summary.removal?.removed ?? 0) })
  return planId
}

/** Imports a group of Lena and Mei that gives them the tower, and returns its id in the directory. */
async function importGroup(name: string): Promise<string> {
  await importFiles({
    'memberships.csv': `group;email\n${name};${lena}\n${name};${mei}\n`,
    'access.csv': `group;project;role\n${name};NB-1987;user\n`,
  })
  const found = await sendScim('GET', `/Groups?filter=${encodeURIComponent(`displayName eq "${name}"`)}`)
  return found.body.Resources[0].id
}

const userId = async (email: string): Promise<string> =>
  (await sendScim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`)).body.Resources[0].id

const patchGroup = async (group: string, ...operations: object[]) =>
  expect((await sendScim('PATCH', `/Groups/${group}`, patchRequest(...operations))).status).toBe(204)
const rename = (group: string, value: string) => patchGroup(group, { op: 'replace', path: 'displayName', value })

/** The groups of the tower whose name begins so, with their members, as the project sees them. */
async function groupsOfTower(prefix: string) {
  const found = await astrid.list(inProject(groups, tower))
  return found
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, isImported, members }) => ({ name, isImported, members }))
}

const eventsOf = async (group: string) =>
  (
    await db
      .selectFrom('audit_event')
      .select('action')
      .where('target_type', '=', 'groups')
      .where('target_id', '=', group)
      .orderBy('sequence')
      .execute()
  ).map(({ action }) => action)

const idIn = async (name: string) =>
  (
    await db
      .selectFrom('project_group')
      .select('id')
      .where('project_id', '=', tower)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).id

const numGroups = async () =>
  (
    await db
      .selectFrom('project_figures')
      .select('num_groups')
      .where('project_id', '=', tower)
      .executeTakeFirstOrThrow()
  ).num_groups

test('contract 6: a group that SCIM renames is renamed in its projects at once, and the next import finds it there', async () => {
  const group = await importGroup('Riggers')
  const inTower = await idIn('Riggers')
  const before = await numGroups()
  await rename(group, 'Riggers of the tower')
  const renamed = [{ name: 'Riggers of the tower', isImported: true, members: [lena, mei] }]
  expect(await groupsOfTower('Riggers')).toEqual(renamed)
  expect(await eventsOf(inTower)).toEqual(['groups.update'])
  await importGroup('Riggers of the tower')
  expect(await groupsOfTower('Riggers')).toEqual(renamed)
  expect([await idIn('Riggers of the tower'), await numGroups()]).toEqual([inTower, before])
})

test('contract 6: a group that is deleted, or gives nothing any more, goes from its projects, and who is in it by hand keeps it', async () => {
  const before = await numGroups()
  const deleted = await importGroup('Slingers')
  const inTower = await idIn('Slingers')
  expect(await numGroups()).toBe(before + 1)
  expect((await sendScim('DELETE', `/Groups/${deleted}`)).status).toBe(204)
  expect(await groupsOfTower('Slingers')).toEqual([])
  expect([await numGroups(), await eventsOf(inTower)]).toEqual([before, ['groups.remove']])

  const kept = await importGroup('Banksmen')
  const keptInTower = await idIn('Banksmen')
  const byHand = { project_id: tower, group_id: keptInTower, user_id: personId(`astrid@${domain}`) }
  await db.insertInto('project_group_member').values(byHand).execute()
  const [access] = await astrid.list(directoryGroupAccess, { filter: { customer, group: kept } })
  await astrid.remove(directoryGroupAccess, access?.id ?? '')
  expect(await groupsOfTower('Banksmen')).toMatchObject([{ isImported: false, members: [`astrid@${domain}`] }])
  expect(await eventsOf(keptInTower)).toEqual(['groups.update'])

  // Once it gives something again, it is in the project again.
  await astrid.post(directoryGroupAccess, { customer, group: kept, project: tower, privilegeLevel: 10 } as never)
  const [again] = await groupsOfTower('Banksmen')
  expect(again).toMatchObject({ isImported: true })
  expect(again?.members).toEqual(expect.arrayContaining([lena, mei]))
  expect(again?.members).toHaveLength(3)
  expect(await idIn('Banksmen')).toBe(keptInTower)
})

test('contract 6: who leaves a group leaves it in its projects, also where another group gives them the project', async () => {
  const group = await importGroup('Masons')
  await importGroup('Joiners')
  const id = await userId(lena)
  await patchGroup(group, { op: 'remove', path: `members[value eq "${id}"]` })
  expect(await groupsOfTower('Masons')).toEqual([{ name: 'Masons', isImported: true, members: [mei] }])
  expect(await groupsOfTower('Joiners')).toMatchObject([{ members: [lena, mei] }])
  expect(await eventsOf(await idIn('Masons'))).toEqual(['groups.update'])
  const [member] = await astrid.list(projectMembers, { filter: { project: tower, user: lena } })
  expect(member).toMatchObject({ privilegeLevel: 10, directoryLevel: 10 })
  await patchGroup(group, { op: 'add', path: 'members', value: [{ value: id }] })
  expect(await groupsOfTower('Masons')).toMatchObject([{ members: [lena, mei] }])

  // Who is switched off and on again is in their groups as before.
  const active = (value: boolean) =>
    sendScim('PATCH', `/Users/${id}`, patchRequest({ op: 'replace', path: 'active', value }))
  expect((await active(false)).status).toBe(200)
  expect(await groupsOfTower('Masons')).toMatchObject([{ members: [mei] }])
  expect((await active(true)).status).toBe(200)
  expect(await groupsOfTower('Masons')).toMatchObject([{ members: [lena, mei] }])
})

test('a group that people made under the new name becomes the directory’s, and the former one goes', async () => {
  const group = await importGroup('Glaziers')
  const former = await idIn('Glaziers')
  const draft = { project: tower, name: 'glaziers of the tower', description: null, members: [] }
  const made = await astrid.post(inProject(groups, tower), draft)
  const before = await numGroups()
  await rename(group, 'Glaziers of the tower')
  expect([...(await groupsOfTower('Glaziers')), ...(await groupsOfTower('glaziers'))]).toEqual([
    { name: 'Glaziers of the tower', isImported: true, members: [lena, mei] },
  ])
  expect([await eventsOf(former), await numGroups()]).toEqual([['groups.remove'], before - 1])
  expect(await idIn('Glaziers of the tower')).toBe(made.id)
})

test('an import whose group was renamed in the project by hand finds it, and its undo takes away only what it made', async () => {
  await importGroup('Painters')
  const inTower = await idIn('Painters')
  await db.updateTable('project_group').set({ name: 'Painters by hand' }).where('id', '=', inTower).execute()
  const planId = await importFiles({
    'memberships.csv': `group;email\nPainters;${lena}\nPainters;${mei}\nPlasterers;${mei}\n`,
    'access.csv': 'group;project;role\nPlasterers;NB-1987;user\n',
  })
  expect(await groupsOfTower('Painters')).toMatchObject([{ name: 'Painters', isImported: true }])
  expect(await idIn('Painters')).toBe(inTower)
  expect(await groupsOfTower('Plasterers')).toEqual([{ name: 'Plasterers', isImported: true, members: [mei] }])
  await astrid.call(undoChangeSet, { parameters: { id: planId }, body: { partial: false } })
  expect(await groupsOfTower('Plasterers')).toEqual([])
  expect(await groupsOfTower('Painters')).toMatchObject([{ members: [lena, mei] }])
})

test('the undo of a removal puts nobody into a group that the directory took them out of since, nor back while it has switched them off', async () => {
  const museum = projectId('NB-2103')
  const setLevel = async (level: number) => {
    const input = { cells: [{ user: lena, project: museum, level }] }
    const set = await astrid.post(changeSets, { kind: 'roles', customer, input, apply: 'whenClean' } as never)
    expect(set).toMatchObject({ state: 'applied' })
    return set.id
  }
  await setLevel(20)
  await importFiles({
    'memberships.csv': `group;email\nRoofers;${lena}\nRoofers;${mei}\n`,
    'access.csv': 'group;project;role\nRoofers;NB-2103;user\n',
  })
  const listed = await sendScim('GET', `/Groups?filter=${encodeURIComponent('displayName eq "Roofers"')}`)
  const [group, id] = [listed.body.Resources[0].id, await userId(lena)]
  const roofers = async () => {
    const [found] = await astrid.list(inProject(groups, museum), { filter: { q: 'Roofers' } } as never)
    return found && { version: found.version, members: found.members }
  }
  const isMember = async () =>
    (await astrid.list(projectMembers, { filter: { project: museum, user: lena } })).length > 0
  const remove = () => setLevel(0)
  const undo = (set: string, partial = false) =>
    astrid.call(undoChangeSet, { parameters: { id: set }, body: { partial } })
  const active = async (value: boolean) =>
    expect(
      (await sendScim('PATCH', `/Users/${id}`, patchRequest({ op: 'replace', path: 'active', value }))).status,
    ).toBe(200)

  await undo(await remove())
  expect(await roofers()).toMatchObject({ members: [lena, mei] })
  const left = await remove()
  await patchGroup(group, { op: 'remove', path: `members[value eq "${id}"]` })
  const before = await roofers()
  expect(before?.members).toEqual([mei])
  await undo(left)
  expect([await isMember(), await roofers()]).toEqual([true, before])

  await patchGroup(group, { op: 'add', path: 'members', value: [{ value: id }] })
  const switchedOff = await remove()
  await active(false)
  await expect(undo(switchedOff)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  await undo(switchedOff, true)
  expect([await isMember(), (await roofers())?.members]).toEqual([false, [mei]])
  await active(true)
  expect([await isMember(), (await roofers())?.members]).toEqual([true, [lena, mei]])
})
