import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import {
  applyChangeSet,
  changeSets,
  listChangeSetRows,
  previewUndo,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { personId } from '../../../../demo/person-id'
import { projectId } from '../../../../demo/projects'
import type { ApiClient } from '../../../../test/api-client'
import { world } from '../../../../test/world'

const { as, db } = await world()
const customer = customerId('nordbygg')
const [harbour, museum] = [projectId('NB-2041'), projectId('NB-2042')]
const [person, other] = ['lena@nordbygg.example', 'odd@nordbygg.example']

const addMember = (project: string) =>
  db
    .insertInto('project_member')
    .values({ project_id: project, user_id: personId(person), customer_id: customer, privilege_level: 10 })
    .execute()
beforeAll(async () => {
  await addMember(harbour)
  await db
    .updateTable('project')
    .set({ providers: ['COGNITO_MFA'] })
    .where('id', '=', harbour)
    .execute()
})

const plan = <K extends ChangeSetKind>(by: ApiClient, kind: K, input: ChangeSetInput<K>) =>
  by.post(changeSets, { kind, customer, input } as never)
const copy = (by: ApiClient) => plan(by, 'copy-access', { from: person, to: [other] })
const remove = (by: ApiClient) => plan(by, 'remove-from-all-projects', { users: [person] })
const rowsOf = async (by: ApiClient, id: string) =>
  (await by.call(listChangeSetRows, { parameters: { id } })).data.map(({ attributes }) => attributes)

test('G10: of somebody whose only project the login method does not open, no access is copied or removed', async () => {
  await expect(copy(as('astrid'))).rejects.toMatchObject({
    code: 'unknownReference',
    source: { pointer: '/data/attributes/input/from' },
  })
  expect((await remove(as('astrid'))).summary).toMatchObject({ total: 0, conflicts: {} })
})

test('G10: what is copied or removed says nothing of a project that the login method does not open', async () => {
  await addMember(museum)
  for (const planAs of [copy, remove]) {
    const byPassword = as('astrid')
    const set = await planAs(byPassword)
    expect(set.summary).toMatchObject({ total: 1, change: 1, conflict: 0, projects: 1, conflicts: {} })
    const rows = await rowsOf(byPassword, set.id)
    expect(rows.map(({ object }) => object.project)).toEqual([museum])
    expect(JSON.stringify([set, rows])).not.toContain(harbour)
    for (const opened of [as('astrid', { secondFactor: true }), as('staff')]) {
      const whole = await planAs(opened)
      expect(whole.summary).toMatchObject({ total: 2, change: 2, projects: 2 })
      const projects = (await rowsOf(opened, whole.id)).map(({ object }) => object.project)
      expect(new Set(projects)).toEqual(new Set([harbour, museum]))
    }
  }
})

test('G10: nothing of a project that the login method does not open is undone, whoever applied it by another one', async () => {
  const [byPassword, bySecondFactor] = [as('astrid'), as('astrid', { secondFactor: true })]
  const undo = (by: ApiClient, id: string, partial = false) =>
    by.call(undoChangeSet, { parameters: { id }, body: { partial } })
  const preview = (by: ApiClient, id: string) => by.call(previewUndo, { parameters: { id } })
  const apply = async (by: ApiClient, { id }: { id: string }) => {
    await by.call(applyChangeSet, { parameters: { id } })
    return id
  }
  const raise = async (by: ApiClient, project: string) =>
    apply(by, await plan(by, 'roles', { cells: [{ user: person, project, level: 20 }] }))
  const levels = async () => {
    const members = db.selectFrom('project_member').select(['project_id as project', 'privilege_level as level'])
    const own = members.where('user_id', '=', personId(person)).where('project_id', 'in', [harbour, museum])
    return Object.fromEntries((await own.execute()).map(({ project, level }) => [project, level]))
  }
  const before = { [harbour]: 10, [museum]: 10 }
  expect(await levels()).toEqual(before)
  const problems = [expect.objectContaining({ meta: { loginMethods: ['COGNITO_MFA'] } })]
  const refusal = { status: 403, code: 'loginMethodRequired', problems }

  const removed = await apply(bySecondFactor, await remove(bySecondFactor))
  for (const partial of [false, true]) await expect(undo(byPassword, removed, partial)).rejects.toMatchObject(refusal)
  await expect(preview(byPassword, removed)).rejects.toMatchObject(refusal)
  expect(await levels()).toEqual({})
  expect(await preview(bySecondFactor, removed)).toEqual({ undoes: 2, remains: 0 })
  expect(await undo(bySecondFactor, removed)).toMatchObject({ state: 'undone' })
  expect(await levels()).toEqual(before)

  const raised = await raise(bySecondFactor, harbour)
  await expect(undo(byPassword, raised)).rejects.toMatchObject(refusal)
  expect(await levels()).toEqual({ ...before, [harbour]: 20 })
  expect(await undo(as('staff'), raised)).toMatchObject({ state: 'undone' })
  const inAnother = await raise(byPassword, museum)
  expect(await undo(byPassword, inAnother)).toMatchObject({ state: 'undone' })
  expect(await levels()).toEqual(before)
})

test('G10: a name in a file means no project that the login method does not open', async () => {
  const { name } = await db.selectFrom('project').select('name').where('id', '=', museum).executeTakeFirstOrThrow()
  await db.updateTable('project').set({ name }).where('id', '=', harbour).execute()
  const file = Buffer.from(`email;project;role;expiration\n${other};${name};user;\n`).toString('base64')
  const planned = async (by: ApiClient) => (await plan(by, 'access-file', { file })).summary
  expect(await planned(as('astrid'))).toMatchObject({ total: 1, change: 1, conflicts: {} })
  expect(await planned(as('staff'))).toMatchObject({ total: 1, conflict: 1, conflicts: { ambiguousProject: 1 } })
})

test('somebody is removed from a deleted project as well, which might be restored, and undo and redo include it', async () => {
  const staff = as('staff')
  const setDeleted = (is_inactive: boolean) =>
    db
      .updateTable('project')
      .set({ is_inactive, deleted_at: is_inactive ? new Date().toISOString() : null })
      .where('id', '=', harbour)
      .execute()
  const projects = async () =>
    (await db.selectFrom('project_member').select('project_id').where('user_id', '=', personId(person)).execute()).map(
      ({ project_id }) => project_id,
    )
  expect(new Set(await projects())).toEqual(new Set([harbour, museum]))
  await setDeleted(true)
  onTestFinished(async () => void (await setDeleted(false)))
  const set = await remove(staff)
  expect(set.summary).toMatchObject({ total: 2, change: 2, conflicts: {} })
  await staff.call(applyChangeSet, { parameters: { id: set.id } })
  expect(await projects()).toEqual([])
  await staff.call(undoChangeSet, { parameters: { id: set.id }, body: {} })
  expect(new Set(await projects())).toEqual(new Set([harbour, museum]))
  const again = await plan(staff, 'roles', { again: set.id })
  expect(again.summary).toMatchObject({ change: 2, conflicts: {} })
  await staff.call(applyChangeSet, { parameters: { id: again.id } })
  expect(await projects()).toEqual([])
  // Nobody is given access to it.
  const given = await plan(staff, 'roles', { cells: [{ user: person, project: harbour, level: 10 }] })
  expect(given.summary.conflicts).toEqual({ unknownProject: 1 })
})
