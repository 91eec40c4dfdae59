import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { importDirectory, importRows } from '../../../test/directory-import'
import { interceptStatements } from '../../../test/intercept-statements'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { startWorkers, type Workers } from '../../platform/jobs/workers'
import { changeSetStepJob } from '../change-sets/engine/change-set-step-job'

const { db } = await testDatabase()
const { as, platform } = await worldOn(db)
const astrid = as('astrid')
const domain = 'nordbygg.example'
const customer = customerId('nordbygg')
const { beforeStatement } = interceptStatements(db)
const startedWorkers: Workers[] = []
const startTestWorkers = () => startedWorkers.push(startWorkers(platform, [changeSetStepJob], { pollInterval: 10 }))
afterEach(async () => {
  await Promise.all(startedWorkers.splice(0).map((crew) => crew.stop(5_000)))
})

const people = Array.from({ length: 2_000 }, (_, at) => `imported${at}@nordbygg.example`)
const lines = (heading: string, rows: readonly string[]) => `${heading}\n${rows.join('\n')}\n`
const projects = ['NB-1987', 'NB-2042', 'NB-2041', 'NB-2103']
const files = {
  'users.csv': lines(
    'email;givenName;familyName',
    people.map((email, at) => `${email};Given${at};Family${at}`),
  ),
  'memberships.csv': lines(
    'group;email',
    people.map((email, at) => `Crew ${at % 20};${email}`),
  ),
  'access.csv': lines(
    'group;project;role',
    Array.from({ length: 20 }, (_, at) => projects.map((project) => `Crew ${at};${project};user`)).flat(),
  ),
}
const stateOf = async (id: string) => (await astrid.get(changeSets, id)).state
const becomes = (id: string, state: string) => expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe(state)
const counts = async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from project_member where customer_id = ${customer}) as members,
      (select count(*)::int from customer_user_profile where customer_id = ${customer}) as profiles,
      (select count(*)::int from directory_group) as groups, (select count(*)::int from directory_group_member) as own,
      (select count(*)::int from directory_group_access) as access,
      (select count(*)::int from project_group where is_imported) as teams`.execute(db)
  return rows[0]
}

test('a large import is planned, applied and undone by jobs, one of a customer at a time, and tells how far it is', {
  timeout: 120_000,
}, async () => {
  const before = await counts()
  const { planId, state } = await importDirectory(astrid, { files, domain })
  expect(state).toBe('planning')
  await expect(importDirectory(astrid, { files, domain })).rejects.toMatchObject({
    status: 409,
    code: 'importUnderWay',
  })
  startTestWorkers()
  await becomes(planId, 'planned')
  const { summary } = await astrid.get(changeSets, planId)
  expect(summary.conflict).toBe(0)
  const first = await importRows(astrid, planId, { 'filter[q]': 'imported1999@', 'page[size]': '50' })
  expect(first.map(({ object }) => object.user)).toContain('imported1999@nordbygg.example')
  expect(await counts()).toEqual(before)

  const confirmed = await importDirectory(astrid, { planId, dryRun: 'false' })
  expect(['applying', 'applied']).toContain(confirmed.state)
  await becomes(planId, 'applied')
  const after = await counts()
  expect(after?.profiles).toBe((before?.profiles ?? 0) + 2_000)
  expect(after?.groups).toBe((before?.groups ?? 0) + 20)
  // The other rows are people, group members, groups and group access.
  const gives = 20 * projects.length
  expect((after?.members ?? 0) - (before?.members ?? 0)).toBe(summary.change - 4_000 - 20 - gives)
  await astrid.call(undoChangeSet, { parameters: { id: planId }, body: {} })
  await becomes(planId, 'undone')
  expect(await counts()).toEqual(before)
})

test('K1: an apply whose connection dies in the middle leaves nothing, and is done once by whoever takes over', {
  timeout: 120_000,
}, async () => {
  const before = await counts()
  const { planId } = await importDirectory(astrid, { files, domain })
  startTestWorkers()
  await becomes(planId, 'planned')
  let killed = 0
  beforeStatement('insert into directory_group_access', async () => {
    const { rows } = await sql<{ done: boolean }>`
      select pg_terminate_backend(pid) as done from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(db)
    killed += rows.length
    expect(await counts()).toEqual(before)
  })
  await importDirectory(astrid, { planId, dryRun: 'false' })
  await becomes(planId, 'applied')
  expect(killed).toBeGreaterThan(0)
  const events = await db
    .selectFrom('audit_event')
    .select('action')
    .where('target_id', '=', planId)
    .where('action', '=', 'change-sets.apply')
    .execute()
  expect(events).toHaveLength(1)
  expect((await counts())?.profiles).toBe((before?.profiles ?? 0) + 2_000)
  await astrid.call(undoChangeSet, { parameters: { id: planId }, body: {} })
  await becomes(planId, 'undone')
  expect(await counts()).toEqual(before)
})
