import { type ChangeSetRow, previewUndo, undoChangeSet } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { importDirectory, importRows } from '../../../test/directory-import'
import { world } from '../../../test/world'

const { as, db } = await world()
const astrid = as('astrid')
const domain = 'nordbygg.example'
const tower = projectId('NB-1987')
const lena = 'lena@nordbygg.example'
const mei = 'mei@nordbygg.example'

const plan = (files: Record<string, string>) => importDirectory(astrid, { files, domain })
async function importFiles(files: Record<string, string>): Promise<string> {
  const { planId, summary } = await plan(files)
  await importDirectory(astrid, { planId, dryRun: 'false', removals: String(summary.removal?.removed ?? 0) })
  return planId
}
const undo = (id: string) => astrid.call(undoChangeSet, { parameters: { id }, body: {} })
const levelOf = async (email: string) =>
  (
    await db
      .selectFrom('project_member as member')
      .innerJoin('app_user as person', 'person.id', 'member.user_id')
      .select('privilege_level as level')
      .where('person.email', '=', email)
      .where('project_id', '=', tower)
      .executeTakeFirst()
  )?.level ?? null
/** The stored nesting of the customer's groups. */
const parents = async () => {
  const stored = await db
    .selectFrom('directory_group_parent as own')
    .innerJoin('directory_group as below', 'below.id', 'own.group_id')
    .innerJoin('directory_group as above', 'above.id', 'own.parent_id')
    .select(['below.name', 'above.name as parent'])
    .where('own.customer_id', '=', customerId('nordbygg'))
    .orderBy('below.name')
    .execute()
  return stored.map(({ name, parent }) => `${name} in ${parent}`)
}
const named = (name: string) => db.selectFrom('directory_group').select('id').where('name', '=', name).execute()
const refused = ({ why, conflict }: ChangeSetRow) => [why?.file, why?.line, conflict, why?.value]

test('what a group gives reaches who is in the groups below it, however deep, and an undo takes the nesting and the access', async () => {
  const before = [await levelOf(lena), await levelOf(mei)]
  const planId = await importFiles({
    'groups.csv': 'group;memberOf\nApprentices;Masons\nMasons;Builders\nBuilders;\n',
    'memberships.csv': `group;email\nApprentices;${lena}\nMasons;${mei}\n`,
    'access.csv': 'group;project;role\nBuilders;NB-1987;user\nMasons;NB-1987;admin\n',
  })
  expect(await parents()).toEqual(['Apprentices in Masons', 'Masons in Builders'])
  // The highest level of the parent groups counts.
  expect([await levelOf(lena), await levelOf(mei)]).toEqual([20, 20])
  const less = await importFiles({ 'access.csv': 'group;project;role\nMasons;NB-1987;none\n' })
  expect([await levelOf(lena), await levelOf(mei)]).toEqual([10, 10])
  await undo(less)
  expect([await levelOf(lena), await levelOf(mei)]).toEqual([20, 20])
  await undo(planId)
  expect(await parents()).toEqual([])
  expect([await levelOf(lena), await levelOf(mei)]).toEqual(before)
})

test('I3: a circle that the files close with what is known already is an error with its line, and the other lines are done', async () => {
  await importFiles({ 'groups.csv': 'group;memberOf\nCellar;House\nHouse;Street\n' })
  const known = ['Cellar in House', 'House in Street']
  expect(await parents()).toEqual(known)
  const { planId, summary } = await plan({
    'groups.csv': 'group;memberOf\nAttic;House\nStreet;cellar\nHouse;Street\n',
    'memberships.csv': `group;email\nAttic;${lena}\n`,
  })
  expect(summary.conflict).toBe(1)
  expect((await importRows(astrid, planId, { 'filter[outcome]': 'conflict' })).map(refused)).toEqual([
    ['groups.csv', 3, 'circle', 'Street'],
  ])
  await importDirectory(astrid, { planId, dryRun: 'false' })
  expect(await parents()).toEqual(['Attic in House', ...known])
})

const chain = (name: string, groups: number) =>
  Array.from({ length: groups }, (_, at) => `${name}${at};${name}${at + 1}`)
const groupsFile = (lines: readonly string[]) => ({ 'groups.csv': `group;memberOf\n${lines.join('\n')}\n` })

test('fifty levels of groups give what the topmost has, and a group that is deeper is an error with its line', async () => {
  const before = await levelOf(lena)
  const planId = await importFiles({
    ...groupsFile(['Deeper;Level0', ...chain('Level', 50)]),
    'memberships.csv': `group;email\nLevel0;${lena}\n`,
    'access.csv': 'group;project;role\nLevel50;NB-1987;admin\n',
  })
  expect((await importRows(astrid, planId, { 'filter[outcome]': 'conflict' })).map(refused)).toEqual([
    ['groups.csv', 2, 'nestedTooDeep', 'Deeper'],
  ])
  const nested = (await parents()).filter((each) => each.includes('Level'))
  expect(nested).toHaveLength(50)
  expect(nested).toContain('Level0 in Level1')
  expect(await levelOf(lena)).toBe(20)
  // The same files are not refused when what they say is stored.
  expect((await plan(groupsFile(chain('Level', 50)))).summary).toMatchObject({ change: 0, conflict: 0 })
  await undo(planId)
  expect(await named('Level0')).toEqual([])
  expect(await levelOf(lena)).toBe(before)
})

test('a chain that is too deep only together with the stored one is an error with its line, above and below it', async () => {
  await importFiles(groupsFile(chain('Stored', 40)))
  const known = await parents()
  expect(known).toContain('Stored0 in Stored1')
  const conflicts = async (files: Record<string, string>) => {
    const { planId: id } = await plan(files)
    return (await importRows(astrid, id, { 'filter[outcome]': 'conflict' })).map(refused)
  }
  // Forty levels with eleven more above them, or below them.
  expect(await conflicts(groupsFile(['Stored40;Above0', ...chain('Above', 10)]))).toEqual([
    ['groups.csv', 2, 'nestedTooDeep', 'Stored40'],
  ])
  const below = groupsFile([...chain('Below', 10), 'Below10;stored0', 'Stored40;'])
  expect(await conflicts(below)).toEqual([['groups.csv', 2, 'nestedTooDeep', 'Below0']])
  await importFiles(below)
  const nested = await parents()
  expect(nested).toHaveLength(known.length + 10)
  expect(nested).toContain('Below10 in Stored0')
  expect(nested).not.toContain('Below0 in Below1')
  // Now fifty levels are stored, which no line may continue; those that say them again are no errors.
  const again = [...chain('Stored', 40), 'Below10;Stored0', 'Beside;Below2']
  expect(await conflicts(groupsFile(again))).toEqual([])
  expect(await conflicts(groupsFile([...chain('Stored', 41), 'Below10;Stored0']))).toEqual([
    ['groups.csv', 42, 'nestedTooDeep', 'Stored40'],
  ])
  expect(await named('Below0')).toEqual([])
})

test('an import in which each of many groups is in each of many others is refused whole', async () => {
  const names = (name: string) => Array.from({ length: 750 }, (_, at) => `${name}${at}`)
  const files = groupsFile([...names('Child').map((name) => `${name};Hub`), `Hub;${names('Parent').join('|')}`])
  await expect(plan(files)).rejects.toMatchObject({ status: 413, code: 'tooManyRows' })
  expect(await named('Hub')).toEqual([])
  const fewer = groupsFile([...names('Child').map((name) => `${name};Hub`), 'Hub;Parent0'])
  expect((await plan(fewer)).summary).toMatchObject({ conflict: 0, change: 752 })
})

test('of three layers in which each group is in every one of the layer above, all that is above a group gives, and an undo takes all of it', async () => {
  const [before, known] = [[await levelOf(lena), await levelOf(mei)], await parents()]
  const layer = (name: string) => Array.from({ length: 60 }, (_, at) => `${name}${at}`)
  const below = (name: string, above: string) => layer(name).map((group) => `${group};${layer(above).join('|')}`)
  const files = {
    ...groupsFile([...below('Base', 'Middle'), ...below('Middle', 'Crown')]),
    'memberships.csv': `group;email\nBase0;${lena}\nBase59;${mei}\n`,
    'access.csv': 'group;project;role\nCrown59;NB-1987;user\nCrown0;NB-1987;admin\n',
  }
  const planId = await importFiles(files)
  expect(await levelOf(lena)).toBe(20)
  expect(await levelOf(mei)).toBe(20)
  const nested = await parents()
  expect(nested).toHaveLength(known.length + 7_200)
  expect(nested).toContain('Base59 in Middle59')
  expect(nested).toContain('Middle0 in Crown59')
  expect((await plan(files)).summary).toMatchObject({ change: 0, conflict: 0 })
  await undo(planId)
  expect(await parents()).toEqual(known)
  expect([await levelOf(lena), await levelOf(mei)]).toEqual(before)
})

test('the undo of an import leaves a group that a later one put into another', async () => {
  const first = await importFiles({ 'groups.csv': 'group;memberOf\nPainters;\n' })
  const later = await importFiles({ 'groups.csv': 'group;memberOf\nPainters;Finishers\nFinishers;\n' })
  expect(await astrid.call(previewUndo, { parameters: { id: first } })).toEqual({ undoes: 0, remains: 1 })
  await expect(undo(first)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  expect(await parents()).toContain('Painters in Finishers')
  await undo(later)
  await undo(first)
  expect(await named('Painters')).toEqual([])
})
