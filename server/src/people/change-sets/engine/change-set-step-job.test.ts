import {
  applyChangeSet,
  type ChangeSetState,
  cancelChangeSet,
  changeSets,
  synchronousRowLimit,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { sql } from 'kysely'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterEach, expect, test } from 'vitest'
import { changeSetId } from '../../../../demo/change-sets'
import { customerId } from '../../../../demo/customers'
import { personId } from '../../../../demo/person-id'
import { interceptStatements } from '../../../../test/intercept-statements'
import { slowDeletes } from '../../../../test/slow-deletes'
import { person } from '../../../../test/test-app'
import { testDatabase } from '../../../../test/test-database'
import { worldOn } from '../../../../test/world'
import { retainAudit } from '../../../platform/audit/retention'
import { runChange } from '../../../platform/context'
import { closeDatabase, openDatabase } from '../../../platform/database'
import { changeChannel } from '../../../platform/events/change-channel'
import { startWorkers, type Workers } from '../../../platform/jobs/workers'
import { enqueueStep, stepKind, stepPayload } from './change-set-jobs'
import { changeSetStepJob } from './change-set-step-job'
import { deleteOldChangeSetsJob } from './delete-old-change-sets'

const { db, url } = await testDatabase()
const { as, clock, platform } = await worldOn(db)
const customer = customerId('nordbygg')
const astrid = as('astrid', { secondFactor: true })

const startedWorkers: Workers[] = []
const startTestWorkers = () => {
  const workers = startWorkers(platform, [changeSetStepJob], { pollInterval: 10 })
  startedWorkers.push(workers)
  return workers
}
afterEach(async () => {
  await Promise.all(startedWorkers.splice(0).map((workers) => workers.stop(5_000)))
})

await sql`
  insert into app_user (id, email, given_name, family_name, home_customer_id)
  select gen_random_uuid(), 'crowd' || number || '@nordbygg.example', 'Crowd', number::text, ${customer}
  from generate_series(1, 200) as number`.execute(db)

/** Cells of people who are in none of these projects, more than a request processes. */
const { rows: cells } = await sql<{ user: string; project: string; level: number }>`
  select person.email as user, project.id as project, 10 as level
  from app_user as person cross join project
  where person.home_customer_id = ${customer} and person.role is null and not person.guest and person.deleted_at is null
    and project.customer_id = ${customer} and not project.is_inactive
    and not exists (select from customer_admin as office where office.user_id = person.id)
    and not exists (select from project_member as own where own.user_id = person.id and own.project_id = project.id)
  order by person.email, project.id limit ${synchronousRowLimit + 500}`.execute(db)
const count = async () =>
  Number(
    (
      await db
        .selectFrom('project_member')
        .select(({ fn }) => fn.countAll().as('all'))
        .executeTakeFirstOrThrow()
    ).all,
  )
const before = await count()

test('a step is enqueued while the job of the step before it is not removed yet, and never twice', async () => {
  const at = { changeSet: uuidv7(), customer }
  const origin = { requestId: 'r', ip: '', userAgent: null }
  const jobs = async () => {
    const found = await db.selectFrom('job').select('payload').where('kind', '=', stepKind).execute()
    return found.map(({ payload }) => stepPayload.parse(payload)).filter(({ changeSet }) => changeSet === at.changeSet)
  }
  const actor = person('astrid@nordbygg.example', { id: uuidv7(), sessionId: uuidv7() })
  await runChange(platform, { actor, ...origin }, async (change) => {
    for (const step of ['plan', 'apply', 'apply', 'undo'] as const) await enqueueStep(change, { ...at, step })
    change.audit({ action: 'change-sets.test', customer: null })
  })
  expect((await jobs()).map(({ step }) => step).sort()).toEqual(['apply', 'plan', 'undo'])
  await db.deleteFrom('job').where('kind', '=', stepKind).execute()
})

const plan = () => astrid.post(changeSets, { kind: 'roles', customer, input: { cells } } as never)
const read = (id: string) => astrid.get(changeSets, id)
const until = (id: string, state: ChangeSetState) => expect.poll(async () => (await read(id)).state).toBe(state)

/** The notifications that the database sends during a run, as `type id`. */
async function notificationsDuring(run: () => Promise<void>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  const notifications: string[] = []
  await client.connect()
  client.on('notification', ({ payload = '{}' }) => {
    const { type, id } = JSON.parse(payload) as { type: string; id: string | null }
    notifications.push(`${type} ${id}`)
  })
  await client.query(`listen ${changeChannel}`)
  await run()
  await client.query('select 1')
  await client.end()
  return notifications
}

test('what is large is planned, applied, undone and planned again by jobs, and tells how far it is', async () => {
  expect(cells).toHaveLength(synchronousRowLimit + 500)
  startTestWorkers()
  const set = await plan()
  expect(set).toMatchObject({ state: 'planning', progress: { done: 0, total: cells.length } })
  await until(set.id, 'planned')
  expect((await read(set.id)).summary).toMatchObject({ total: cells.length, change: cells.length, conflict: 0 })
  const notifications = await notificationsDuring(async () => {
    const applying = await astrid.call(applyChangeSet, { parameters: { id: set.id } })
    expect(['applying', 'applied']).toContain(applying.state)
    await until(set.id, 'applied')
  })
  expect(notifications).toContain('project-members null')
  expect(notifications.filter((notification) => notification === `change-sets ${set.id}`).length).toBeGreaterThan(1)
  expect(await read(set.id)).toMatchObject({
    progress: { done: cells.length, total: cells.length },
    appliedBy: 'astrid@nordbygg.example',
  })
  expect(await count()).toBe(before + cells.length)
  await astrid.call(undoChangeSet, { parameters: { id: set.id }, body: {} })
  await until(set.id, 'undone')
  expect(await count()).toBe(before)
  const auditLog = await astrid.list(auditEvents, { filter: { customer, target: set.id } })
  expect(auditLog.map(({ action, actor }) => [action, actor])).toEqual(
    ['undo', 'undo-begin', 'apply', 'apply-begin', 'plan', 'create'].map((step) => [
      `change-sets.${step}`,
      'astrid@nordbygg.example',
    ]),
  )
  const again = await astrid.post(changeSets, { kind: 'roles', customer, input: { again: set.id } } as never)
  expect(again).toMatchObject({ state: 'planning', progress: { done: 0, total: cells.length } })
  await until(again.id, 'planned')
  expect((await read(again.id)).summary).toMatchObject({ total: cells.length, change: cells.length, conflict: 0 })
}, 60_000)

test('what has not begun to be applied or undone is cancelled, and stands as before; what has begun is not', async () => {
  const workers = startTestWorkers()
  const { id } = await plan()
  await until(id, 'planned')
  await workers.stop(5_000)
  const at = { parameters: { id } }
  expect(await astrid.call(applyChangeSet, at)).toMatchObject({ state: 'applying' })
  await expect(as('mei').call(cancelChangeSet, at)).rejects.toMatchObject({ status: 404 })
  expect(await astrid.call(cancelChangeSet, at)).toMatchObject({ state: 'planned', summary: { change: cells.length } })
  // Idempotent, and no job is left that would run it.
  expect(await astrid.call(cancelChangeSet, at)).toMatchObject({ state: 'planned' })
  expect(await db.selectFrom('job').select('id').where('kind', '=', stepKind).execute()).toEqual([])
  const auditLog = await astrid.list(auditEvents, { filter: { customer, target: id } })
  expect(auditLog.map(({ action }) => action)).toEqual(
    ['apply-cancel', 'apply-begin', 'plan', 'create'].map((step) => `change-sets.${step}`),
  )
  expect(await count()).toBe(before)

  await astrid.call(applyChangeSet, at)
  // A worker has claimed the job.
  await db.updateTable('job').set({ attempts: 1, leased_by: uuidv7() }).where('kind', '=', stepKind).execute()
  await expect(astrid.call(cancelChangeSet, at)).rejects.toMatchObject({ code: 'conflict' })
  expect(await read(id)).toMatchObject({ state: 'applying' })
  await db.updateTable('job').set({ attempts: 0, leased_by: null }).where('kind', '=', stepKind).execute()
  const second = startTestWorkers()
  await until(id, 'applied')
  expect(await count()).toBe(before + cells.length)
  await expect(astrid.call(cancelChangeSet, at)).rejects.toMatchObject({ code: 'conflict' })

  await second.stop(5_000)
  expect(await astrid.call(undoChangeSet, { ...at, body: {} })).toMatchObject({ state: 'undoing' })
  const undoing = { state: 'applied', progress: { done: cells.length, total: cells.length } }
  expect(await astrid.call(cancelChangeSet, at)).toMatchObject(undoing)
  expect(await read(id)).toMatchObject({ state: 'applied', undoneBy: null, failure: null })
  expect(await count()).toBe(before + cells.length)
  startTestWorkers()
  await astrid.call(undoChangeSet, { parameters: { id }, body: {} })
  await until(id, 'undone')
  expect(await count()).toBe(before)
}, 60_000)

/** The stored rows with the transactions that wrote them. */
const written = async (id: string) => {
  const { rows } = await sql<{ count: number; last: string }>`
    select count(*)::int as count, string_agg(distinct xmin::text, ' ') as last from change_set_row
    where change_set_id = ${id} and number <= 5000`.execute(db)
  return rows[0]
}

/** Runs the queued plan of a change set up to its second part. */
async function planHalf(id: string): Promise<void> {
  const { payload } = await db
    .selectFrom('job')
    .select('payload')
    .where('key', '=', `${id} plan`)
    .executeTakeFirstOrThrow()
  let looks = 0
  const signal = {
    get aborted() {
      looks += 1
      return looks > 1
    },
  } as AbortSignal
  const job = { id: customer, attempt: 1, customer }
  const half = changeSetStepJob.run({ platform, payload: changeSetStepJob.payload.parse(payload), job, signal })
  await expect(half).rejects.toThrow('The server stops')
}

test('K1: whoever takes over from a worker that stopped in the middle goes on from there, and plans every row once', async () => {
  const set = await plan()
  await planHalf(set.id)
  expect((await read(set.id)).progress).toEqual({ done: 5_000, total: cells.length })
  const before = await written(set.id)
  expect(before?.count).toBe(5_000)
  startTestWorkers()
  await until(set.id, 'planned')
  expect((await read(set.id)).summary).toMatchObject({ total: cells.length, change: cells.length })
  expect(await written(set.id)).toEqual(before)
}, 60_000)

test('a plan is cancelled at any time, also one that a worker has begun', async () => {
  for (const isBegun of [false, true]) {
    const { id } = await plan()
    if (isBegun) await planHalf(id)
    const at = { parameters: { id } }
    expect(await astrid.call(cancelChangeSet, at)).toMatchObject({ state: 'failed', failure: 'cancelled' })
    expect(await astrid.call(cancelChangeSet, at)).toMatchObject({ state: 'failed', failure: 'cancelled' })
    const workers = startTestWorkers()
    await expect.poll(() => db.selectFrom('job').select('id').where('kind', '=', stepKind).execute()).toEqual([])
    await workers.stop(5_000)
    expect(await read(id)).toMatchObject({ state: 'failed', failure: 'cancelled', plannedAt: null })
    await expect(astrid.call(applyChangeSet, at)).rejects.toMatchObject({ code: 'conflict' })
    const auditLog = await astrid.list(auditEvents, { filter: { customer, target: id } })
    expect(auditLog.map(({ action }) => action)).toEqual(['change-sets.plan-cancel', 'change-sets.create'])
  }
}, 60_000)

test('K1: a plan whose rows depend on what is there begins again', async () => {
  const from = 'crowd1@nordbygg.example'
  const person = db.selectFrom('app_user').select('id').where('email', '=', from)
  const { id: user_id } = await person.executeTakeFirstOrThrow()
  const own = cells.filter(({ user }) => user === from).map(({ project }) => project)
  await db
    .insertInto('project_member')
    .values(own.map((project_id) => ({ project_id, user_id, customer_id: customer, privilege_level: 10 })))
    .execute()
  // Enough people for more rows than a request plans, even without one of the projects.
  const people = Math.ceil((synchronousRowLimit + 500) / (own.length - 1))
  const to = Array.from({ length: people }, (_, at) => `nobody${at}@nowhere.example`)
  const set = await astrid.post(changeSets, { kind: 'copy-access', customer, input: { from, to } } as never)
  expect(set).toMatchObject({ state: 'planning', progress: { total: own.length * to.length } })
  await planHalf(set.id)
  const memberships = db.deleteFrom('project_member').where('user_id', '=', user_id)
  await memberships.where('project_id', '=', own[0] ?? '').execute()
  startTestWorkers()
  await until(set.id, 'planned')
  expect((await read(set.id)).summary).toMatchObject({ total: (own.length - 1) * to.length })
  await memberships.execute()
}, 60_000)

test('nothing is applied by a job when a cell was changed since it was planned', async () => {
  // The statistics cover the existing change sets and not the next one, as is usual with a large one.
  await sql`analyze`.execute(db)
  startTestWorkers()
  const set = await plan()
  await until(set.id, 'planned')
  const last = cells.at(-1)
  const member = await as('anna').post(projectMembers, {
    project: last?.project ?? '',
    user: last?.user ?? '',
    privilegeLevel: 15,
    providers: [],
    sendInvitation: false,
  })
  await astrid.call(applyChangeSet, { parameters: { id: set.id } })
  await until(set.id, 'stale')
  expect(await count()).toBe(before + 1)
  await as('anna').remove(projectMembers, member.id)
}, 60_000)

test('G3: a job does nothing for somebody who lost the right to ask for it', async () => {
  const set = await plan()
  const adminRole = { customer_id: customer, user_id: personId('astrid@nordbygg.example') }
  await db
    .deleteFrom('customer_admin')
    .where('user_id', '=', adminRole.user_id)
    .where('customer_id', '=', customer)
    .execute()
  startTestWorkers()
  const state = () =>
    db.selectFrom('change_set').select(['state', 'failure']).where('id', '=', set.id).executeTakeFirst()
  await expect.poll(state).toEqual({ state: 'failed', failure: 'forbidden' })
  await db.insertInto('customer_admin').values(adminRole).execute()
  const auditLog = await astrid.list(auditEvents, { filter: { customer, target: set.id, result: 'failure' } })
  expect(auditLog).toMatchObject([{ action: 'change-sets.plan', reason: 'forbidden' }])
}, 60_000)

test('an undo that a job could not do leaves the change set as it was applied, and says why until the next one begins', async () => {
  const workers = startTestWorkers()
  const { id } = await plan()
  const at = { parameters: { id }, body: {} }
  await until(id, 'planned')
  await astrid.call(applyChangeSet, { parameters: { id } })
  await until(id, 'applied')
  await workers.stop(5_000)
  await astrid.call(undoChangeSet, at)
  const adminRole = { customer_id: customer, user_id: personId('astrid@nordbygg.example') }
  const adminRoles = db.deleteFrom('customer_admin').where('user_id', '=', adminRole.user_id)
  await adminRoles.where('customer_id', '=', customer).execute()
  const newWorkers = startTestWorkers()
  const stored = () =>
    db
      .selectFrom('change_set')
      .select(['state', 'failure', 'failure_detail', 'undone_by', 'done', 'total'])
      .where('id', '=', id)
      .executeTakeFirst()
  const why = { failure: 'forbidden', failure_detail: { detail: 'Not allowed' } }
  const asApplied = { state: 'applied', undone_by: null, done: cells.length, total: cells.length }
  await expect.poll(stored).toEqual({ ...asApplied, ...why })
  await db.insertInto('customer_admin').values(adminRole).execute()
  await newWorkers.stop(5_000)

  expect(await astrid.call(undoChangeSet, at)).toMatchObject({ state: 'undoing', failure: null })
  expect(await astrid.call(cancelChangeSet, { parameters: { id } })).toMatchObject({ state: 'applied', failure: null })

  // A project that the login method of the session does not open any more.
  await astrid.call(undoChangeSet, at)
  const setProviders = (providers: string[]) =>
    db
      .updateTable('project')
      .set({ providers })
      .where('id', '=', cells[0]?.project ?? '')
      .execute()
  await setProviders(['partnerengineering'])
  const lastWorkers = startTestWorkers()
  await expect.poll(stored).toMatchObject({ ...asApplied, failure: 'loginMethodRequired' })
  expect(await count()).toBe(before + cells.length)
  await lastWorkers.stop(5_000)
  await setProviders([])

  // Somebody changes a row while the undo waits: it ends unless rows may remain.
  await astrid.call(undoChangeSet, at)
  const { user, project } = cells[0] ?? { user: '', project: '' }
  await db
    .updateTable('project_member')
    .set({ change_set_id: null, version: sql`version + 1` })
    .where('project_id', '=', project)
    .where('user_id', '=', personId(user))
    .execute()
  const otherWorkers = startTestWorkers()
  await expect.poll(stored).toMatchObject({ ...asApplied, failure: 'changedSince' })
  expect(await count()).toBe(before + cells.length)
  await otherWorkers.stop(5_000)
  await expect(astrid.call(undoChangeSet, at)).rejects.toMatchObject({ code: 'changedSince' })

  startTestWorkers()
  await astrid.call(undoChangeSet, { ...at, body: { partial: true } })
  await until(id, 'undone')
  expect(await read(id)).toMatchObject({ failure: null, failureDetail: null, undoneBy: 'astrid@nordbygg.example' })
  expect(await count()).toBe(before + 1)
}, 60_000)

test('a plan that nobody applied is forgotten after thirty days, one that was applied with the audit trail', async () => {
  const ids = async () => (await db.selectFrom('change_set').select('id').execute()).map(({ id }) => id)
  const forget = (on = db) =>
    deleteOldChangeSetsJob.run({
      platform: { ...platform, db: on },
      payload: {},
      job: { id: customer, attempt: 1, customer: null },
      signal: new AbortController().signal,
    })
  const [planned, applied] = [changeSetId('planned'), changeSetId('applied')]
  clock.advance(29 * 86_400_000)
  await forget()
  expect(await ids()).toEqual(expect.arrayContaining([planned, applied]))
  clock.advance(2 * 86_400_000)
  await forget()
  expect(await ids()).not.toContain(planned)
  expect(await ids()).toContain(applied)
  clock.advance(400 * 86_400_000)
  expect((await ids()).length).toBeGreaterThan(1)
  await forget()
  expect(await ids()).toContain(applied)
  await retainAudit(platform)
  // The deletion may take longer than the statement timeout of requests.
  const impatient = openDatabase({ url, statementTimeout: 300 })
  const pace = await slowDeletes(db, 'change_set', 0.4)
  await forget(impatient)
  await pace.end()
  await closeDatabase(impatient)
  expect(await ids()).toEqual([])
})

test('very many rows are forgotten a few change sets at a time: what is done of it stays done', async () => {
  const old = new Date(clock.now() - 31 * 86_400_000).toISOString()
  await sql`
    insert into change_set (id, customer_id, kind, state, created_at)
    select gen_random_uuid(), ${customer}, 'roles', 'planned', ${old} from generate_series(1, 3)`.execute(db)
  // The last row number determines the row count.
  await sql`
    insert into change_set_row (change_set_id, number, outcome) select id, 60000, 'same' from change_set`.execute(db)
  const remaining: number[] = []
  const left = async () => {
    const { rows } = await sql<{ sets: number }>`select count(*)::int as sets from change_set`.execute(db)
    remaining.push(rows[0]?.sets ?? 0)
  }
  const { beforeStatement } = interceptStatements(db)
  beforeStatement('with old as', async () => {
    await left()
    beforeStatement('with old as', async () => {
      await left()
      beforeStatement('with old as', left)
    })
  })
  const job = { id: customer, attempt: 1, customer: null }
  await deleteOldChangeSetsJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
  expect(remaining).toEqual([3, 2, 1])
  await left()
  expect(remaining.at(-1)).toBe(0)
})
