import { customers } from '@lintel/contract/customers/customers'
import { applyChangeSet, changeSets, listChangeSetRows, undoChangeSet } from '@lintel/contract/people/change-sets'
import { confirmEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import { projectMembers } from '@lintel/contract/people/members'
import { openProject } from '@lintel/contract/projects/open-project'
import { projects } from '@lintel/contract/projects/projects'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { runningProjectOf } from '../../../test/running-project'
import { world } from '../../../test/world'
import { unsealValues } from '../../platform/mail/mail'
import { isAbout } from './subjects.store'

const { as, db, platform, clock } = await world()
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
  // The bulk change has the result of each row as well.
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

test('the history of a project leaves out who came by, on request', async () => {
  const project = projectId('NB-2041')
  await as('mei').call(openProject, { parameters: { id: project } })
  const told = async (everyday?: string) =>
    (
      await as('astrid').list(auditEvents, {
        filter: { customer, subject: project, ...(everyday && { everyday }) },
        page: { size: 200 },
      })
    ).map(({ id, action }) => ({ id, action }))
  const [all, use, changes] = await Promise.all([told(), told('true'), told('false')])
  expect(use[0]).toMatchObject({ action: 'projects.open' })
  expect(changes.map(({ action }) => action)).toContain('projects.create')
  expect(changes.filter(({ action }) => action === 'projects.open' || action === 'projects.favourite')).toEqual([])
  expect(all).toHaveLength(use.length + changes.length)
})

test('J3: a history is of the reader’s own customers only', async () => {
  expect(await history('gro@fjellbane.example')).toEqual([])
  await expect(history(lena, 'gro')).rejects.toMatchObject({ status: 403 })
  const own = await as('gro').list(auditEvents, { filter: { customer: customerId('fjellbane'), subject: tower } })
  expect(own).toEqual([])
  expect(await history('nobody@nowhere.example')).toEqual([])
})

test('a history is found by an index, what was changed by one without who came by', async () => {
  const planOf = (everyday?: boolean) =>
    db.transaction().execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction)
      const about = isAbout({ keys: [tower], addresses: [], user: null, project: tower }, everyday)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select event.id from audit_event as event where ${about}`.execute(transaction)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      return ['audit_event_change_subject_index', 'audit_event_everyday_index'].filter((index) => plan.includes(index))
    })
  expect(await planOf()).toEqual(['audit_event_change_subject_index', 'audit_event_everyday_index'])
  expect(await planOf(false)).toEqual(['audit_event_change_subject_index'])
  expect(await planOf(true)).toEqual(['audit_event_everyday_index'])
})

async function changeAddress(before: string, after: string): Promise<void> {
  const own = as(before)
  await own.call(requestEmailChange, { parameters: { email: before }, body: { email: after } })
  const mails = db.selectFrom('mail').select(['id', 'values_encrypted as sealed']).where('address', '=', after)
  const { id, sealed } = await mails.executeTakeFirstOrThrow()
  const { link } = unsealValues(platform.configuration, id, sealed ?? '') as { link: string }
  await own.call(confirmEmailChange, { body: { code: new URL(link).searchParams.get('code') ?? '' } })
  clock.advance(1_000)
}

test('J3: whoever has left a customer has their history there by the address of then, and by no later one', async () => {
  const [before, after] = ['jonas@nordbygg.example', 'jonas.private@elsewhere.example']
  const fjellbane = customerId('fjellbane')
  const historyBy = async (subject: string, by = 'gro') =>
    (await as(by).list(auditEvents, { filter: { customer: fjellbane, subject } })).map(({ action }) => action)
  const project = await runningProjectOf(db, 'Fjellbane Infra AS')
  const draft = { project, user: before, privilegeLevel: 10 as const, providers: [] }
  const { id } = await as('gro').post(projectMembers, draft)
  await as('gro').remove(projectMembers, id)
  const happened = ['project-members.remove', 'invitations.revoke', 'project-members.create', 'invitations.create']
  expect((await historyBy(before)).toSorted()).toEqual(happened.toSorted())
  await changeAddress(before, after)
  expect(await historyBy(after)).toEqual([])
  expect((await historyBy(before)).toSorted()).toEqual(['invitations.create', 'invitations.revoke'])
  expect((await historyBy(after, 'staff')).toSorted()).toEqual(happened.toSorted())
  // The customer that still knows them follows the change.
  expect(await history(after)).toContain('users.email-changed')
})

test('J3: a history goes on under a new address, without whoever comes by the old one later', async () => {
  const [before, after] = [lena, 'lena.new@nordbygg.example']
  const draft = { project: tower, user: before, privilegeLevel: 10 as const, providers: [] }
  const member = await as('astrid').post(projectMembers, draft)
  await changeAddress(before, after)
  const other = await as('astrid').post(projectMembers, { ...draft, project: projectId('NB-2103') })

  const events = await as('astrid').list(auditEvents, { filter: { customer, subject: after }, page: { size: 200 } })
  expect(events).toContainEqual(
    expect.objectContaining({ action: 'users.email-changed', before: { email: before }, after: { email: after } }),
  )
  expect(events).toContainEqual(expect.objectContaining({ target: member.id, user: after }))
  const invitationsOf = (email: string) =>
    events.filter(({ action, after: made }) => action === 'invitations.create' && named(made) === email)
  expect(invitationsOf(before).length).toBeGreaterThan(0)
  expect(events.map(({ target }) => target)).not.toContain(other.id)

  // The present owner of the address is named while the customer has access to them.
  const [made] = await as('astrid').list(auditEvents, { filter: { customer, target: other.id } })
  expect(made).toMatchObject({ user: before })
  await as('astrid').remove(projectMembers, other.id)
  await db.updateTable('app_user').set({ home_customer_id: null }).where('email', '=', before).execute()
  const [gone] = await as('astrid').list(auditEvents, { filter: { customer, target: other.id } })
  expect(gone).toMatchObject({ action: 'project-members.remove', user: null })

  // That owner's account is closed, which frees the address once more: it is no closing of hers.
  await sql`
    select audit_append(jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'tenant_id', ${customer}::text,
      'occurred_at', ${new Date(clock.now()).toISOString()}::text, 'action', 'users.deletion-done', 'result', 'success',
      'target_type', 'user-profiles', 'target_id', ${before}::text, 'request_id', 'closing',
      'after', jsonb_build_object('isFinal', true))))`.execute(db)
  const later = await as('astrid').list(auditEvents, { filter: { customer, subject: after }, page: { size: 200 } })
  expect(later.map(({ id }) => id)).toEqual(expect.arrayContaining(events.map(({ id }) => id)))
})

const named = (state: unknown) => (state as { email?: string }).email
