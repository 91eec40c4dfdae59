import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import {
  applyChangeSet,
  type ChangeSetRow,
  changeSets,
  listChangeSetRows,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { confirmEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { personId } from '../../../../demo/person-id'
import { projectId } from '../../../../demo/projects'
import { world } from '../../../../test/world'
import { unsealValues } from '../../../platform/mail/mail'
import { changeSetStepJob } from './change-set-step-job'

const { as, db, platform } = await world()
const customer = customerId('nordbygg')
const harbour = projectId('NB-2041')
const other = projectId('NB-2042')
const mei = 'mei@nordbygg.example'
const kari = 'kari@nordbygg.example'

const change = (by: string, cells: RoleCell[], more: object = {}) =>
  as(by).post(changeSets, {
    ...{ kind: 'roles', customer, project: harbour, apply: 'whenClean', input: { cells } },
    ...more,
  } as never)
const cell = (user: string, level: number, more: Partial<RoleCell> = {}) => ({ user, project: harbour, level, ...more })
const undo = (by: string, id: string) => as(by).call(undoChangeSet, { parameters: { id }, body: {} })
const stored = async (user: string, project = harbour) =>
  db
    .selectFrom('project_member')
    .select('privilege_level as level')
    .where('project_id', '=', project)
    .where('user_id', '=', personId(user))
    .executeTakeFirst()

test('an owner changes a role of their project as a change set of one, and undoes it', async () => {
  const set = await change('ola', [cell(mei, 15, { expected: 10 })])
  expect(set).toMatchObject({ state: 'applied', project: harbour, createdBy: 'ola@nordbygg.example' })
  expect(await stored(mei)).toEqual({ level: 15 })
  expect(await undo('ola', set.id)).toMatchObject({ state: 'undone' })
  expect(await stored(mei)).toEqual({ level: 10 })
  const events = await db
    .selectFrom('audit_event')
    .select('action')
    .where('target_id', '=', set.id)
    .where('tenant_id', '=', customer)
    .orderBy('sequence')
    .execute()
  expect(events.map(({ action }) => action)).toEqual(['change-sets.apply', 'change-sets.create', 'change-sets.undo'])
})

test('what somebody else made meanwhile is a conflict, and nothing is applied', async () => {
  const set = await change('ola', [cell(mei, 15, { expected: 20 })])
  expect(set).toMatchObject({
    state: 'planned',
    rows: [{ conflict: 'changedMeanwhile', before: { privilegeLevel: 10 } }],
  })
  expect(await stored(mei)).toEqual({ level: 10 })
})

test('G5: a project admin gives roles below their own to members below themselves; the owner those up to project admin', async () => {
  expect(await change('kari', [cell(mei, 15)])).toMatchObject({ state: 'applied' })
  for (const [user, level] of [
    [mei, 20],
    ['ola@nordbygg.example', 10],
    [kari, 10],
  ] as const) {
    const set = await change('kari', [cell(user, level)])
    expect(set, user).toMatchObject({ state: 'planned', summary: { change: 0, conflict: 1 } })
  }
  const created = await change('ola', [cell(mei, 20)])
  expect(created).toMatchObject({ state: 'applied' })
  expect(await change('kari', [cell(mei, 10)])).toMatchObject({ rows: [{ conflict: 'levelNotAllowed' }] })
  expect(await stored(mei)).toEqual({ level: 20 })
  await undo('ola', created.id)
})

test('G5: who has been made less meanwhile neither applies nor undoes what they planned as more', async () => {
  const applied = await change('ola', [cell(mei, 20)])
  const planned = await change('ola', [cell(mei, 15)], { apply: undefined })
  const level = (to: number) =>
    db.transaction().execute(async (change) => {
      await change
        .updateTable('project')
        .set({ owner_id: personId(to === 30 ? 'ola@nordbygg.example' : kari) })
        .where('id', '=', harbour)
        .execute()
      const set = (user: string, privilege_level: number) =>
        change
          .updateTable('project_member')
          .set({ privilege_level })
          .where('project_id', '=', harbour)
          .where('user_id', '=', personId(user))
          .execute()
      await set(to === 30 ? kari : 'ola@nordbygg.example', 20)
      await set(to === 30 ? 'ola@nordbygg.example' : kari, 30)
    })
  await level(20)
  await expect(undo('ola', applied.id)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(as('ola').call(applyChangeSet, { parameters: { id: planned.id } })).rejects.toMatchObject({
    code: 'stale',
  })
  expect(await stored(mei)).toEqual({ level: 20 })
  await level(30)
  expect(await undo('ola', applied.id)).toMatchObject({ state: 'undone' })
})

test('G4: nobody changes another project by it, nor sees or undoes what others made', async () => {
  const pointers = { status: 422, source: { pointer: '/data/attributes/input' } }
  await expect(change('ola', [cell(mei, 15, { project: other })])).rejects.toMatchObject(pointers)
  await expect(change('ola', [cell(mei, 15)], { project: null })).rejects.toMatchObject({ status: 403 })
  await expect(
    change('ola', [cell(mei, 15)], { kind: 'copy-access', input: { from: mei, to: [kari] } }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(change('ola', [cell(mei, 15, { providers: ['COGNITO_MFA'] })])).rejects.toMatchObject({
    code: 'loginMethodNotAllowed',
  })
  await expect(change('mei', [cell(kari, 15)])).rejects.toMatchObject({ status: 403 })
  await expect(change('gro@fjellbane.example', [cell(mei, 15)])).rejects.toMatchObject({ code: 'unknownReference' })
  const set = await change('ola', [cell(mei, 15)])
  expect(await as('ola').get(changeSets, set.id)).toMatchObject({ project: harbour })
  expect(await as('astrid').get(changeSets, set.id)).toMatchObject({ project: harbour })
  for (const name of ['kari', 'mei', 'gro@fjellbane.example']) {
    await expect(as(name).get(changeSets, set.id)).rejects.toMatchObject({ status: 404 })
    await expect(undo(name, set.id)).rejects.toMatchObject({ status: 404 })
    await expect(as(name).call(listChangeSetRows, { parameters: { id: set.id } })).rejects.toMatchObject({
      status: 404,
    })
  }
  await undo('astrid', set.id)
})

test('an owner invites several at once: whoever may not be invited is a conflict, the others are in after it is applied', async () => {
  const emails = ['ada@divers.example', 'bo@divers.example', 'ola@nordbygg.example']
  const invite = (by: string, level: number) =>
    change(by, [], { kind: 'invitations', input: { project: harbour, emails, level } })
  expect(await invite('kari', 20)).toMatchObject({ state: 'planned', summary: { change: 0, conflict: 3 } })
  const set = await invite('ola', 20)
  expect(set.rows?.map(({ conflict }) => conflict)).toEqual([null, null, 'oneself'])
  await as('ola').call(applyChangeSet, { parameters: { id: set.id } })
  const levels = await db
    .selectFrom('project_member')
    .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
    .select(['email', 'privilege_level as level'])
    .where('email', 'like', '%@divers.example')
    .orderBy('email')
    .execute()
  expect(levels).toEqual([
    { email: 'ada@divers.example', level: 20 },
    { email: 'bo@divers.example', level: 20 },
  ])
  expect(await undo('ola', set.id)).toMatchObject({ state: 'undone' })
})

/** Whom Ola shares no project with: a colleague, nobody at all, and an administrator of the customer. */
const strangers = ['lena@nordbygg.example', 'nobody@nowhere.example', 'odd@nordbygg.example'] as const
const [lena, nobody, odd] = strangers
await db
  .insertInto('customer_admin')
  .values({ customer_id: customer, user_id: personId(odd) })
  .execute()
const rowsOf = async (by: string, id: string, query: Record<string, string> = {}) =>
  (await as(by).call(listChangeSetRows, { parameters: { id }, query })).data.map(({ attributes }) => attributes)
/** The rows without their addresses, which the actor named. */
const withoutAddresses = (rows: readonly ChangeSetRow[]) =>
  rows.map(({ number: _, object: { user: _user, given, ...object }, ...row }) => ({
    ...row,
    object: { ...object, given: { ...given, user: '' } },
  }))

test('G4: an owner who does not read the customer’s people finds out nobody by changing roles, and adds nobody by it', async () => {
  for (const level of [10, 0]) {
    const planned = await change(
      'ola',
      strangers.map((user) => cell(user, level)),
      { apply: undefined },
    )
    const clean = await change(
      'ola',
      strangers.map((user) => cell(user, level)),
    )
    expect(clean.rows).toEqual(await rowsOf('ola', clean.id))
    for (const set of [planned, clean]) {
      expect(set).toMatchObject({ state: 'planned', summary: { change: 0, conflicts: { unknownPerson: 3 } } })
      const rows = await rowsOf('ola', set.id)
      expect(rows.map(({ object }) => object.given?.user)).toEqual(strangers)
      expect(Object.keys(rows[0]?.object ?? {}).sort()).toEqual(['given', 'project', 'projectName'])
      const [first, ...others] = withoutAddresses(rows)
      for (const other of others) expect(other).toEqual(first)
      for (const user of strangers) expect(await rowsOf('ola', set.id, { 'filter[user]': user }), user).toEqual([])
    }
    for (const user of strangers) {
      const one = await change('ola', [cell(user, level)])
      expect(withoutAddresses(one.rows ?? []), user).toEqual(withoutAddresses(clean.rows?.slice(0, 1) ?? []))
    }
  }
  for (const user of [lena, odd]) expect(await stored(user), user).toBeUndefined()
  const byAdministrator = await change(
    'astrid',
    strangers.map((user) => cell(user, 10)),
  )
  expect(byAdministrator.rows).toMatchObject([
    { outcome: 'change', object: { user: lena, name: 'Lena Torp' } },
    { conflict: 'unknownPerson' },
    { conflict: 'customerAdministrator', object: { user: odd, name: 'Odd Lie' } },
  ])
  const added = await change('astrid', [cell(lena, 10)])
  expect(added).toMatchObject({ state: 'applied' })
  expect(await stored(lena)).toEqual({ level: 10 })
  await undo('astrid', added.id)
})

test('G4: invitations name nobody to an owner before they are members', async () => {
  const invite = (by: string, emails: readonly string[]) =>
    change(by, [], { kind: 'invitations', apply: undefined, input: { project: harbour, emails, level: 10 } })
  const set = await invite('ola', strangers)
  const rows = await rowsOf('ola', set.id)
  expect(rows.map(({ object }) => object.user)).toEqual(strangers)
  for (const { object } of rows) expect(object).not.toHaveProperty('name')
  const [known, unknown] = withoutAddresses(rows)
  expect(known).toEqual(unknown)
  expect(await rowsOf('ola', set.id, { 'filter[q]': 'torp' })).toEqual([])
  for (const user of strangers) expect(await rowsOf('ola', set.id, { 'filter[user]': user }), user).toEqual([])
  expect(await rowsOf('ola', set.id, { 'filter[q]': 'lena@' })).toHaveLength(1)

  expect(await rowsOf('astrid', set.id)).toMatchObject([
    { object: { name: 'Lena Torp' } },
    { object: { user: nobody } },
    { object: { name: 'Odd Lie' } },
  ])
  expect(await rowsOf('astrid', set.id, { 'filter[q]': 'torp' })).toHaveLength(1)
  expect(await rowsOf('astrid', set.id, { 'filter[user]': lena })).toHaveLength(1)

  await as('ola').call(applyChangeSet, { parameters: { id: set.id } })
  expect(await rowsOf('ola', set.id, { 'filter[outcome]': 'change' })).toMatchObject([
    { object: { user: lena, name: 'Lena Torp' } },
    { object: { user: nobody } },
  ])
  expect(await rowsOf('ola', set.id, { 'filter[user]': lena })).toHaveLength(1)
  await undo('ola', set.id)
})

test('G4: an email that somebody unknown to an owner has changed since is not told to them', async () => {
  const renamed = 'lena.new@nordbygg.example'
  const input = { project: harbour, emails: [lena], level: 10 }
  const set = await change('ola', [], { kind: 'invitations', apply: undefined, input })
  const hers = as('lena')
  await hers.call(requestEmailChange, { parameters: { email: lena }, body: { email: renamed } })
  const mails = db.selectFrom('mail').select(['id', 'values_encrypted as sealed']).where('address', '=', renamed)
  const { id, sealed } = await mails.executeTakeFirstOrThrow()
  const { link } = unsealValues(platform.configuration, id, sealed ?? '') as { link: string }
  await hers.call(confirmEmailChange, { body: { code: new URL(link).searchParams.get('code') ?? '' } })
  expect(await rowsOf('ola', set.id)).toMatchObject([{ object: { user: lena } }])
  expect(await rowsOf('astrid', set.id)).toMatchObject([{ object: { user: renamed } }])
  await db.updateTable('app_user').set({ email: lena }).where('id', '=', personId(lena)).execute()
})

test('an owner gives back by an undo whom they removed; a member who is none any more was changed meanwhile', async () => {
  const was = await stored(mei)
  const removal = await change('ola', [cell(mei, 0)])
  expect(removal).toMatchObject({ state: 'applied', rows: [{ object: { user: mei } }] })
  expect(await stored(mei)).toBeUndefined()
  for (const seen of [{ expectedVersion: 1 }, { expected: 10 }])
    for (const user of [mei, ...strangers])
      expect(await change('ola', [cell(user, 15, seen)]), user).toMatchObject({
        state: 'planned',
        rows: [{ conflict: 'changedMeanwhile', before: null, member: null }],
      })
  expect(await change('ola', [cell(mei, 15, { expectedVersion: 0 })])).toMatchObject({
    rows: [{ conflict: 'unknownPerson' }],
  })
  expect(await undo('ola', removal.id)).toMatchObject({ state: 'undone' })
  expect(await stored(mei)).toEqual(was)
})

test('G4: who no longer administers the customer adds nobody whom they planned to add as its administrator', async () => {
  const astrid = personId('astrid@nordbygg.example')
  const set = await change('astrid', [cell(lena, 10)], { apply: undefined })
  const office = { customer_id: customer, user_id: astrid }
  await db.deleteFrom('customer_admin').where('customer_id', '=', customer).where('user_id', '=', astrid).execute()
  await db
    .insertInto('project_member')
    .values({ ...office, project_id: harbour, privilege_level: 20, providers: [] })
    .execute()
  const apply = as('astrid').call(applyChangeSet, { parameters: { id: set.id } })
  await expect(apply).rejects.toMatchObject({ code: 'stale' })
  expect(await stored(lena)).toBeUndefined()
  await db.deleteFrom('project_member').where('project_id', '=', harbour).where('user_id', '=', astrid).execute()
  await db.insertInto('customer_admin').values(office).execute()
})

/** Runs a step of a small change set as a job of this person, as for large ones. */
async function byJob(step: 'plan' | 'apply' | 'undo', id: string, by: string) {
  const during = { plan: 'planning', apply: 'applying', undo: 'undoing' }[step]
  const { session } = await db
    .selectFrom('session')
    .select('id as session')
    .where('user_id', '=', personId(by))
    .executeTakeFirstOrThrow()
  await db.updateTable('change_set').set({ state: during, failure: null }).where('id', '=', id).execute()
  const origin = { requestId: 'r', ip: '', userAgent: null }
  await changeSetStepJob.run({
    platform,
    payload: { changeSet: id, customer, step, person: personId(by), session, ...origin },
    job: { id, attempt: 1, customer },
    signal: new AbortController().signal,
  })
  return db.selectFrom('change_set').select(['state', 'failure']).where('id', '=', id).executeTakeFirstOrThrow()
}

test('a large change set of a project is planned, applied and undone by jobs, as its maker could do it', async () => {
  const ola = 'ola@nordbygg.example'
  const was = (await stored(mei))?.level
  expect(was).not.toBe(10)
  const input = { cells: [cell(mei, 10)] }
  const { id } = await change('ola', input.cells, { apply: undefined })
  await db.deleteFrom('change_set_row').where('change_set_id', '=', id).execute()
  const begin = { input: JSON.stringify(input), done: 0, total: 1 }
  await db.updateTable('change_set').set(begin).where('id', '=', id).execute()
  expect(await byJob('plan', id, ola)).toEqual({ state: 'planned', failure: null })
  expect(await byJob('apply', id, ola)).toEqual({ state: 'applied', failure: null })
  expect(await stored(mei)).toEqual({ level: 10 })
  expect(await byJob('undo', id, ola)).toEqual({ state: 'undone', failure: null })
  expect(await stored(mei)).toEqual({ level: was })
})

test('G3, G5: a job does of a project what its person may still do, and nothing of what others made', async () => {
  const was = (await stored(mei))?.level
  expect(was).not.toBe(10)
  const project = db.updateTable('project').where('id', '=', harbour)
  const { id } = await change('ola', [cell(mei, 10)], { apply: undefined })
  expect(await byJob('apply', id, kari)).toEqual({ state: 'failed', failure: 'forbidden' })
  await project.set({ is_hibernated: true }).execute()
  expect(await byJob('apply', id, 'ola@nordbygg.example')).toEqual({ state: 'failed', failure: 'projectHibernated' })
  await project.set({ is_hibernated: false }).execute()
  expect(await stored(mei)).toEqual({ level: was })
  const higher = await change('ola', [cell(mei, 20)])
  await db
    .updateTable('change_set')
    .set({ created_by: personId(kari) })
    .where('id', '=', higher.id)
    .execute()
  expect(await byJob('undo', higher.id, kari)).toEqual({ state: 'applied', failure: 'forbidden' })
  expect(await stored(mei)).toEqual({ level: 20 })
  expect(await byJob('undo', higher.id, 'astrid@nordbygg.example')).toEqual({ state: 'undone', failure: null })
})

test('a hibernated project is changed by its customer’s administrators alone', async () => {
  const set = await change('ola', [cell(mei, 15)])
  await db.updateTable('project').set({ is_hibernated: true }).where('id', '=', harbour).execute()
  await expect(change('ola', [cell(mei, 10)])).rejects.toMatchObject({ code: 'projectHibernated' })
  await expect(undo('ola', set.id)).rejects.toMatchObject({ code: 'projectHibernated' })
  expect(await undo('astrid', set.id)).toMatchObject({ state: 'undone' })
})
