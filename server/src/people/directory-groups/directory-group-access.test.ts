import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { directoryGroups } from '@lintel/contract/people/directory-groups'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { directoryGroupId } from '../../../demo/directory-groups'
import { projectId } from '../../../demo/projects'
import { accessWorld } from '../../../test/access-world'

const { as, db, rollBack, signInAll } = await accessWorld()
const anna = as('anna@nordbygg.example')
const gro = as('gro@fjellbane.example')
const mei = as('mei@nordbygg.example')
const reports = as('reports@nordbygg.example')
await signInAll([anna, gro, mei, reports])
afterEach(rollBack)

const nordbygg = customerId('nordbygg')
const group = directoryGroupId('BIM coordinators')
/** An active project that nobody of the group is in: each test removes them first. */
const project = projectId('NB-2103')
const draft = { customer: nordbygg, group, project, privilegeLevel: 20 } as const

const given = async () => {
  const rows = await db
    .selectFrom('project_member as member')
    .innerJoin('directory_group_member as own', 'own.user_id', 'member.user_id')
    .where('own.group_id', '=', group)
    .where('member.project_id', '=', project)
    .select(['member.privilege_level', 'member.directory_level'])
    .execute()
  return rows.map(({ privilege_level, directory_level }) => [privilege_level, directory_level])
}
const removeMembers = () =>
  db
    .deleteFrom('project_member')
    .where('project_id', '=', project)
    .where('user_id', 'in', (of) =>
      of.selectFrom('directory_group_member').where('group_id', '=', group).select('user_id'),
    )
    .where('privilege_level', '<', 30)
    .execute()

test('contract 6: an administrator says what a group opens, and its people have it at once, and no longer when it is taken away', async () => {
  await removeMembers()
  const shown = await anna.get(directoryGroups, group)
  expect(shown).toMatchObject({ name: 'BIM coordinators', source: 'scim', customer: nordbygg })
  expect(shown.numMembers).toBeGreaterThan(1)
  const all = (level: number) => Array.from({ length: shown.numMembers }, () => [level, level])
  const mapped = await anna.post(directoryGroupAccess, draft)
  expect(mapped).toMatchObject({ ...draft, version: 1 })
  expect(await given()).toEqual(all(20))
  await anna.patch(directoryGroupAccess, mapped.id, { privilegeLevel: 10 })
  expect(await given()).toEqual(all(10))
  await anna.remove(directoryGroupAccess, mapped.id)
  expect(await given()).toEqual([])
  // Creating it again gives the same result: deleting it lost nothing.
  await anna.post(directoryGroupAccess, draft)
  expect(await given()).toEqual(all(20))
  const recorded = await db
    .selectFrom('audit_event')
    .where('tenant_id', '=', nordbygg)
    .where('target_type', 'in', ['directory-group-access', 'project-members'])
    .where('actor_email', '=', 'anna@nordbygg.example')
    .where('occurred_at', '>', new Date(Date.now() - 600_000).toISOString())
    .select('action')
    .execute()
  const count = (action: string) => recorded.filter((event) => event.action === action).length
  expect(count('directory-group-access.create')).toBe(2)
  expect(count('directory-group-access.update')).toBe(1)
  expect(count('directory-group-access.remove')).toBe(1)
  expect(count('project-members.remove')).toBe(shown.numMembers)
})

test('contract 6: what a group opens in one project changes nothing that its people have in others', async () => {
  await removeMembers()
  const other = projectId('NB-2041')
  await anna.post(directoryGroupAccess, { ...draft, project: other })
  // Lowered by hand since.
  const lowered = await db
    .updateTable('project_member')
    .set({ privilege_level: 10 })
    .where('project_id', '=', other)
    .where('directory_level', '=', 20)
    .returning('user_id')
    .execute()
  expect(lowered.length).toBeGreaterThan(0)
  const elsewhere = () =>
    db.selectFrom('project_member').selectAll().where('project_id', '=', other).orderBy('user_id').execute()
  const before = await elsewhere()
  const mapped = await anna.post(directoryGroupAccess, draft)
  await anna.patch(directoryGroupAccess, mapped.id, { privilegeLevel: 10 })
  expect((await given()).length).toBeGreaterThan(0)
  await anna.remove(directoryGroupAccess, mapped.id)
  expect(await given()).toEqual([])
  expect(await elsewhere()).toEqual(before)
})

test('G1, G4: nobody else says it, and a group or a project of another customer is unknown', async () => {
  const mapped = await anna.post(directoryGroupAccess, draft)
  for (const other of [gro, mei, reports]) {
    await expect(other.post(directoryGroupAccess, { ...draft, project: projectId('NB-1902') })).rejects.toMatchObject({
      code: 'forbidden',
    })
  }
  for (const other of [gro, mei]) {
    await expect(other.get(directoryGroupAccess, mapped.id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(other.get(directoryGroups, group)).rejects.toMatchObject({ code: 'notFound' })
    await expect(other.remove(directoryGroupAccess, mapped.id, 1)).rejects.toMatchObject({ code: 'notFound' })
  }
  expect(await reports.get(directoryGroupAccess, mapped.id)).toMatchObject(draft)
  const theirs = await db
    .selectFrom('project')
    .where('customer_id', '=', customerId('fjellbane'))
    .select('id')
    .executeTakeFirstOrThrow()
  for (const [wrong, pointer] of [
    [{ ...draft, project: theirs.id }, '/data/relationships/project'],
    [{ ...draft, group: theirs.id }, '/data/relationships/group'],
    [{ ...draft, group: 'nonsense' }, '/data/relationships/group'],
  ] as const) {
    await expect(anna.post(directoryGroupAccess, wrong)).rejects.toMatchObject({
      code: 'unknownReference',
      source: { pointer },
    })
  }
  expect(await anna.list(directoryGroupAccess, { filter: { customer: nordbygg, project } })).toHaveLength(1)
  await expect(gro.list(directoryGroupAccess, { filter: { customer: nordbygg } })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('a group opens a project once, as member or administrator; a version that was not seen is 412', async () => {
  const { id, version } = await anna.post(directoryGroupAccess, draft)
  await expect(anna.post(directoryGroupAccess, draft)).rejects.toMatchObject({ code: 'conflict', status: 409 })
  for (const privilegeLevel of [0, 5, 15, 25, 30]) {
    const wrong = { ...draft, project: projectId('NB-2041'), privilegeLevel } as never
    await expect(anna.post(directoryGroupAccess, wrong)).rejects.toMatchObject({ status: 422 })
  }
  await anna.patch(directoryGroupAccess, id, { privilegeLevel: 10 }, version)
  await expect(anna.patch(directoryGroupAccess, id, { privilegeLevel: 20 }, version)).rejects.toMatchObject({
    status: 412,
  })
  await expect(anna.remove(directoryGroupAccess, id, version)).rejects.toMatchObject({ status: 412 })
  const stored = await db.selectFrom('directory_group_access').where('id', '=', id).select('level').executeTakeFirst()
  expect(stored).toEqual({ level: 10 })
})
