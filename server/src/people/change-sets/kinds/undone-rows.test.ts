import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { applyChangeSet, changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../../test/api-client'
import { interceptStatements } from '../../../../test/intercept-statements'
import { testApp } from '../../../../test/test-app'
import { testDatabase } from '../../../../test/test-database'
import { twoCustomers } from '../../../../test/two-customers'
import { changeSetRoutes, changeSetStepRoutes } from '../engine/change-sets.routes'
import { lockCustomer } from '../engine/stored-change-set.store'

const { db } = await testDatabase()
const { people, customers, somebody, addFreshProject, addPerson } = await twoCustomers(db)
const { nord, sor } = customers
const { beforeStatement } = interceptStatements(db)
const app = await testApp({ db, people, resources: [changeSetRoutes], routes: changeSetStepRoutes })
const as = (name: string) => apiClient(app, async () => name)
interface PostOptions {
  by?: string
  customer?: string
  project?: string
  apply?: 'whenClean'
}
const post = (kind: ChangeSetKind, input: object, { by = 'kari', customer = nord, ...more }: PostOptions = {}) =>
  as(by).post(changeSets, { kind, customer, input, ...more } as never)
const apply = (id: string) => as('kari').call(applyChangeSet, { parameters: { id } })
const undo = (id: string, partial = false) => as('kari').call(undoChangeSet, { parameters: { id }, body: { partial } })
const levels = async (projects: readonly string[]) => {
  const found = await db
    .selectFrom('project_member as member')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .select(['member.project_id', 'person.email', 'privilege_level as level', 'access_until as until'])
    .where('project_id', 'in', projects)
    .orderBy('member.project_id')
    .orderBy('person.email')
    .execute()
  return found.map(({ project_id, email, level, until }) => `${project_id} ${email} ${level} ${until}`)
}
const refused = { status: 422, source: { pointer: '/data/attributes/input/again' } }
const clean = { apply: 'whenClean' } as const

/** A change of Mei's role in a project of her own, applied and undone. */
async function undoneChange() {
  const project = await addFreshProject()
  const { email } = somebody('mei')
  const { id } = await post('roles', { cells: [{ user: email, project, level: 20 }] }, clean)
  await undo(id)
  return { id, project, email }
}

test('six hundred cells that were changed and undone are all changed again, after a preview', async () => {
  const [projects, staff] = [await many(20, () => addFreshProject()), await many(29, newPerson)]
  const user = somebody('mei').email
  const cells = projects.flatMap((project) => [
    ...staff.map(({ email }) => ({ user: email, project, level: 15, accessUntil: '2999-05-31' })),
    { user, project, level: 0 },
  ])
  const was = await levels(projects)
  const first = await post('roles', { cells }, clean)
  await apply(first.id)
  const changed = await levels(projects)
  await undo(first.id)
  expect(await levels(projects)).toEqual(was)
  const again = await post('roles', { again: first.id })
  expect(again).toMatchObject({ state: 'planned', summary: { total: 600, change: 600, conflict: 0 } })
  expect(await apply(again.id)).toMatchObject({ state: 'applied' })
  expect(await levels(projects)).toEqual(changed)
  await undo(again.id)
  expect(await levels(projects)).toEqual(was)
})

const many = async <T>(count: number, add: () => Promise<T>): Promise<T[]> => {
  const added: T[] = []
  for (let at = 0; at < count; at += 1) added.push(await add())
  return added
}
const newPerson = () => addPerson(uuidv7(), { homeCustomer: nord })

test('a change of few rows is applied at once, and undone and done again as often as one likes', async () => {
  const { id, project } = await undoneChange()
  const was = await levels([project])
  const again = await post('roles', { again: id }, clean)
  expect(again).toMatchObject({ kind: 'roles', state: 'applied', rows: [{ after: { privilegeLevel: 20 } }] })
  await undo(again.id)
  expect(await levels([project])).toEqual(was)
  expect(await post('roles', { again: again.id }, clean)).toMatchObject({ state: 'applied' })
})

test('people who were removed from all projects are removed again, and copied access is copied again', async () => {
  const [project, { email }] = [await addFreshProject(), await newPerson()]
  for (const [kind, input] of [
    ['copy-access', { from: somebody('mei').email, to: [email] }],
    ['remove-from-all-projects', { users: [somebody('mei').email] }],
  ] as const) {
    const { id } = await post(kind, input, clean)
    const changed = await levels([project])
    await undo(id)
    expect(await levels([project])).not.toEqual(changed)
    expect(await post('roles', { again: id }, clean)).toMatchObject({ kind: 'roles', state: 'applied' })
    expect(await levels([project])).toEqual(changed)
  }
})

test('what somebody changed since is a conflict, and nothing is done again', async () => {
  const { id, project, email } = await undoneChange()
  await post('roles', { cells: [{ user: email, project, level: 15 }] }, clean)
  const now = await levels([project])
  expect(await post('roles', { again: id }, clean)).toMatchObject({
    state: 'planned',
    rows: [{ conflict: 'changedMeanwhile', before: { privilegeLevel: 15 } }],
  })
  expect(await levels([project])).toEqual(now)
})

test.each([
  ['an end', { level: 20 }, { accessUntil: '2999-05-31' }, { accessUntil: null }],
  ['login methods', { level: 20, providers: ['COGNITO_MFA'] }, { providers: ['COGNITO'] }, { providers: [] }],
  ['an end, and it is a removal,', { level: 0 }, { accessUntil: '2999-05-31' }, { accessUntil: null }],
  ['login methods, and it is a removal,', { level: 0 }, { providers: ['COGNITO'] }, { providers: [] }],
])('where somebody set %s since, nothing is done again until all is as before', async (_, terms, since, former) => {
  const [project, { email: user }] = [await addFreshProject(), somebody('mei')]
  const change = (cell: object) => post('roles', { cells: [{ user, project, ...cell }] }, clean)
  const { id } = await change(terms)
  await undo(id)
  expect(await change(since)).toMatchObject({ state: 'applied' })
  const stored = () => db.selectFrom('project_member').selectAll().where('project_id', '=', project).execute()
  const now = await stored()
  expect(await post('roles', { again: id }, clean)).toMatchObject({
    state: 'planned',
    rows: [{ conflict: 'changedMeanwhile' }],
  })
  expect(await stored()).toEqual(now)
  await change(former)
  expect(await post('roles', { again: id }, clean)).toMatchObject({ state: 'applied' })
})

test('login methods that somebody set since stay where the change did not concern them', async () => {
  const { id, project, email: user } = await undoneChange()
  await post('roles', { cells: [{ user, project, providers: ['COGNITO'] }] }, clean)
  expect(await post('roles', { again: id }, clean)).toMatchObject({ state: 'applied' })
  const member = db.selectFrom('project_member').where('project_id', '=', project)
  const terms = member.where('user_id', '=', somebody('mei').id).select(['privilege_level', 'providers'])
  expect(await terms.execute()).toEqual([{ privilege_level: 20, providers: ['COGNITO'] }])
})

test('a change of one cell is done again after the change set that is being applied', async () => {
  const { id, project } = await undoneChange()
  const was = await levels([project])
  const applying = await db.startTransaction().execute()
  await lockCustomer(applying, nord)
  const isWaiting = new Promise<void>((resolve) => {
    beforeStatement('pg_try_advisory_xact_lock', async () => resolve())
  })
  const again = post('roles', { again: id }, clean)
  await isWaiting
  expect(await levels([project])).toEqual(was)
  await applying.commit().execute()
  expect(await again).toMatchObject({ state: 'applied' })
  expect(await levels([project])).not.toEqual(was)
})

test('changes of one cell that were undone one after the other are done again one after the other', async () => {
  const [project, { email: user }] = [await addFreshProject(), somebody('mei')]
  const change = (cell: object) => post('roles', { cells: [{ user, project, ...cell }] }, clean)
  const sets = [await change({ level: 20 }), await change({ accessUntil: '2999-05-31' }), await change({ level: 0 })]
  const changed = await levels([project])
  for (const { id } of sets.toReversed()) await undo(id)
  for (const { id } of sets) expect(await post('roles', { again: id }, clean)).toMatchObject({ state: 'applied' })
  expect(await levels([project])).toEqual(changed)
})

test('a change that applies, of another kind or unknown is not done again, nor beside other cells', async () => {
  const { id, project, email } = await undoneChange()
  const again = await post('roles', { again: id }, clean)
  for (const known of [again.id, uuidv7(), 'nonsense'])
    await expect(post('roles', { again: known }), known).rejects.toMatchObject(refused)
  await expect(post('user', { again: id })).rejects.toMatchObject(refused)
  await expect(post('user', { again: id, user: email })).rejects.toMatchObject({ ...refused, code: 'invalid' })
  const cells = [{ user: email, project, level: 10 }]
  await expect(post('roles', { again: id, cells })).rejects.toMatchObject({ ...refused, code: 'invalid' })
  await expect(post('roles', {})).rejects.toMatchObject({
    ...{ status: 422, code: 'required', source: { pointer: '/data/attributes/input/cells' } },
  })
})

test('G1, G4: it is done again by nobody of another customer, nor for another one, nor within a project', async () => {
  const { id, project } = await undoneChange()
  await expect(post('roles', { again: id }, { by: 'lars' })).rejects.toMatchObject({ status: 403 })
  await expect(post('roles', { again: id }, { by: 'lars', customer: sor })).rejects.toMatchObject(refused)
  await expect(post('roles', { again: id }, { by: 'stig', customer: sor })).rejects.toMatchObject(refused)
  for (const by of ['ola', 'kari'])
    await expect(post('roles', { again: id }, { by, project })).rejects.toMatchObject({ status: 422 })
})

test('nothing is done again while the login method hides one of its projects', async () => {
  const [open, closing] = [await addFreshProject(), await addFreshProject()]
  const user = somebody('mei').email
  const cells = [open, closing].map((project) => ({ user, project, level: 20 }))
  const { id } = await post('roles', { cells }, clean)
  await undo(id)
  const close = (providers: string[]) =>
    db.updateTable('project').set({ providers }).where('id', '=', closing).execute()
  await close(['GOOGLE'])
  await expect(post('roles', { again: id })).rejects.toMatchObject(refused)
  await close([])
  expect(await post('roles', { again: id }, clean)).toMatchObject({ state: 'applied', summary: { change: 2 } })
})
