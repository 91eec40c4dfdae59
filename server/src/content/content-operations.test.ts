import { buildings } from '@lintel/contract/content/buildings'
import { checklistRuns } from '@lintel/contract/content/checklist-runs'
import { checklists } from '@lintel/contract/content/checklists'
import { exportChecklists, exportTopics } from '@lintel/contract/content/content-exports'
import { ifcModels } from '@lintel/contract/content/ifc-models'
import { readTopicTrends } from '@lintel/contract/content/topic-trends'
import { topics } from '@lintel/contract/content/topics'
import { workflows } from '@lintel/contract/content/workflows'
import { exportClassifications, exportProjectStats } from '@lintel/contract/exchange/statistics-exports'
import { type AnyResource, type DraftInput, inProject, type Patch } from '@lintel/contract/jsonapi/resource'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { apiClient } from '../../test/api-client'
import { testApp, testPlatform } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { twoCustomers } from '../../test/two-customers'
import { writeExportQuery } from '../../test/write-export-query'
import { statisticsExportRoutes } from '../exchange/statistics-export/statistics-export.routes'
import { ExportLimiter } from '../platform/export-limiter'
import { projectStatRoutes } from '../projects/project-stats/project-stats.routes'
import { contentRoutes } from './content.routes'
import { checklistsJson } from './content-exports.store'
import { contentOperationRoutes } from './content-operations.routes'
import { findFigureDifferences } from './verify-figures.store'

const { db } = await testDatabase()
const { people, customers, somebody, addCustomer, addPerson, addProject, addMember } = await twoCustomers(db)
const ola = people.ola as NonNullable<typeof people.ola>
people.feed = { ...(people.kari as typeof ola), feedCustomer: customers.nord }
const exports = new ExportLimiter()
const app = await testApp({
  db,
  people,
  resources: [...contentRoutes(testPlatform(db)), projectStatRoutes],
  routes: [...contentOperationRoutes(exports), ...statisticsExportRoutes(exports)],
})
const as = (name: string) => apiClient(app, async () => name)

let made = 0
const newProject = () => addProject(`Site ${++made}`, customers.nord, ola)
const add = <R extends AnyResource>(project: string, resource: R, draft: object) =>
  as('ola').post(inProject(resource, project), { project, ...draft } as unknown as DraftInput<R>)
const change = <R extends AnyResource>(project: string, resource: R, id: string, patch: object) =>
  as('ola').patch(inProject(resource, project), id, patch as unknown as Patch<R>)
const trend = (project: string, days: number, selectors: object = {}, by = 'ola') =>
  as(by).call(readTopicTrends, { parameters: { project }, body: { days, selectors } as never })

/** Moves all daily counts into the past. */
const advance = (project: string, days: number) =>
  sql`update topic_day set day = day - ${days}::integer where project_id = ${project}`.execute(db)

test('a trend says how many topics were open and closed at the end of each day, the oldest first', async () => {
  const project = await newProject()
  const { id: workflow } = await add(project, workflows, { name: 'Defects' })
  const { id: other } = await add(project, workflows, { name: 'Questions' })
  const made = [
    await add(project, topics, { title: 'One', workflow }),
    await add(project, topics, { title: 'Two', workflow }),
    await add(project, topics, { title: 'Three', workflow: other }),
  ]
  await advance(project, 2)
  await change(project, topics, made[0]?.id ?? '', { state: 'Closed' })
  await advance(project, 1)
  await change(project, topics, made[1]?.id ?? '', { state: 'Done' })
  const whole = await trend(project, 5)
  expect(whole).toMatchObject({ open: [0, 3, 3, 2, 2], closed: [0, 0, 0, 1, 1] })
  const { rows } = await sql<{ day: string }>`
    select (current_date - number)::text as day from generate_series(4, 0, -1) as number`.execute(db)
  expect(whole.labels).toEqual(rows.map(({ day }) => day))
  expect(await trend(project, 1)).toMatchObject({ open: [2], closed: [1] })
  expect(await trend(project, 3, { workflow: other })).toMatchObject({ open: [1, 1, 1], closed: [0, 0, 0] })
  await as('ola').remove(inProject(topics, project), made[2]?.id ?? '')
  expect(await trend(project, 2)).toMatchObject({ open: [2, 1] })
  expect(await trend(project, 2, { isDeleted: true })).toMatchObject({ open: [0, 1] })
})

test.each([0, -1, 1_000_000, 1.5])('a trend of %s days is refused', async (days) => {
  const project = await newProject()
  await expect(trend(project, days)).rejects.toMatchObject({ status: 422, source: { pointer: '/days' } })
})

test('a trend is asked of a project that one reads, and of its own workflows', async () => {
  const [project, foreign] = [await newProject(), await newProject()]
  const { id } = await add(foreign, workflows, { name: 'Defects' })
  for (const workflow of [id, 'nonsense']) {
    await expect(trend(project, 3, { workflow })).rejects.toMatchObject({
      code: 'unknownReference',
      source: { pointer: '/selectors/workflow' },
    })
  }
  await expect(trend(project, 3, {}, 'lars')).rejects.toMatchObject({ code: 'notFound' })
  await expect(trend(project, 3, { isDeleted: true }, 'api')).rejects.toMatchObject({ code: 'forbidden' })
})

test('an export of topics is all of them by number, or the part that is asked for', async () => {
  const project = await newProject()
  const { id: workflow } = await add(project, workflows, { name: 'Defects' })
  await sql`
    insert into topic (id, customer_id, project_id, number, title, workflow_id, state, state_kind, is_deleted)
    select gen_random_uuid(), ${customers.nord}, ${project}, number, 'Topic ' || number, ${workflow}, 'Open', 'open', number = 7
    from generate_series(1, 2500) as number`.execute(db)
  const exported = async (query?: object, by = 'ola') =>
    (await as(by).call(exportTopics, { parameters: { project }, query: { query: query && writeExportQuery(query) } }))
      .data
  const all = await exported()
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 2500 }, (_, at) => at + 1))
  expect(all[0]).toMatchObject({
    title: 'Topic 1',
    workflowName: 'Defects',
    stateKind: 'open',
    labels: [],
    isDeleted: false,
  })
  expect(await exported(undefined, 'feed')).toEqual(all)
  expect((await exported({ page: { skip: 2498, limit: 10 } })).map(({ number }) => number)).toEqual([2499, 2500])
  expect((await exported({ page: { skip: 5, limit: 2 } })).map(({ number }) => number)).toEqual([6, 7])
  expect((await exported({ filter: { isDeleted: true } })).map(({ number }) => number)).toEqual([7])
  expect(await exported({ filter: { stateKind: 'closed' } })).toEqual([])
})

test('I6: an export of content is in the audit log before it leaves, with how many topics or checklists it has', async () => {
  const project = await newProject()
  await addMember(project, somebody('mei'), 10)
  const { id: workflow } = await add(project, workflows, { name: 'Defects' })
  const { id: other } = await add(project, workflows, { name: 'Questions' })
  for (const title of ['One', 'Two', 'Three']) await add(project, topics, { title, workflow })
  const { id: deleted } = await add(project, topics, { title: 'Four', workflow: other })
  await as('ola').remove(inProject(topics, project), deleted)
  for (const name of ['Concrete', 'Fire seals']) await add(project, checklists, { name })
  const exportEvent = async (call: typeof exportTopics | typeof exportChecklists, query: object, by: string) => {
    const input = { parameters: { project }, query: { query: writeExportQuery(query) } }
    const { data }: { data: unknown[] } = await as(by).call(call, input)
    const event = await db
      .selectFrom('audit_event')
      .select(['action', 'after'])
      .where('target_id', '=', project)
      .where('action', 'like', 'export.%')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { ...event, leaves: data.length }
  }
  for (const [query, by, count] of [
    [{}, 'ola', 4],
    [{}, 'feed', 4],
    [{}, 'mei', 3],
    [{ filter: { workflow: other } }, 'ola', 1],
    [{ filter: { workflow: other } }, 'mei', 0],
    [{ filter: { isDeleted: false, stateKind: 'open' } }, 'ola', 3],
    [{ page: { skip: 1, limit: 2 } }, 'ola', 2],
    [{ page: { skip: 3 } }, 'ola', 1],
    [{ page: { skip: 9 } }, 'ola', 0],
  ] as const) {
    const expected = { action: 'export.topics', after: { topics: count }, leaves: count }
    expect(await exportEvent(exportTopics, query, by)).toEqual(expected)
  }
  for (const [query, by, count] of [
    [{}, 'mei', 2],
    [{ filter: { q: 'fire' } }, 'feed', 1],
    [{ page: { skip: 1 } }, 'ola', 1],
  ] as const) {
    const expected = { action: 'export.checklists', after: { checklists: count }, leaves: count }
    expect(await exportEvent(exportChecklists, query, by)).toEqual(expected)
  }
})

test.each([
  ['what is not base64', '%%%'],
  ['what is not JSON', btoa('{"filter"')],
  ['what is no object', btoa('[]')],
  ['an unknown filter', btoa('{"filter":{"owner":"ola"}}')],
  ['a page of nothing', btoa('{"page":{"skip":0,"limit":0}}')],
  ['a page before the first', btoa('{"page":{"skip":-1}}')],
])('a query of %s is 400, and nothing is exported', async (_, query) => {
  const project = await newProject()
  const refusal = { status: 400, code: 'invalidParameter', source: { parameter: 'query' } }
  for (const call of [exportTopics, exportChecklists]) {
    await expect(as('ola').call(call, { parameters: { project }, query: { query } })).rejects.toMatchObject(refusal)
  }
  for (const call of [exportProjectStats, exportClassifications]) {
    await expect(as('kari').call(call, { query: { customer: customers.nord, query } })).rejects.toMatchObject(refusal)
  }
})

test('an export of figures or classifications without a customer is that of the token, or the only one a person reads', async () => {
  await addPerson('several', { administers: [customers.nord, await addCustomer('Second customer')] })
  for (const call of [exportProjectStats, exportClassifications]) {
    const explicit = await as('kari').call(call, { query: { customer: customers.nord } })
    expect(await as('kari').call(call)).toEqual(explicit)
    expect(await as('feed').call(call)).toEqual(explicit)
    await expect(as('several').call(call)).rejects.toMatchObject({ code: 'invalidParameter' })
    await expect(as('ola').call(call)).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('an export of checklists says how many runs are in each state', async () => {
  const project = await newProject()
  const { id: checklist } = await add(project, checklists, {
    name: 'Fire seals',
    items: [{ title: 'Tight', type: 'tick' }],
  })
  await add(project, checklistRuns, { checklist, place: '101', state: 'done' })
  await add(project, checklists, { name: 'Concrete' })
  const { data } = await as('feed').call(exportChecklists, { parameters: { project } })
  expect(data).toMatchObject([
    { name: 'Concrete', done: 0 },
    { name: 'Fire seals', id: checklist, items: [{ title: 'Tight', type: 'tick' }], done: 1, notStarted: 0 },
  ])
  await expect(as('lars').call(exportChecklists, { parameters: { project } })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test.each([
  ['removed', (id: string) => db.deleteFrom('checklist').where('id', '=', id).execute()],
  ['renamed', (id: string) => db.updateTable('checklist').set({ name: 'Zz' }).where('id', '=', id).execute()],
])(
  'an export of checklists goes on after the last one that it wrote, though that was %s meanwhile',
  async (_, meddle) => {
    const project = await newProject()
    await sql`
    insert into checklist (id, customer_id, project_id, name, applies_to)
    select gen_random_uuid(), ${customers.nord}, ${project}, 'List ' || number, 'project'
    from generate_series(1000, 1249) as number`.execute(db)
    const names = Array.from({ length: 250 }, (_, at) => `List ${1000 + at}`)
    const written = checklistsJson(db, project, { filter: {}, skip: 0, limit: Number.MAX_SAFE_INTEGER })
    let text = String((await written.next()).value)
    const last = (JSON.parse(`${text}]}`) as { data: { id: string; name: string }[] }).data.at(-1)
    expect(last?.name).toBe(names[99])
    await meddle(last?.id ?? '')
    for await (const part of written) text += part
    const { data } = JSON.parse(text) as { data: { name: string }[] }
    expect(data.map(({ name }) => name).filter((name) => name !== 'Zz')).toEqual(names)
  },
)

test('every figure of a project follows each change of its content, and what is kept is what is counted', async () => {
  const project = await newProject()
  const stat = () => as('ola').get(projectStats, project)
  expect(await stat()).toMatchObject({ numGroups: 1, numActualTopics: 0, numBuildings: 0, error: null })
  const { id: workflow } = await add(project, workflows, { name: 'Defects' })
  const one = await add(project, topics, { title: 'One', workflow })
  const two = await add(project, topics, { title: 'Two', workflow })
  await change(project, topics, two.id, { state: 'Closed' })
  const building = await add(project, buildings, { name: 'Hall', storeys: [{ name: 'Ground', hasFloorplan: true }] })
  const model = await add(project, ifcModels, { name: 'Steel', size: 100, files: 2, classifications: { IfcBeam: 4 } })
  expect(await stat()).toMatchObject({
    numActualTopics: 2,
    numOpenTopics: 1,
    numDoneTopics: 0,
    numClosedTopics: 1,
    numBuildings: 1,
    customFloorplans: 1,
    numIfc: 2,
    numIfcModels: 1,
    ifcFileSize: 100,
  })
  await as('ola').remove(inProject(topics, project), one.id)
  await as('ola').remove(inProject(buildings, project), building.id)
  await change(project, ifcModels, model.id, { size: 250, files: 3 })
  expect(await stat()).toMatchObject({
    numActualTopics: 1,
    numOpenTopics: 0,
    numBuildings: 0,
    customFloorplans: 0,
    numIfc: 3,
    ifcFileSize: 250,
  })
  expect(await findFigureDifferences(db)).toEqual([])
})

test.each(projectStats.sorts)('figures are listed by %s, each project once', async (sort) => {
  for (const name of ['kari', 'ola']) {
    for (const order of [sort, `-${sort}`]) {
      const whole = await as(name).page(projectStats, { sort: [order], page: { size: 200 } })
      const receivedIds: string[] = []
      let after: string | undefined
      do {
        const page = await as(name).page(projectStats, { sort: [order], page: { size: 8, ...(after && { after }) } })
        receivedIds.push(...page.records.map(({ id }) => id))
        after = page.next ? (new URL(page.next, 'http://x').searchParams.get('page[after]') ?? undefined) : undefined
      } while (after)
      expect(receivedIds).toEqual(whole.records.map(({ id }) => id))
    }
  }
})

test('I6: an export of statistics is in the audit log before it leaves, with how many projects or classifications it has', async () => {
  const customer = await addCustomer('Counted')
  await addPerson('una', { administers: [customer], homeCustomer: customer })
  const sites: string[] = []
  for (let at = 100; at < 303; at++) sites.push(await addProject(`Counted ${at}`, customer, ola))
  const [first = '', second = ''] = sites
  await addProject('Counted and deleted', customer, ola, { is_inactive: true, deleted_at: new Date().toISOString() })
  await add(first, ifcModels, { name: 'Steel', classifications: { IfcBeam: 4, IfcWall: 1 } })
  await add(second, ifcModels, { name: 'Doors', classifications: { IfcDoor: 2 } })
  const exportEvent = async (call: typeof exportProjectStats | typeof exportClassifications, query: object) => {
    const { data } = await as('una').call(call, { query: { customer, query: writeExportQuery(query) } })
    const event = await db
      .selectFrom('audit_event')
      .select(['action', 'after'])
      .where('tenant_id', '=', customer)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { ...event, leaves: data.length }
  }
  for (const [query, projects] of [
    [{}, 204],
    [{ filter: { isInactive: false } }, 203],
    [{ filter: { q: 'Counted 102' } }, 1],
    [{ filter: { isInactive: false }, page: { skip: 198, limit: 4 } }, 4],
    [{ filter: { isInactive: false }, page: { skip: 201 } }, 2],
    [{ page: { skip: 300 } }, 0],
  ] as const) {
    const after = { projects, omittedProjects: 0 }
    expect(await exportEvent(exportProjectStats, query)).toEqual({
      action: 'export.project-stats',
      after,
      leaves: projects,
    })
  }
  for (const [query, classifications] of [
    [{}, 3],
    [{ filter: { project: first } }, 2],
    [{ page: { skip: 1, limit: 1 } }, 1],
  ] as const) {
    const after = { classifications, omittedProjects: 0 }
    expect(await exportEvent(exportClassifications, query)).toEqual({
      action: 'export.classifications',
      after,
      leaves: classifications,
    })
  }
})

test('statistics of a customer are exported to its administrators and feeds', async () => {
  const project = await newProject()
  await add(project, ifcModels, { name: 'Steel', classifications: { IfcBeam: 4 } })
  await add(project, ifcModels, { name: 'Walls', classifications: { IfcBeam: 6, IfcWall: 1 } })
  const name = (await as('ola').get(projectStats, project)).name
  for (const by of ['kari', 'feed', 'api', 'stig']) {
    const query = { customer: customers.nord, query: writeExportQuery({ filter: { q: name } }) }
    const { data, omittedProjects } = await as(by).call(exportProjectStats, { query })
    expect(omittedProjects).toBe(0)
    expect(data).toContainEqual(expect.objectContaining({ id: project, name, numIfcModels: 2 }))
    const wanted = { customer: customers.nord, query: writeExportQuery({ filter: { project } }) }
    expect((await as(by).call(exportClassifications, { query: wanted })).data).toEqual([
      { project, projectName: name, classification: 'IfcBeam', models: 2, objects: 10 },
      { project, projectName: name, classification: 'IfcWall', models: 1, objects: 1 },
    ])
  }
  for (const by of ['mei', 'lars']) {
    await expect(as(by).call(exportProjectStats, { query: { customer: customers.nord } })).rejects.toMatchObject({
      code: 'forbidden',
    })
  }
})
