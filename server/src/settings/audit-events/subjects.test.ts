import { customers } from '@lintel/contract/customers/customers'
import { applyChangeSet, changeSets, listChangeSetRows, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { projects } from '@lintel/contract/projects/projects'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'

const { as, db } = await world()
const customer = customerId('nordbygg')
const tower = projectId('NB-1987')
const lena = 'lena@nordbygg.example'
const history = async (subject: string, by = 'astrid') =>
  (await as(by).list(auditEvents, { filter: { customer, subject }, page: { size: 200 } })).map(({ action }) => action)

test('J3: the history of a person and of a project have what happened to both, bulk acts among it', async () => {
  const draft = { project: tower, user: lena, privilegeLevel: 10 as const, providers: [] }
  const member = await as('astrid').post(projectMembers, draft)
  await as('astrid').patch(projectMembers, member.id, { privilegeLevel: 15 })
  const cells = [
    { user: lena, project: tower, level: 20 },
    { user: 'mei@nordbygg.example', project: projectId('NB-2103'), level: 15 },
  ]
  const set = await as('astrid').post(changeSets, { kind: 'roles', customer, input: { cells } } as never)
  await as('astrid').call(applyChangeSet, { parameters: { id: set.id } })
  await as('astrid').call(undoChangeSet, { parameters: { id: set.id }, body: {} })
  await as('astrid').remove(projectMembers, member.id)
  const happened = [
    'project-members.remove',
    'invitations.revoke',
    'change-sets.undo',
    'change-sets.apply',
    'project-members.update',
    'project-members.create',
    'invitations.create',
  ]
  const ofLena = await history(lena.toUpperCase())
  expect(ofLena.filter((action) => happened.includes(action)).toSorted()).toEqual(happened.toSorted())
  const ofTower = await history(tower)
  expect(happened.filter((action) => !ofTower.includes(action))).toEqual([])
  // The bulk act also says what it was for each.
  const rows = async (query: Record<string, string>) =>
    (await as('astrid').call(listChangeSetRows, { parameters: { id: set.id }, query })).data.map(
      ({ attributes }) => attributes.object.user,
    )
  expect(await rows({ 'filter[user]': lena })).toEqual([lena])
  expect(await rows({ 'filter[project]': tower })).toEqual([lena])
  expect(await rows({ 'filter[user]': 'nobody@nowhere.example' })).toEqual([])
})

test('a project that is handed over is in the history of both owners, an appointment in that of the appointed alone', async () => {
  const made = await as('ola').post(projects, { name: 'Handed over' } as never)
  await as('astrid').patch(projects, made.id, { owner: 'jonas@nordbygg.example' })
  expect(await history('jonas@nordbygg.example')).toContain('projects.update')
  expect((await history('ola@nordbygg.example'))[0]).toBe('projects.update')
  const before = await history('anna@nordbygg.example')
  const { customerAdmins } = await as('staff').get(customers, customer)
  await as('staff').patch(customers, customer, { customerAdmins: [...customerAdmins, 'jonas@nordbygg.example'] })
  expect((await history('jonas@nordbygg.example'))[0]).toBe('customers.update')
  expect(await history('anna@nordbygg.example')).toEqual(before)
})

test('J3: a history is of the reader’s own customers only', async () => {
  expect(await history('gro@fjellbane.example')).toEqual([])
  await expect(history(lena, 'gro')).rejects.toMatchObject({ status: 403 })
  const own = await as('gro').list(auditEvents, { filter: { customer: customerId('fjellbane'), subject: tower } })
  expect(own).toEqual([])
  expect(await history('nobody@nowhere.example')).toEqual([])
})

test('a history is found by index', async () => {
  const plan = await db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from audit_event as about
      where about.target_type in ('project-members', 'invitations', 'projects', 'customers', 'users', 'user-profiles', 'customer-user-profiles')
        and audit_subjects(about.target_type, about.target_id, about.before, about.after) && ${[lena]}::text[]`.execute(
      transaction,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('audit_event_subject_index')
})
