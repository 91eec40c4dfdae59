import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import { applyChangeSet, changeSets, maxWhenCleanRows, undoChangeSet } from '@lintel/contract/people/change-sets'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { describe, expect, test } from 'vitest'
import { apiClient } from '../../../../test/api-client'
import { interceptStatements } from '../../../../test/intercept-statements'
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
const { untilLockWaiters } = interceptStatements(db)
const as = (name: string) => apiClient(app, async () => name)

const cell = (name: string, project: string, more: Partial<RoleCell> = {}): RoleCell => ({
  user: somebody(name).email,
  project,
  ...more,
})
const change = (cells: RoleCell[], headers: Record<string, string> = {}, by = 'kari', customer = nord) =>
  as(by).post(changeSets, { kind: 'roles', customer, input: { cells }, apply: 'whenClean' } as never, headers)
const undo = (id: string, partial = false) => as('kari').call(undoChangeSet, { parameters: { id }, body: { partial } })
const stored = async (project: string, name: string) =>
  (await db
    .selectFrom('project_member')
    .selectAll()
    .where('project_id', '=', project)
    .where('user_id', '=', somebody(name).id)
    .executeTakeFirst()) ?? null
const idOf = (project: string, name: string) => `${project}.${somebody(name).id}`

describe('a change of one cell', () => {
  test('is planned and applied by one request, and says what it needs to go on: row, version and change set', async () => {
    const project = await addFreshProject()
    const set = await change([cell('mei', project, { level: 20, expected: 10 })])
    expect(set).toMatchObject({
      state: 'applied',
      appliedBy: somebody('kari').email,
      version: expect.any(Number),
      summary: { total: 1, change: 1, same: 0, conflict: 0 },
    })
    expect(set.rows).toEqual([
      {
        number: 1,
        outcome: 'change',
        object: expect.objectContaining({ user: somebody('mei').email, project }),
        before: { privilegeLevel: 10, accessUntil: null },
        after: { privilegeLevel: 20, accessUntil: null },
        why: null,
        conflict: null,
        member: { id: idOf(project, 'mei'), version: 2 },
        remains: false,
      },
    ])
    expect(await stored(project, 'mei')).toMatchObject({ privilege_level: 20, version: 2, change_set_id: set.id })
    // A later read returns it without rows, like every change set.
    expect(await as('kari').get(changeSets, set.id)).not.toHaveProperty('rows')
  })

  test('is one audited step whose rows are proved', async () => {
    const project = await addFreshProject()
    const { id } = await change([cell('mei', project, { level: 15 })])
    const own = await as('kari').list(auditEvents, { filter: { customer: nord, target: id } })
    expect(own.map(({ action }) => action).sort()).toEqual(['change-sets.apply', 'change-sets.create'])
    expect(own.find(({ action }) => action === 'change-sets.apply')).toMatchObject({
      after: { kind: 'roles', rows: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
  })

  test('ends a membership, and its undo brings exactly that one back', async () => {
    const project = await addFreshProject()
    const was = {
      access_until: '2999-05-31T23:59:59Z',
      providers: ['COGNITO_MFA'],
      invited_by: somebody('kari').id,
      invited_at: '2026-01-02T03:04:05Z',
      last_login_at: '2026-02-03T04:05:06Z',
      privilege_level: 15,
    }
    await db
      .updateTable('project_member')
      .set(was)
      .where('project_id', '=', project)
      .where('user_id', '=', somebody('mei').id)
      .execute()
    const before = await stored(project, 'mei')
    const set = await change([cell('mei', project, { level: 0, expected: 15 })])
    expect(set.rows).toMatchObject([{ outcome: 'change', after: null, member: null }])
    expect(await stored(project, 'mei')).toBeNull()
    expect(await undo(set.id)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 0 } })
    const after = await stored(project, 'mei')
    expect(after).toEqual({ ...before, version: expect.any(Number), updated_at: expect.anything() })
    expect(after?.version).toBeGreaterThan(before?.version ?? 0)
  })

  test('adds somebody of the customer, again too, and its undo takes them out', async () => {
    const project = await addFreshProject()
    await change([cell('mei', project, { level: 0 })])
    const set = await change([cell('mei', project, { level: 20, expected: 0, providers: ['COGNITO'] })])
    expect(set.rows).toMatchObject([{ before: null, after: { privilegeLevel: 20, providers: ['COGNITO'] } }])
    expect(await stored(project, 'mei')).toMatchObject({ privilege_level: 20, providers: ['COGNITO'], version: 1 })
    await undo(set.id)
    expect(await stored(project, 'mei')).toBeNull()
  })

  test('sets the end date or the login methods alone, and the undo puts both back', async () => {
    const project = await addFreshProject()
    await change([cell('mei', project, { accessUntil: '2999-01-01', providers: ['COGNITO'] })])
    const set = await change([cell('mei', project, { accessUntil: '2999-05-31' })])
    expect(set).toMatchObject({ state: 'applied' })
    expect(await stored(project, 'mei')).toMatchObject({
      privilege_level: 10,
      access_until: '2999-05-31T23:59:59Z',
      providers: ['COGNITO'],
    })
    const methods = await change([cell('mei', project, { providers: ['COGNITO_MFA'], accessUntil: null })])
    expect(methods.rows).toMatchObject([
      {
        before: { privilegeLevel: 10, accessUntil: '2999-05-31T23:59:59Z', providers: ['COGNITO'] },
        after: { privilegeLevel: 10, accessUntil: null, providers: ['COGNITO_MFA'] },
      },
    ])
    await undo(methods.id)
    expect(await stored(project, 'mei')).toMatchObject({
      privilege_level: 10,
      access_until: '2999-05-31T23:59:59Z',
      providers: ['COGNITO'],
    })
  })

  test('that changes nothing is applied as nothing', async () => {
    const project = await addFreshProject()
    const set = await change([cell('mei', project, { level: 10, providers: [] })])
    expect(set).toMatchObject({ state: 'applied', summary: { change: 0, same: 1 } })
    expect(await stored(project, 'mei')).toMatchObject({ version: 1, change_set_id: null })
  })

  test('K9: repeated with its key, it is the same change set, made once', async () => {
    const project = await addFreshProject()
    const headers = { 'idempotency-key': 'the-same-cell-once' }
    const cells = [cell('mei', project, { level: 15, expected: 10 })]
    const first = await change(cells, headers)
    const repeated = await change(cells, headers)
    expect(repeated).toMatchObject({ id: first.id, state: 'applied', rows: first.rows })
    expect(await stored(project, 'mei')).toMatchObject({ privilege_level: 15, version: 2 })
  })
})

describe('what the person did not see', () => {
  test('is a conflict with what is there now, and nothing is changed', async () => {
    const project = await addFreshProject()
    expect(await change([cell('mei', project, { level: 20, expected: 10 })])).toMatchObject({ state: 'applied' })
    const set = await change([cell('mei', project, { level: 15, expected: 10 })])
    expect(set).toMatchObject({ state: 'planned', summary: { conflict: 1, conflicts: { changedMeanwhile: 1 } } })
    expect(set.rows).toMatchObject([
      {
        outcome: 'conflict',
        conflict: 'changedMeanwhile',
        before: { privilegeLevel: 20 },
        after: null,
        member: { id: idOf(project, 'mei'), version: 2 },
      },
    ])
    expect(await stored(project, 'mei')).toMatchObject({ privilege_level: 20, version: 2 })
  })

  test('may be a membership that is gone, or one that came', async () => {
    const project = await addFreshProject()
    await change([cell('mei', project, { level: 0 })])
    const removed = await change([cell('mei', project, { level: 15, expected: 10 })])
    expect(removed.rows).toMatchObject([{ conflict: 'changedMeanwhile', before: null, member: null }])
    const came = await change([cell('per', project, { level: 10, expected: 0 })])
    expect(came.rows).toMatchObject([{ conflict: 'changedMeanwhile', before: { privilegeLevel: 20 } }])
    expect(await stored(project, 'mei')).toBeNull()
    expect(await stored(project, 'per')).toMatchObject({ privilege_level: 20 })
  })

  test('may be asked for by version: a form says which membership it was filled in from', async () => {
    const project = await addFreshProject()
    const current = await change([cell('mei', project, { accessUntil: '2999-05-31', expectedVersion: 1 })])
    expect(current).toMatchObject({ state: 'applied' })
    const late = await change([cell('mei', project, { level: 20, expectedVersion: 1 })])
    expect(late.rows).toMatchObject([{ conflict: 'changedMeanwhile', member: { version: 2 } }])
    expect(await stored(project, 'mei')).toMatchObject({ privilege_level: 10, version: 2 })
  })

  test('is found even when it happens between the plan and the change', async () => {
    const project = await addFreshProject()
    // The plan reads the old membership; the change waits for the writing transaction.
    const pending = await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('project_member')
        .set({ privilege_level: 15, version: 2 })
        .where('project_id', '=', project)
        .where('user_id', '=', somebody('mei').id)
        .execute()
      const changed = change([cell('mei', project, { level: 20, expected: 10 })])
      await untilLockWaiters('new_set as (insert into "change_set"')
      return { changed }
    })
    expect(await pending.changed).toMatchObject({
      state: 'planned',
      rows: [{ conflict: 'changedMeanwhile', before: { privilegeLevel: 15 } }],
    })
    expect(await stored(project, 'mei')).toMatchObject({ privilege_level: 15, version: 2 })
  })

  test('stays as it is when a change is undone that somebody else has changed since', async () => {
    const project = await addFreshProject()
    const set = await change([cell('mei', project, { level: 20 })])
    await change([cell('mei', project, { accessUntil: '2999-05-31' })])
    await expect(undo(set.id)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
    await undo(set.id, true)
    expect(await stored(project, 'mei')).toMatchObject({ privilege_level: 20, access_until: '2999-05-31T23:59:59Z' })
  })
})

describe('several cells', () => {
  test('are changed together when all are clean', async () => {
    const project = await addFreshProject()
    const set = await change([
      cell('mei', project, { level: 15, expected: 10 }),
      cell('per', project, { level: 20, expected: 20 }),
      cell('nora', project, { level: 10, expected: 0 }),
    ])
    expect(set).toMatchObject({ state: 'applied', summary: { change: 2, same: 1 } })
    expect(set.rows?.map(({ outcome }) => outcome)).toEqual(['change', 'same', 'change'])
    expect(await stored(project, 'nora')).toMatchObject({ privilege_level: 10 })
    await undo(set.id)
    expect(await stored(project, 'mei')).toMatchObject({ privilege_level: 10 })
    expect(await stored(project, 'nora')).toBeNull()
  })

  test('G5: stay as they are with one locked among them, and the plan can still be applied without it', async () => {
    const project = await addFreshProject()
    const set = await change([cell('mei', project, { level: 15 }), cell('ola', project, { level: 10 })])
    expect(set).toMatchObject({ state: 'planned' })
    expect(set.rows).toMatchObject([{ outcome: 'change' }, { outcome: 'conflict', conflict: 'owner' }])
    expect(await stored(project, 'mei')).toMatchObject({ privilege_level: 10 })
    await as('kari').call(applyChangeSet, { parameters: { id: set.id } })
    expect(await stored(project, 'mei')).toMatchObject({ privilege_level: 15 })
    expect(await stored(project, 'ola')).toMatchObject({ privilege_level: 30 })
  })

  test('are only planned when there are more than two hundred', async () => {
    const project = await addFreshProject()
    const added: string[] = []
    for (let at = 0; at <= maxWhenCleanRows; at++) {
      const person = await addPerson(`many-${at}`, { homeCustomer: nord })
      await addMember(project, person, 10)
      added.push(person.email)
    }
    const cells = (count: number) => added.slice(0, count).map((user) => ({ user, project, level: 15 }))
    const tooMany = await change(cells(maxWhenCleanRows + 1))
    expect(tooMany).toMatchObject({ state: 'planned', summary: { change: maxWhenCleanRows + 1 } })
    expect(tooMany).not.toHaveProperty('rows')
    const most = await change(cells(maxWhenCleanRows))
    expect(most).toMatchObject({ state: 'applied', summary: { change: maxWhenCleanRows } })
    expect(most.rows).toHaveLength(maxWhenCleanRows)
  })

  test('are conflicts where nobody is a member whose level could stay, or a login method is not known', async () => {
    const project = await addFreshProject()
    await db
      .insertInto('sso_provider')
      .values({ id: 'SOR-ONLY', name: 'Sør only', is_public: false, hidden: true })
      .execute()
    const set = await change([
      cell('nora', project, { accessUntil: '2999-05-31' }),
      cell('mei', project, { providers: ['NOBODYS'] }),
      cell('per', project, { providers: ['SOR-ONLY'] }),
    ])
    expect(set.rows?.map(({ conflict }) => conflict)).toEqual(['notMember', 'unknownLoginMethod', 'unknownLoginMethod'])
    // A login method that the member already has needs no permission.
    await db
      .updateTable('project_member')
      .set({ providers: ['SOR-ONLY'] })
      .where('project_id', '=', project)
      .where('user_id', '=', somebody('per').id)
      .execute()
    const unchanged = await change([cell('per', project, { level: 15, providers: ['SOR-ONLY'] })])
    expect(unchanged).toMatchObject({ state: 'applied' })
  })

  test('a login method that is gone by then is not put back by an undo', async () => {
    const project = await addFreshProject()
    await db.insertInto('sso_provider').values({ id: 'SHORT', name: 'Short', is_public: true }).execute()
    expect(await change([cell('mei', project, { providers: ['SHORT'] })])).toMatchObject({ state: 'applied' })
    const set = await change([cell('mei', project, { providers: [] })])
    await db.deleteFrom('sso_provider').where('id', '=', 'SHORT').execute()
    await expect(undo(set.id)).rejects.toMatchObject({ code: 'changedSince' })
    expect(await stored(project, 'mei')).toMatchObject({ providers: [] })
  })
})

describe('G4: of another customer', () => {
  test('nobody is changed, and nothing of them is told', async () => {
    await expect(change([cell('mei', projects.bridge, { level: 20 })], {}, 'lars', nord)).rejects.toMatchObject({
      code: 'forbidden',
    })
    const set = await change([cell('mei', projects.bridge, { level: 20, expected: 10 })], {}, 'lars', sor)
    expect(set.rows).toMatchObject([{ conflict: 'unknownPerson', before: null, member: null }])
    const foreign = await change([cell('liv', projects.bridge, { level: 20 })], {}, 'lars', sor)
    expect(foreign.rows).toMatchObject([{ conflict: 'unknownProject', before: null, member: null }])
    expect(await stored(projects.bridge, 'mei')).toMatchObject({ privilege_level: 10 })
  })
})
