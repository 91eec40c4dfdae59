import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { checklistRuns } from '@lintel/contract/content/checklist-runs'
import { checklists } from '@lintel/contract/content/checklists'
import { readTopicTrends } from '@lintel/contract/content/topic-trends'
import { topics } from '@lintel/contract/content/topics'
import { workflows } from '@lintel/contract/content/workflows'
import { type AnyResource, type DraftInput, inProject, type Patch } from '@lintel/contract/jsonapi/resource'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { apiClient } from '../../test/api-client'
import { testApp, testPlatform } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { twoCustomers } from '../../test/two-customers'
import { ExportLimiter } from '../platform/export-limiter'
import { countPeople } from '../projects/project-stats/project-people.store'
import { contentRoutes } from './content.routes'
import { contentOperationRoutes } from './content-operations.routes'
import { findFigureDifferences } from './verify-figures.store'

const { db, url } = await testDatabase()
const { people, customers, addProject, addMember } = await twoCustomers(db)
const [ola, mei] = [people.ola as NonNullable<typeof people.ola>, people.mei as NonNullable<typeof people.mei>]
const app = await testApp({
  db,
  people,
  resources: contentRoutes(testPlatform(db)),
  routes: contentOperationRoutes(new ExportLimiter()),
})
const as = apiClient(app, async () => 'ola')
const add = <R extends AnyResource>(project: string, resource: R, draft: object) =>
  as.post(inProject(resource, project), { project, ...draft } as unknown as DraftInput<R>)
const change = <R extends AnyResource>(project: string, resource: R, id: string, patch: object) =>
  as.patch(inProject(resource, project), id, patch as unknown as Patch<R>)

/** A project with two topics, one of them done and then closed, and two runs, one of them done. */
async function site() {
  const project = await addProject('Site', customers.nord, ola)
  await addMember(project, mei, 10)
  const { id: workflow } = await add(project, workflows, { name: 'Defects' })
  await add(project, topics, { title: 'Crack', workflow })
  const { id: topic } = await add(project, topics, { title: 'Dent', workflow })
  await change(project, topics, topic, { state: 'Done' })
  await change(project, topics, topic, { state: 'Closed' })
  const { id: checklist } = await add(project, checklists, { name: 'Fire seals' })
  await add(project, checklistRuns, { checklist, place: '101' })
  const { id: run } = await add(project, checklistRuns, { checklist, place: '102' })
  await change(project, checklistRuns, run, { state: 'done' })
  await countPeople(db)
  return { project, workflow, topic, checklist }
}

type Site = Awaited<ReturnType<typeof site>>

const differences = async ({ project }: Pick<Site, 'project'>) =>
  (await findFigureDifferences(db)).filter((difference) => difference.project === project)

/** Runs the command against this database. */
const command = () =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const script = fileURLToPath(new URL('../commands/stats-verify.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', script], { env: { ...process.env, DATABASE_URL: url } })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
    child.on('close', (code) => resolve({ code, said }))
  })

test('the command says that every number is what is counted, or names each that is not and fails', async () => {
  const { project } = await site()
  expect(await command()).toEqual({ code: 0, said: 'Every number is what is counted.\n' })
  const set = (checklists: number) =>
    db.updateTable('project_figures').set({ num_checklists: checklists }).where('project_id', '=', project).execute()
  await set(12)
  const { code, said } = await command()
  expect(code).toBe(1)
  expect(said).toBe(`Project ${project}: num_checklists is kept as 12, and is 1.\n1 numbers differ.\n`)
  await set(1)
})

test('topics that were in a workflow which was removed stay in the trend of their project, and no number differs', async () => {
  const made = await site()
  const { project, workflow, topic } = made
  const { id: other } = await add(project, workflows, { name: 'Questions' })
  const open = await as.list(inProject(topics, project), { filter: { stateKind: 'open' } })
  await sql`update topic_day set day = day - 3 where project_id = ${project}`.execute(db)
  for (const id of [topic, ...open.map(({ id }) => id)]) await change(project, topics, id, { workflow: other })
  await as.remove(inProject(workflows, project), workflow)
  const trend = await as.call(readTopicTrends, {
    parameters: { project },
    body: { days: 5, selectors: { isDeleted: false, workflow: null } },
  })
  expect(trend).toMatchObject({ open: [0, 1, 1, 1, 1], closed: [0, 1, 1, 1, 1] })
  expect(await differences(made)).toEqual([])
})

const set = (table: string, changed: string) => (project: string) =>
  sql`update ${sql.table(table)} set ${sql.raw(changed)} where project_id = ${project}`
const clear = (table: string) => (project: string) => sql`delete from ${sql.table(table)} where project_id = ${project}`

test.each<
  [string, (project: string) => ReturnType<typeof sql>, ...[figure: string, stored: number | null, counted: number][]]
>([
  ['a figure', set('project_figures', 'num_open_topics = 5'), ['num_open_topics', 5, 1]],
  [
    'all figures of a project',
    clear('project_figures'),
    ['num_groups', null, 1],
    ['num_checklists', null, 1],
    ['num_folders', null, 0],
  ],
  ['people', set('project_people', 'num_users = 7'), ['num_users', 7, 2]],
  ['people whom nobody counted', clear('project_people'), ['num_users', null, 2]],
  [
    'topics as they are now',
    set('topic_count', 'open = 3'),
    ['topics in open states, of workflow', 3, 1],
    ['days of open topics, of workflow', 1, 3],
  ],
  [
    'counted topics of no day',
    clear('topic_day'),
    ['days of open topics, of workflow', 0, 1],
    ['days of closed topics, of workflow', 0, 1],
  ],
  [
    'days of topics that nobody counted',
    clear('topic_count'),
    ['topics in open states, of workflow', null, 1],
    ['days of open topics, of workflow', 1, 0],
  ],
  ['more topics opened today', set('topic_day', 'opened = 9'), ['topics that came to be open on', 9, 3]],
  ['fewer topics opened today', set('topic_day', 'opened = 1'), ['topics that came to be open on', 1, 2]],
  ['more topics done today', set('topic_day', 'done = 9'), ['topics that came to be done on', 9, 1]],
  ['fewer topics closed today', set('topic_day', 'closed = 0'), ['topics that came to be closed on', 0, 1]],
  ['runs as they are now', set('checklist_count', 'done = 4'), ['runs done, of checklist', 4, 1]],
  ['fewer runs done', set('checklist_day', 'done = 0'), ['runs that came to be done, of checklist', 0, 1]],
  [
    'runs of no day',
    clear('checklist_day'),
    ['runs that came to be notStarted, of checklist', 0, 1],
    ['runs that came to be done, of checklist', 0, 1],
  ],
])('what is kept otherwise than it is counted is named: %s', async (_, broken, ...expectedDifferences) => {
  const made = await site()
  expect(await differences(made)).toEqual([])
  await broken(made.project).execute(db)
  const found = await differences(made)
  for (const [figure, stored, counted] of expectedDifferences) {
    expect(found).toContainEqual({ project: made.project, figure: expect.stringContaining(figure), stored, counted })
  }
})
