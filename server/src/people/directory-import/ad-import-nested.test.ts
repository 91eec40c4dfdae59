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
    'groups.csv': 'group;memberOf\nAttic;House\nStreet;cellar\n',
    'memberships.csv': `group;email\nAttic;${lena}\n`,
  })
  expect(summary.conflict).toBe(1)
  expect((await importRows(astrid, planId, { 'filter[outcome]': 'conflict' })).map(refused)).toEqual([
    ['groups.csv', 3, 'circle', 'Street'],
  ])
  await importDirectory(astrid, { planId, dryRun: 'false' })
  expect(await parents()).toEqual(['Attic in House', ...known])
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
