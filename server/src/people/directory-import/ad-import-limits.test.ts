import { readAccessReasons } from '@lintel/contract/people/access-reasons'
import { cancelChangeSet, changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { type ImportForm, importDirectory, importRows } from '../../../test/directory-import'
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
const tower = projectId('NB-1987')
const { beforeStatement } = interceptStatements(db)
const startedWorkers: Workers[] = []
const startTestWorkers = () => startedWorkers.push(startWorkers(platform, [changeSetStepJob], { pollInterval: 10 }))
afterEach(async () => {
  await Promise.all(startedWorkers.splice(0).map((crew) => crew.stop(5_000)))
})

const plan = (files: Record<string, string>) => importDirectory(astrid, { files, domain })
const confirm = (planId: string, more: ImportForm = {}) => importDirectory(astrid, { planId, dryRun: 'false', ...more })
const undo = (id: string) => astrid.call(undoChangeSet, { parameters: { id }, body: { partial: false } })
const lines = (heading: string, rows: readonly string[]) => `${heading}\n${rows.join('\n')}\n`
/** The number of memberships in projects that are not deleted and that every login method opens. */
const memberships = async () =>
  (
    await db
      .selectFrom('project_member as member')
      .innerJoin('project', 'project.id', 'member.project_id')
      .select('user_id')
      .where('member.customer_id', '=', customer)
      .where('project.is_inactive', '=', false)
      .where(sql<boolean>`project.providers = '{}'`)
      .execute()
  ).length
const endOf = async (id: string) => {
  const { state, failure } = await astrid.get(changeSets, id)
  return { state, failure }
}
const rowsOf = (id: string) =>
  db.selectFrom('change_set_row').select('number').where('change_set_id', '=', id).execute()

test('contract 6: exactly a tenth of the memberships goes unasked, and one of fewer needs the count', async () => {
  // The removals are a tenth of all memberships, counted after the additions.
  const there = await memberships()
  const going = Math.ceil((there + 1) / 9)
  const staying = 9 * going - there
  const people = Array.from({ length: going + staying }, (_, at) => `tenth${at}@${domain}`)
  const { planId: came } = await plan({
    'users.csv': lines(
      'email;givenName;familyName',
      people.map((email, at) => `${email};Given${at};Family${at}`),
    ),
    'memberships.csv': lines(
      'group;email',
      people.map((email, at) => `${at < going ? 'Going' : 'Staying'};${email}`),
    ),
    'access.csv': 'group;project;role\nGoing;NB-1987;user\nStaying;NB-1987;user\n',
  })
  expect(await confirm(came)).toMatchObject({ state: 'applied' })
  expect(await memberships()).toBe(10 * going)

  const removalFiles = { 'access.csv': 'group;project;role\nGoing;NB-1987;none\n' }
  const tenth = await plan(removalFiles)
  expect(tenth.summary.removal).toEqual({ removed: going, of: 10 * going })
  expect(await confirm(tenth.planId)).toMatchObject({ state: 'applied' })
  expect(await memberships()).toBe(9 * going)
  await undo(tenth.planId)
  expect(await memberships()).toBe(10 * going)

  await db
    .deleteFrom('project_member')
    .where('project_id', '=', tower)
    .where('user_id', '=', (query) =>
      query
        .selectFrom('app_user')
        .select('id')
        .where('email', '=', people.at(-1) ?? ''),
    )
    .execute()
  // The files name only the group of the removals, so that nobody of the other group returns.
  const more = await plan(removalFiles)
  expect(more.summary.removal).toEqual({ removed: going, of: 10 * going - 1 })
  await expect(confirm(more.planId)).rejects.toMatchObject({ status: 422, code: 'countNotTyped' })
  await expect(confirm(more.planId, { removals: String(going - 1) })).rejects.toMatchObject({ code: 'countNotTyped' })
  expect(await memberships()).toBe(10 * going - 1)
  expect(await confirm(more.planId, { removals: String(going) })).toMatchObject({ state: 'applied' })
  expect(await memberships()).toBe(9 * going - 1)
  await undo(more.planId)
})

test('contract 6: the tenth is one of the memberships that an import compares, so of none in deleted and closed projects', async () => {
  const [closed, deleted] = [projectId('NB-2103'), projectId('NB-2041')]
  const membersOf = async (project: string) =>
    (await db.selectFrom('project_member').select('user_id').where('project_id', '=', project).execute()).length
  const compared = async () => (await plan({ 'groups.csv': 'group\nCompared\n' })).summary.removal?.of
  const change = (project: string, values: { providers?: string[]; is_inactive?: boolean }) =>
    db.updateTable('project').set(values).where('id', '=', project).execute()
  const all = await memberships()
  expect(await compared()).toBe(all)
  await change(closed, { providers: ['COGNITO_MFA'] })
  const open = all - (await membersOf(closed))
  expect(await compared()).toBe(open)
  await change(deleted, { is_inactive: true })
  expect(await compared()).toBe(open - (await membersOf(deleted)))
  await change(closed, { providers: [] })
  await change(deleted, { is_inactive: false })
})

test('security I1: a file of a hundred thousand and one rows is refused, and the next import may come', {
  timeout: 120_000,
}, async () => {
  const rows = (count: number) =>
    lines(
      'group;email',
      Array.from({ length: count }, (_, at) => `Crew ${at % 7};a${at}@${domain}`),
    )
  const { planId, state } = await plan({ 'memberships.csv': rows(100_001) })
  expect(state).toBe('planning')
  startTestWorkers()
  await expect.poll(() => endOf(planId)).toEqual({ state: 'failed', failure: 'tooManyRows' })
  // The rows name the file, as in the response to a small import.
  expect((await astrid.get(changeSets, planId)).failureDetail).toEqual({
    ...{ detail: '"memberships.csv" has more than 100000 rows', entry: 'memberships.csv', limit: 100_000 },
  })
  expect(await rowsOf(planId)).toEqual([])
  expect(await plan({ 'groups.csv': 'group\nAfterwards\n' })).toMatchObject({ state: 'planned' })
})

test('contract 4: each name in memberOf is a row: what is more than two hundred thousand with them is refused before anything is staged', {
  timeout: 120_000,
}, async () => {
  const names = Array.from({ length: 7_000 }, (_, at) => at.toString(36)).join('|')
  const users = (count: number) =>
    lines(
      'email;memberOf',
      Array.from({ length: count }, (_, at) => `named${at}@${domain};${names}`),
    )
  const parents = Array.from({ length: 29 }, (_, at) => `Group ${at};${names}`)
  let staged = 0
  const tables = 'create temporary table staged_user'
  startTestWorkers()
  for (const files of [{ 'users.csv': users(30) }, { 'groups.csv': lines('group;memberOf', parents) }]) {
    beforeStatement(tables, async () => staged++)
    const { planId } = await plan(files)
    await expect.poll(() => endOf(planId), { timeout: 60_000 }).toEqual({ state: 'failed', failure: 'tooManyRows' })
    expect((await astrid.get(changeSets, planId)).failureDetail).toMatchObject({ limit: 200_000 })
    expect([staged, await rowsOf(planId)]).toEqual([0, []])
  }

  // With 28 lines the rows are 196,028, which are staged.
  const { planId } = await plan({ 'users.csv': users(28) })
  beforeStatement(tables, async () => {
    staged++
    await astrid.call(cancelChangeSet, { parameters: { id: planId } })
  })
  await expect.poll(() => endOf(planId), { timeout: 60_000 }).toEqual({ state: 'failed', failure: 'cancelled' })
  expect(staged).toBe(1)
})

test('of a chain of five thousand groups, those that are too deep are errors with their lines, and the others are planned', async () => {
  const chain = Array.from({ length: 5_000 }, (_, at) => `Link${at};Link${at + 1}`)
  const { planId } = await plan({ 'groups.csv': lines('group;memberOf', chain) })
  startTestWorkers()
  await expect.poll(() => endOf(planId)).toEqual({ state: 'planned', failure: null })
  expect((await astrid.get(changeSets, planId)).summary).toMatchObject({ conflict: 4_950, change: 51 })
  const [error] = await importRows(astrid, planId, { 'filter[q]': 'Link4949', 'filter[outcome]': 'conflict' })
  expect(error).toMatchObject({
    conflict: 'nestedTooDeep',
    why: { file: 'groups.csv', line: 4_951, column: 'memberOf', value: 'Link4949' },
  })
})

const many = {
  'users.csv': lines(
    'email;givenName;familyName',
    Array.from({ length: 6_000 }, (_, at) => `cancelled${at}@${domain};Given${at};Family${at}`),
  ),
}

test.each([
  ['before a job has begun it', undefined],
  ['while its files are read', 'as administers'],
  ['while it is compared', 'create temporary table staged_person'],
  ['while its rows are written', 'insert into change_set_row'],
])('a plan that is cancelled %s leaves no row, stays cancelled, and the next one is made', async (_, statement) => {
  const { planId } = await plan(many)
  const cancel = () => astrid.call(cancelChangeSet, { parameters: { id: planId } })
  let isHit = statement === undefined
  if (statement === undefined) await cancel()
  else {
    beforeStatement(statement, async () => {
      isHit = true
      await cancel()
    })
  }
  startTestWorkers()
  await expect.poll(() => isHit).toBe(true)
  await expect.poll(() => endOf(planId)).toEqual({ state: 'failed', failure: 'cancelled' })
  // The worker takes the next job only after it has left this one.
  const { planId: next } = await plan(many)
  await expect.poll(() => endOf(next)).toEqual({ state: 'planned', failure: null })
  expect(await endOf(planId)).toEqual({ state: 'failed', failure: 'cancelled' })
  expect(await rowsOf(planId)).toEqual([])
  expect(await importRows(astrid, next, { 'filter[q]': 'cancelled5999@' })).toHaveLength(1)
})

test('a removal by hand that is undone gives back the access as the directory’s, and the next import changes nothing', async () => {
  const lena = `lena@${domain}`
  const marked = async () =>
    db
      .selectFrom('project_member')
      .select(['privilege_level as level', 'directory_level as directory'])
      .where('project_id', '=', tower)
      .where('user_id', '=', personId(lena))
      .executeTakeFirst()
  const files = {
    'memberships.csv': `group;email\nMarked;${lena}\n`,
    'access.csv': 'group;project;role\nMarked;NB-1987;user\n',
  }
  await confirm((await plan(files)).planId)
  expect(await marked()).toEqual({ level: 10, directory: 10 })

  const cells = [{ user: lena, project: tower, level: 0 }]
  const removal = await astrid.post(changeSets, {
    kind: 'roles',
    customer,
    input: { cells },
    apply: 'whenClean',
  } as never)
  expect(removal).toMatchObject({ state: 'applied' })
  expect(await marked()).toBeUndefined()
  await undo(removal.id)
  expect(await marked()).toEqual({ level: 10, directory: 10 })
  const { reasons } = await astrid.call(readAccessReasons, { query: { user: lena, project: tower } })
  expect(reasons).toContainEqual(expect.objectContaining({ reason: 'directory', group: 'Marked' }))
  expect((await plan(files)).summary).toMatchObject({ change: 0, conflict: 0 })
})
