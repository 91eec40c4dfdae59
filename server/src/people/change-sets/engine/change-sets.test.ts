import type { ChangeSetInput, ChangeSetKind, RoleCell } from '@lintel/contract/people/change-set-inputs'
import {
  applyChangeSet,
  type ChangeSetRow,
  changeSets,
  listChangeSetRows,
  previewUndo,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { apiClient } from '../../../../test/api-client'
import { testApp, testPlatform } from '../../../../test/test-app'
import { testDatabase } from '../../../../test/test-database'
import { twoCustomers } from '../../../../test/two-customers'
import { auditEventRoutes } from '../../../settings/audit-events/audit-events.routes'
import { memberRoutes } from '../../members/members.routes'
import { changeSetRoutes, changeSetStepRoutes } from './change-sets.routes'

const { db } = await testDatabase()
const { people, customers, projects, somebody, addFreshProject, addPerson, addMember } = await twoCustomers(db)
const { nord, sor } = customers
const app = await testApp({
  db,
  people,
  resources: [changeSetRoutes, memberRoutes(testPlatform(db)), auditEventRoutes],
  routes: changeSetStepRoutes,
})
const as = (name: string) => apiClient(app, async () => name)
const mail = (name: string) => somebody(name).email

const plan = <K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>, by = 'kari', customer = nord) =>
  as(by).post(changeSets, { kind, customer, input } as never)
const planRoles = (cells: RoleCell[], by = 'kari', customer = nord) => plan('roles', { cells }, by, customer)
const rowsOf = async (id: string, query: Record<string, string> = {}, by = 'kari'): Promise<ChangeSetRow[]> =>
  (await as(by).call(listChangeSetRows, { parameters: { id }, query })).data.map(({ attributes }) => attributes)
const apply = (id: string, by = 'kari') => as(by).call(applyChangeSet, { parameters: { id } })
const undo = (id: string, partial = false, by = 'kari') =>
  as(by).call(undoChangeSet, { parameters: { id }, body: { partial } })
const undoPreview = (id: string) => as('kari').call(previewUndo, { parameters: { id } })
const levelOf = async (project: string, name: string) =>
  (await db
    .selectFrom('project_member')
    .select(['privilege_level as level', 'access_until as until', 'expiration_date as expires', 'version'])
    .where('project_id', '=', project)
    .where('user_id', '=', somebody(name).id)
    .executeTakeFirst()) ?? null
/** A project with Nora as a member too: Per 20, Mei 10, Nora 10. */
const addProject = async () => {
  const project = await addFreshProject()
  await addMember(project, somebody('nora'), 10)
  return project
}
const cell = (name: string, project: string, level: string | number, accessUntil?: string | null): RoleCell => ({
  user: mail(name),
  project,
  level,
  ...(accessUntil !== undefined && { accessUntil }),
})

describe('a range of cells', () => {
  test('is planned row by row, applied as it was shown, and undone', async () => {
    const project = await addProject()
    const set = await planRoles([cell('per', project, 10), cell('mei', project, 0), cell('nora', project, 10)])
    expect(set).toMatchObject({ state: 'planned', kind: 'roles', createdBy: mail('kari'), failure: null })
    expect(set.summary).toMatchObject({ total: 3, change: 2, same: 1, conflict: 0, people: 2, projects: 1 })
    expect(await rowsOf(set.id)).toEqual([
      expect.objectContaining({
        number: 1,
        outcome: 'change',
        object: { user: mail('per'), name: 'per Test', project, projectName: expect.stringContaining('Fresh') },
        before: { privilegeLevel: 20, accessUntil: null },
        after: { privilegeLevel: 10, accessUntil: null },
        conflict: null,
        remains: false,
      }),
      expect.objectContaining({ outcome: 'change', before: { privilegeLevel: 10, accessUntil: null }, after: null }),
      expect.objectContaining({ outcome: 'same' }),
    ])
    expect(await levelOf(project, 'per')).toMatchObject({ level: 20 })

    expect(await apply(set.id)).toMatchObject({ state: 'applied', progress: { done: 2, total: 2 } })
    expect(await levelOf(project, 'per')).toMatchObject({ level: 10, version: 2 })
    expect(await levelOf(project, 'mei')).toBeNull()
    expect(await levelOf(project, 'nora')).toMatchObject({ level: 10, version: 1 })

    expect(await undoPreview(set.id)).toEqual({ undoes: 2, remains: 0 })
    expect(await undo(set.id)).toMatchObject({ state: 'undone', summary: { undone: 2, remaining: 0 } })
    expect(await levelOf(project, 'per')).toMatchObject({ level: 20, version: 3 })
    expect(await levelOf(project, 'mei')).toMatchObject({ level: 10, version: 3 })
    expect(await as('kari').get(changeSets, set.id)).toMatchObject({ state: 'undone', undoneBy: mail('kari') })
  })

  test('adds people of the customer to projects that they were not in, and takes them out again', async () => {
    const project = await addFreshProject()
    const set = await planRoles([cell('nora', project, 'Workflows', '2999-05-31')])
    await apply(set.id)
    expect(await levelOf(project, 'nora')).toMatchObject({ level: 15, until: '2999-05-31T23:59:59Z', version: 1 })
    await undo(set.id)
    expect(await levelOf(project, 'nora')).toBeNull()
  })

  test('ends west of UTC with the last day of all; a day of no year is a conflict of its row alone', async () => {
    const project = await addProject()
    const zone = (time_zone: string) => db.updateTable('customer').set({ time_zone }).where('id', '=', nord).execute()
    await zone('America/New_York')
    const set = await planRoles([cell('mei', project, 15, '9999-12-31'), cell('per', project, 15, '0000-01-01')])
    await zone('UTC')
    expect((await rowsOf(set.id)).map(({ conflict }) => conflict)).toEqual([null, 'invalidDate'])
    await apply(set.id)
    expect(await levelOf(project, 'mei')).toMatchObject({ level: 15, until: '9999-12-31T23:59:59Z' })
    expect(await levelOf(project, 'per')).toMatchObject({ level: 20, until: null })
  })

  test('keeps the end of an access unless it says another, and keeps none that has passed', async () => {
    const project = await addProject()
    await apply((await planRoles([cell('per', project, 20, '2999-01-01'), cell('mei', project, 10, '2999-01-01')])).id)
    await db
      .updateTable('project_member')
      .set({ access_until: '2020-01-01T23:59:59Z' })
      .where('project_id', '=', project)
      .where('user_id', '=', somebody('nora').id)
      .execute()
    await apply(
      (await planRoles([cell('per', project, 10), cell('mei', project, 10, null), cell('nora', project, 15)])).id,
    )
    expect(await levelOf(project, 'per')).toMatchObject({ level: 10, until: '2999-01-01T23:59:59Z' })
    expect(await levelOf(project, 'mei')).toMatchObject({ level: 10, until: null })
    expect(await levelOf(project, 'nora')).toMatchObject({ level: 15, until: null })
  })

  test('G5: says of every locked or impossible cell why, and changes none of them', async () => {
    const project = await addProject()
    const second = await addPerson('berit', { administers: [nord], homeCustomer: nord })
    await addMember(project, second, 10)
    await addMember(project, somebody('stig'), 10)
    await addMember(project, somebody('kari'), 10)
    const bad: [RoleCell, string][] = [
      [cell('ola', project, 10), 'owner'],
      [cell('ola', project, 0), 'owner'],
      [cell('berit', project, 20), 'customerAdministrator'],
      [cell('kari', project, 20), 'oneself'],
      [cell('stig', project, 0), 'staff'],
      [cell('mei', project, 25), 'levelNotAllowed'],
      [cell('mei', project, 30), 'levelNotAllowed'],
      [cell('mei', project, 'Owner'), 'levelNotAllowed'],
      [cell('mei', project, 12), 'unknownRole'],
      [cell('mei', project, 'Emperor'), 'unknownRole'],
      [cell('mei', project, '=1+1'), 'formula'],
      [{ user: '=cmd|calc', project, level: 10 }, 'formula'],
      [{ user: 'not an address', project, level: 10 }, 'invalidEmail'],
      [{ user: '+nobody@nowhere.example', project, level: 10 }, 'unknownPerson'],
      [{ user: '-nobody@nowhere.example', project, level: '=1+1' }, 'formula'],
      [{ user: 'nobody@nowhere.example', project, level: 10 }, 'unknownPerson'],
      [cell('lars', project, 10), 'unknownPerson'],
      [cell('tom', project, 10), 'unknownPerson'],
      [cell('mei', projects.school, 10), 'unknownProject'],
      [cell('mei', projects.pier, 15), 'unknownProject'],
      [cell('mei', uuidv7(), 15), 'unknownProject'],
      [cell('mei', 'nonsense', 15), 'unknownProject'],
      [cell('mei', project, 15, '2020-01-01'), 'dateInPast'],
      [cell('mei', project, 15, '2026-02-30'), 'invalidDate'],
      [cell('mei', project, 15, 'soon'), 'invalidDate'],
      [cell('nora', project, 20), 'none'],
      [cell('nora', project, 15), 'duplicate'],
    ]
    const set = await planRoles(bad.map(([written]) => written))
    const rows = await rowsOf(set.id)
    expect(rows.map(({ conflict }) => conflict ?? 'none')).toEqual(bad.map(([, conflict]) => conflict))
    expect(rows.filter(({ outcome, after }) => outcome === 'conflict' && after !== null)).toEqual([])
    expect(set.summary).toMatchObject({ total: bad.length, change: 1, conflict: bad.length - 1 })
    expect(set.summary.conflicts).toMatchObject({ owner: 2, unknownProject: 4, duplicate: 1 })
    // Texts that cannot be parsed are returned as entered.
    expect(rows[15]?.object).toEqual({
      given: { user: 'nobody@nowhere.example', project },
      project,
      projectName: rows[0]?.object.projectName,
    })
    expect(await rowsOf(set.id, { 'filter[outcome]': 'change' })).toHaveLength(1)
    await apply(set.id)
    expect(await levelOf(project, 'nora')).toMatchObject({ level: 20 })
    for (const [name, level] of [
      ['ola', 30],
      ['berit', 10],
      ['kari', 10],
      ['stig', 10],
      ['mei', 10],
    ] as const) {
      expect(await levelOf(project, name), name).toMatchObject({ level, version: 1 })
    }
  })

  test('G6: the account of a guest stays a guest in one project', async () => {
    const guest = await addPerson('gisela', { homeCustomer: nord })
    await db.updateTable('app_user').set({ guest: true }).where('id', '=', guest.id).execute()
    const [project, other] = [await addProject(), await addProject()]
    await addMember(project, guest, 5)
    const set = await planRoles([
      cell('gisela', other, 5),
      cell('gisela', project, 10),
      cell('gisela', project, 5, '2999-03-01'),
    ])
    // The second row names the same cell as the third, but an impossible row is no duplicate.
    expect((await rowsOf(set.id)).map(({ conflict }) => conflict)).toEqual(['guestAccount', 'guestAccount', null])
    await apply(set.id)
    expect(await levelOf(project, 'gisela')).toMatchObject({ level: 5, expires: '2999-03-01T23:59:59Z', until: null })
    const account = db.selectFrom('app_user').select('expiration_date').where('id', '=', guest.id)
    expect(await account.executeTakeFirst()).toEqual({ expiration_date: '2999-03-01T23:59:59Z' })
  })

  test('“Guest” as a text, as a paste or a fill has it, demotes nobody; a form gives that level, and it can be pasted over itself', async () => {
    const project = await addProject()
    const written = (name: string, level: string) => cell(name, project, level)
    const set = await planRoles([written('per', 'Guest'), written('mei', 'gast'), written('mei', 'User')])
    expect((await rowsOf(set.id)).map(({ conflict }) => conflict)).toEqual(['onlyForGuests', 'onlyForGuests', null])
    const form = await planRoles([cell('per', project, 5)])
    await apply(form.id)
    expect(await levelOf(project, 'per')).toMatchObject({ level: 5 })
    const repeated = await planRoles([written('per', 'Guest')])
    expect(await rowsOf(repeated.id)).toMatchObject([{ conflict: null, outcome: 'same' }])
    const guest = await addPerson('gerda', { homeCustomer: nord })
    await db.updateTable('app_user').set({ guest: true }).where('id', '=', guest.id).execute()
    await addMember(project, guest, 5)
    expect(await rowsOf((await planRoles([written('gerda', 'Guest')])).id)).toMatchObject([{ conflict: null }])
  })

  test('nothing is half done: a cell that somebody changed since makes all of it stale', async () => {
    const project = await addProject()
    const set = await planRoles([cell('per', project, 10), cell('mei', project, 15)])
    const member = `${project}.${somebody('mei').id}`
    await as('kari').patch(projectMembers, member, { privilegeLevel: 20 })
    await expect(apply(set.id)).rejects.toMatchObject({ status: 412, code: 'stale' })
    expect(await levelOf(project, 'per')).toMatchObject({ level: 20, version: 1 })
    expect(await levelOf(project, 'mei')).toMatchObject({ level: 20 })
    expect(await as('kari').get(changeSets, set.id)).toMatchObject({ state: 'stale', appliedAt: null })
    await expect(apply(set.id)).rejects.toMatchObject({ status: 409, code: 'conflict' })
    await expect(undo(set.id)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  })

  test.each([
    [
      'was made an administrator',
      (id: string) => db.insertInto('customer_admin').values({ customer_id: nord, user_id: id }).execute(),
    ],
    [
      'was deleted',
      (id: string) =>
        db.updateTable('app_user').set({ deleted_at: new Date().toISOString() }).where('id', '=', id).execute(),
    ],
    [
      'joined the staff',
      (id: string) => db.updateTable('app_user').set({ role: 'rendra_staff' }).where('id', '=', id).execute(),
    ],
  ])('G5: nothing is applied for somebody who %s since it was planned', async (_, happens) => {
    const project = await addProject()
    const name = `changing-${uuidv7().slice(-6)}`
    const person = await addPerson(name, { homeCustomer: nord })
    const set = await planRoles([cell(name, project, 20), cell('mei', project, 20)])
    expect(set.summary.change).toBe(2)
    await happens(person.id)
    await expect(apply(set.id)).rejects.toMatchObject({ code: 'stale' })
    expect(await levelOf(project, 'mei')).toMatchObject({ level: 10 })
  })

  test('G8: of ten who apply it at once it is applied once', async () => {
    const project = await addProject()
    const set = await planRoles([cell('mei', project, 15), cell('per', project, 0)])
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(set.id)))
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['applied']))
    expect(await levelOf(project, 'mei')).toMatchObject({ level: 15, version: 2 })
    const filter = { customer: nord, action: 'change-sets.apply', target: set.id }
    expect(await as('kari').list(auditEvents, { filter })).toHaveLength(1)
  })

  test('G8: of two that say another thing about one cell, planned at once, one is applied and one is stale', async () => {
    const project = await addProject()
    const sets = [await planRoles([cell('mei', project, 15)]), await planRoles([cell('mei', project, 20)])]
    const outcomes = await Promise.allSettled(sets.map(({ id }) => apply(id)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await levelOf(project, 'mei')).toMatchObject({ version: 2 })
  })

  test('K9: a creation that is repeated with its key makes one change set', async () => {
    const project = await addProject()
    const key = { 'idempotency-key': `key-${uuidv7()}` }
    const input = { cells: [cell('mei', project, 15)] }
    const make = () => as('kari').post(changeSets, { kind: 'roles', customer: nord, input } as never, key)
    const [first, second] = [await make(), await make()]
    expect(second.id).toBe(first.id)
    await apply(first.id)
    expect(await apply(first.id)).toMatchObject({ state: 'applied' })
    expect(await levelOf(project, 'mei')).toMatchObject({ level: 15, version: 2 })
  })

  test('J2: is one event with what proves its rows, in the trail of its customer', async () => {
    const project = await addProject()
    const set = await planRoles([cell('mei', project, 15), cell('per', project, 0), cell('ola', project, 0)])
    await apply(set.id)
    await undo(set.id)
    const events = await as('kari').list(auditEvents, { filter: { customer: nord, target: set.id } })
    expect(events.map(({ action }) => action)).toEqual(['change-sets.undo', 'change-sets.apply', 'change-sets.create'])
    expect(events[1]).toMatchObject({
      actor: mail('kari'),
      after: { kind: 'roles', rows: 2, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(events[0]).toMatchObject({ after: { undone: 2, remaining: 0 } })
  })
})

describe('an undo', () => {
  test('leaves what somebody touched since, after it said so', async () => {
    const project = await addProject()
    const set = await planRoles([cell('per', project, 10), cell('mei', project, 15), cell('nora', project, 0)])
    await apply(set.id)
    await as('kari').patch(projectMembers, `${project}.${somebody('mei').id}`, { privilegeLevel: 20 })
    await as('kari').post(projectMembers, {
      project,
      user: mail('nora'),
      privilegeLevel: 15,
      sendInvitation: false,
    } as never)
    expect(await undoPreview(set.id)).toEqual({ undoes: 1, remains: 2 })
    const touched = await rowsOf(set.id, { 'filter[touched]': 'true' })
    expect(touched.map(({ object }) => object.user)).toEqual([mail('mei'), mail('nora')])
    await expect(undo(set.id)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
    expect(await levelOf(project, 'per')).toMatchObject({ level: 10 })
    expect(await undo(set.id, true)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 2 } })
    expect(await levelOf(project, 'per')).toMatchObject({ level: 20 })
    expect(await levelOf(project, 'mei')).toMatchObject({ level: 20 })
    expect(await levelOf(project, 'nora')).toMatchObject({ level: 15 })
    expect((await rowsOf(set.id)).map(({ remains }) => remains)).toEqual([false, true, true])
  })

  test('of one change set does not touch what a later one did', async () => {
    const project = await addProject()
    const first = await planRoles([cell('mei', project, 15)])
    await apply(first.id)
    const second = await planRoles([cell('mei', project, 20)])
    await apply(second.id)
    expect(await undoPreview(first.id)).toEqual({ undoes: 0, remains: 1 })
    await undo(second.id)
    expect(await levelOf(project, 'mei')).toMatchObject({ level: 15 })
  })

  test('G4: touches nothing of a project that is another customer’s by now', async () => {
    const project = await addProject()
    const set = await planRoles([cell('per', project, 10), cell('mei', project, 0)])
    await apply(set.id)
    await db.updateTable('project').set({ customer_id: sor }).where('id', '=', project).execute()
    expect(await undoPreview(set.id)).toEqual({ undoes: 0, remains: 2 })
    await undo(set.id, true)
    expect(await levelOf(project, 'per')).toMatchObject({ level: 10 })
    expect(await levelOf(project, 'mei')).toBeNull()
  })

  test('gives back all that a membership was', async () => {
    const project = await addProject()
    const terms = {
      providers: ['COGNITO_MFA'],
      access_until: '2999-01-01T23:59:59Z',
      last_login_at: '2026-01-02T03:04:05Z',
    }
    const own = db
      .updateTable('project_member')
      .where('project_id', '=', project)
      .where('user_id', '=', somebody('mei').id)
    await own.set(terms).execute()
    const set = await plan('remove-from-all-projects', { users: [mail('mei')] })
    await apply(set.id)
    await undo(set.id)
    const member = db.selectFrom('project_member').selectAll().where('project_id', '=', project)
    expect(await member.where('user_id', '=', somebody('mei').id).executeTakeFirst()).toMatchObject(terms)
  })

  test('is nothing to ask of what was not applied', async () => {
    const set = await planRoles([cell('mei', await addProject(), 15)])
    await expect(undo(set.id)).rejects.toMatchObject({ status: 409, code: 'conflict' })
    await expect(undoPreview(set.id)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  })
})

describe('copied access', () => {
  test('gives others the levels and ends of one person, project by project', async () => {
    const [one, two] = [await addProject(), await addProject()]
    await addPerson('sara', { homeCustomer: nord })
    await addPerson('timo', { homeCustomer: nord })
    await apply((await planRoles([cell('sara', one, 20), cell('sara', two, 10, '2999-07-01')])).id)
    const set = await plan('copy-access', {
      from: mail('sara'),
      to: [mail('timo'), mail('ola'), 'nobody@nowhere.example'],
    })
    expect(set.summary).toMatchObject({ total: 6, change: 2, conflicts: { owner: 2, unknownPerson: 2 } })
    expect((await rowsOf(set.id))[0]?.why).toEqual({ copiedFrom: mail('sara') })
    await apply(set.id)
    expect(await levelOf(one, 'timo')).toMatchObject({ level: 20, until: null })
    expect(await levelOf(two, 'timo')).toMatchObject({ level: 10, until: '2999-07-01T23:59:59Z' })
  })

  test('H4: of more projects and people than a change set has rows is refused with how many it has', async () => {
    const from = await addPerson('uma', { homeCustomer: nord })
    for (let at = 0; at < 51; at++) await addMember(await addFreshProject(), from, 10)
    const to = Array.from({ length: 1_000 }, (_, at) => `p${at}@limit.example`)
    expect(await plan('copy-access', { from: from.email, to: to.slice(0, 980) })).toMatchObject({
      state: 'planning',
      progress: { total: 49_980 },
    })
    await expect(plan('copy-access', { from: from.email, to })).rejects.toMatchObject({
      status: 413,
      problems: [expect.objectContaining({ code: 'tooManyRows', meta: { limit: 50_000 } })],
    })
  })

  test('of somebody without any is refused', async () => {
    await expect(plan('copy-access', { from: mail('tom'), to: [mail('mei')] })).rejects.toMatchObject({
      code: 'unknownReference',
      source: { pointer: '/data/attributes/input/from' },
    })
  })
})

test('people are removed from all projects of the customer but their own, and from no other customer', async () => {
  const project = await addProject()
  await addPerson('rolf', { homeCustomer: nord })
  await addMember(project, somebody('rolf'), 20)
  await addMember(projects.school, somebody('rolf'), 10)
  const set = await plan('remove-from-all-projects', { users: [mail('rolf'), mail('rolf').toUpperCase()] })
  expect(set.summary).toMatchObject({ total: 1, change: 1 })
  await apply(set.id)
  expect(await levelOf(project, 'rolf')).toBeNull()
  expect(await levelOf(projects.school, 'rolf')).toMatchObject({ level: 10 })
  const owner = await plan('remove-from-all-projects', { users: [mail('ola')] })
  expect(owner.summary).toMatchObject({ change: 0, conflicts: { owner: owner.summary.total } })
})

test('change sets of several kinds are found behind any number of newer ones of others', async () => {
  const made = (kind: ChangeSetKind, customer: string, day: number) => ({
    ...{ id: uuidv7(), customer_id: customer, kind, state: 'applied', created_by: somebody('kari').id },
    created_at: new Date(Date.UTC(2020, 0, day)).toISOString(),
  })
  const [first, second, foreign] = [
    made('organization', nord, 1),
    made('merge-organizations', nord, 2),
    made('organization', sor, 3),
  ]
  const others = Array.from({ length: 60 }, (_, at) => made('template-entries', nord, 4 + at))
  await db
    .insertInto('change_set')
    .values([first, second, foreign, ...others])
    .execute()
  const listed = (kind: string, size = 50, by = 'kari') =>
    as(by).page(changeSets, { filter: { customer: nord, kind }, sort: ['-createdAt'], page: { size } })
  const both = await listed('organization,merge-organizations')
  expect(both.records.map(({ id, kind }) => ({ id, kind }))).toEqual([
    { id: second.id, kind: 'merge-organizations' },
    { id: first.id, kind: 'organization' },
  ])
  expect(both.total).toBe(2)
  expect((await listed('organization')).records.map(({ id }) => id)).toEqual([first.id])
  expect(await listed('organization,template-entries', 1)).toMatchObject({
    records: [{ id: others.at(-1)?.id }],
    total: 61,
    next: expect.stringContaining('organization%2Ctemplate-entries'),
  })
  for (const kind of ['organization,everything', 'organization,', '']) {
    await expect(listed(kind)).rejects.toMatchObject({
      status: 400,
      code: 'invalidParameter',
      source: { parameter: 'filter[kind]' },
    })
  }
  await expect(listed('organization', 50, 'per')).rejects.toMatchObject({ status: 403 })
})

test('the change sets that somebody created are found behind any number of newer ones of others', async () => {
  const made = (name: string, customer: string, day: number) => ({
    ...{ id: uuidv7(), customer_id: customer, kind: 'dashboard-widgets', state: 'applied' },
    ...{ created_by: somebody(name).id, created_at: new Date(Date.UTC(2021, 0, day)).toISOString() },
  })
  const [first, second, elsewhere] = [made('kari', nord, 1), made('kari', nord, 2), made('kari', sor, 3)]
  const others = Array.from({ length: 60 }, (_, at) => made('stig', nord, 4 + at))
  await db
    .insertInto('change_set')
    .values([first, second, elsewhere, ...others])
    .execute()
  const listed = (createdBy: string | undefined, by = 'kari') =>
    as(by).page(changeSets, {
      filter: { customer: nord, kind: 'dashboard-widgets', ...(createdBy !== undefined && { createdBy }) },
      sort: ['-createdAt'],
      page: { size: 50 },
    })
  expect((await listed(undefined)).total).toBe(62)
  for (const email of [mail('kari'), mail('kari').toUpperCase()]) {
    const { records, total } = await listed(email)
    expect(records.map(({ id, createdBy }) => ({ id, createdBy }))).toEqual([
      { id: second.id, createdBy: mail('kari') },
      { id: first.id, createdBy: mail('kari') },
    ])
    expect(total).toBe(2)
  }
  const byStig = await listed(mail('stig'))
  expect([byStig.records[0]?.id, byStig.records.length, byStig.total]).toEqual([others.at(-1)?.id, 50, 60])
  for (const name of ['mei', 'liv']) expect((await listed(mail(name))).records, name).toEqual([])
  expect((await listed('nobody@nowhere.example')).records).toEqual([])
  await expect(listed(mail('kari'), 'per')).rejects.toMatchObject({ status: 403 })
})

describe('who may', () => {
  test.each(['api', 'ola', 'per', 'mei', 'gus', 'tom', 'lars'])(
    'G1: %s makes none for Nord, and sees none',
    async (name) => {
      const project = await addProject()
      const set = await planRoles([cell('mei', project, 15)])
      await expect(planRoles([cell('nora', project, 15)], name)).rejects.toMatchObject({ status: 403 })
      await expect(as(name).list(changeSets, { filter: { customer: nord } })).rejects.toMatchObject({ status: 403 })
      await expect(as(name).get(changeSets, set.id)).rejects.toMatchObject({ status: 404 })
      const status = name === 'gus' ? 403 : 404
      await expect(rowsOf(set.id, {}, name)).rejects.toMatchObject({ status })
      await expect(apply(set.id, name)).rejects.toMatchObject({ status })
      await expect(undo(set.id, false, name)).rejects.toMatchObject({ status })
      expect(await levelOf(project, 'mei')).toMatchObject({ level: 10, version: 1 })
    },
  )

  test('G4: staff may, for the customer that they name, and reach no other customer through its cells', async () => {
    const project = await addProject()
    const set = await planRoles([cell('mei', project, 15), cell('liv', projects.school, 10)], 'stig')
    expect((await rowsOf(set.id, {}, 'stig')).map(({ conflict }) => conflict)).toEqual([null, 'unknownPerson'])
    await apply(set.id, 'stig')
    expect(await levelOf(project, 'mei')).toMatchObject({ level: 15 })
    await expect(planRoles([cell('mei', project, 15)], 'kari', sor)).rejects.toMatchObject({ status: 403 })
    await expect(planRoles([cell('mei', project, 15)], 'stig', uuidv7())).rejects.toMatchObject({
      code: 'unknownReference',
    })
  })

  test('G7: an input that is none of its kind is refused with what is wrong', async () => {
    const refused = (kind: string, input: unknown) =>
      as('kari').post(changeSets, { kind, customer: nord, input } as never)
    await expect(refused('roles', { cells: [] })).rejects.toMatchObject({
      status: 422,
      code: 'required',
      source: { pointer: '/data/attributes/input/cells' },
    })
    await expect(refused('roles', { cells: [{ user: 1, project: 'x', level: 10 }] })).rejects.toMatchObject({
      status: 422,
      source: { pointer: '/data/attributes/input/cells/0/user' },
    })
    await expect(refused('roles', null)).rejects.toMatchObject({ status: 422 })
    await expect(refused('everything', {})).rejects.toMatchObject({
      status: 422,
      source: { pointer: '/data/attributes/kind' },
    })
    const answer = await as('kari').inject({
      method: 'POST',
      url: changeSets.path,
      headers: { 'content-type': 'application/vnd.api+json' },
      payload: JSON.stringify({
        data: {
          type: 'change-sets',
          attributes: { kind: 'roles', input: {}, state: 'applied' },
          relationships: { customer: { data: { type: 'customers', id: nord } } },
        },
      }),
    })
    expect([answer.statusCode, answer.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      422,
      'notWritable',
    ])
  })

  test('a page of rows begins after any number', async () => {
    const project = await addProject()
    const set = await planRoles([cell('mei', project, 15), cell('per', project, 0), cell('nora', project, 20)])
    const page = await as('kari').call(listChangeSetRows, {
      parameters: { id: set.id },
      query: { 'page[size]': '1', 'page[after]': '1' },
    })
    expect(page.data.map(({ attributes }) => attributes.number)).toEqual([2])
    expect(page.meta.page.total).toBe(3)
    expect(page.links.next).toContain('page%5Bafter%5D=2')
    const beyond = { parameters: { id: set.id }, query: { 'page[after]': '2147483648' } }
    await expect(as('kari').call(listChangeSetRows, beyond)).rejects.toMatchObject({ status: 400 })
  })
})
