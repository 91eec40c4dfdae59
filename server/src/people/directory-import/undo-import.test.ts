import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projects } from '@lintel/contract/projects/projects'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { importDirectory } from '../../../test/directory-import'
import { interceptStatements } from '../../../test/intercept-statements'
import { world } from '../../../test/world'

const { as, db } = await world()
const { beforeStatement } = interceptStatements(db)
const astrid = as('astrid')
const customer = customerId('nordbygg')
const domain = 'nordbygg.example'

const profileOf = async (user: string) => (await astrid.list(customerUserProfiles, { filter: { customer, user } }))[0]

test.each([
  ['changed', 'update customer_user_profile as profile set first_name'],
  ['made', 'delete from customer_user_profile'],
])(
  'a profile that an import has %s and that somebody edits while it is undone stays as edited',
  async (was, statement) => {
    const email = `edited.when.${was}@${domain}`
    if (was === 'changed') await astrid.post(customerUserProfiles, { newUserEmail: email, customer, title: 'Planner' })
    const { planId } = await importDirectory(astrid, {
      files: { 'users.csv': `email;title\n${email};Surveyor\n` },
      domain,
    })
    await importDirectory(astrid, { planId, dryRun: 'false', removals: '0' })
    const { id = '' } = (await profileOf(email)) ?? {}
    beforeStatement(statement, () => astrid.patch(customerUserProfiles, id, { title: 'Director' }))
    const undo = () => astrid.call(undoChangeSet, { parameters: { id: planId }, body: { partial: false } })
    await expect(undo()).rejects.toMatchObject({ status: 409, code: 'conflict' })
    expect(await profileOf(email)).toMatchObject({ id, title: 'Director' })
    expect(await astrid.get(changeSets, planId)).toMatchObject({ state: 'applied' })
    await expect(undo()).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  },
)

const [harbour, bridge] = [projectId('NB-2041'), projectId('NB-2042')]
const [mei, lena] = [`mei@${domain}`, `lena@${domain}`]
const ownersOf = async (project: string) =>
  (
    await db
      .selectFrom('project_member')
      .innerJoin('app_user as person', 'person.id', 'user_id')
      .where('project_id', '=', project)
      .where('privilege_level', '=', 30)
      .select('email')
      .execute()
  ).map(({ email }) => email)

const addIfMissing = (project: string, email: string) =>
  db
    .insertInto('project_member')
    .values({ project_id: project, customer_id: customer, user_id: personId(email), privilege_level: 10 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Hands a project over to somebody by an import; returns the plan. */
async function handOver(project: string, number: string, to: string): Promise<string> {
  const files = {
    'memberships.csv': `group;email\nTakers of ${number};${to}\n`,
    'access.csv': `group;project;role\nTakers of ${number};${number};owner\n`,
  }
  const { planId } = await importDirectory(as('staff'), { files, domain })
  expect(await importDirectory(as('staff'), { planId, dryRun: 'false' })).toMatchObject({ state: 'applied' })
  expect(await ownersOf(project)).toEqual([to])
  return planId
}

test.each([
  ['another', harbour, 'NB-2041', [lena]],
  ['the same', bridge, 'NB-2042', [lena, mei]],
])(
  'a project stays with %s owner whom somebody has set while the import that had handed it over is undone',
  async (_, project, number, later) => {
    const id = await handOver(project, number, mei)
    await addIfMissing(project, lena)
    beforeStatement('update project_member as member set privilege_level = was.privilege_level', async () => {
      for (const owner of later) await as('staff').patch(projects, project, { owner })
    })
    const undo = () => as('staff').call(undoChangeSet, { parameters: { id }, body: { partial: false } })
    await expect(undo()).rejects.toMatchObject({ status: 409, code: 'conflict' })
    expect(await ownersOf(project)).toEqual(later.slice(-1))
    await expect(undo()).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  },
)

test('an import makes nobody the owner whose membership has ended and was given anew with other terms', async () => {
  const project = projectId('NB-2103')
  await addIfMissing(project, mei)
  const owners = await ownersOf(project)
  const files = {
    'memberships.csv': `group;email\nTakers of NB-2103;${mei}\n`,
    'access.csv': 'group;project;role\nTakers of NB-2103;NB-2103;owner\n',
  }
  const { planId } = await importDirectory(as('staff'), { files, domain })
  await db
    .updateTable('project_member')
    .set({ access_until: '2999-05-31T21:59:59Z' })
    .where('project_id', '=', project)
    .where('user_id', '=', personId(mei))
    .execute()
  await expect(importDirectory(as('staff'), { planId, dryRun: 'false' })).rejects.toMatchObject({ code: 'planStale' })
  expect(await ownersOf(project)).toEqual(owners)
})
