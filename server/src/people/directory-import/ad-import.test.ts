import { describeStep } from '@lintel/contract/people/ad-import'
import { changeSets, previewUndo, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { type ImportForm, importing, importRows } from '../../../test/directory-import'
import { world } from '../../../test/world'

const { as, db } = await world()
const astrid = as('astrid')
const domain = 'nordbygg.example'
const customer = customerId('nordbygg')
const tower = projectId('NB-1987')

const plan = (files: Record<string, string>, more: ImportForm = {}) => importing(astrid, { files, domain, ...more })
const confirm = (planId: string, more: ImportForm = {}) => importing(astrid, { planId, dryRun: 'false', ...more })
const undo = (id: string, partial = false) => astrid.call(undoChangeSet, { parameters: { id }, body: { partial } })
const stepsOf = async (id: string) => (await importRows(astrid, id)).map(told)
const told = (row: Parameters<typeof describeStep>[0]) => {
  const { type, action, step } = describeStep(row)
  return [type, action, step.user ?? step.group, step.error ?? row.outcome]
}
const levelIn = async (project: string, email: string) =>
  (await db
    .selectFrom('project_member as member')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .select(['privilege_level as level', 'directory_level as directory'])
    .where('person.email', '=', email)
    .where('project_id', '=', project)
    .executeTakeFirst()) ?? null

const site = {
  'users.csv': 'email;givenName;familyName;title\nnew.one@nordbygg.example;New;One;Engineer\nlena@nordbygg.example;Lena;Vik;Lead\n',
  'groups.csv': 'group;description\nSite crew;All of the site\n',
  'memberships.csv': 'group;email\nSite crew;new.one@nordbygg.example\nSite crew;lena@nordbygg.example\n',
  'access.csv': 'group;project;role\nSite crew;NB-1987;user\n',
}

test('an archive is planned, applied exactly as shown, and undone', async () => {
  const before = await levelIn(tower, 'lena@nordbygg.example')
  const planned = await plan(site)
  expect(planned).toMatchObject({ state: 'planned', summary: { conflict: 0 } })
  expect(await stepsOf(planned.planId)).toEqual([])
  await confirm(planned.planId)
})
