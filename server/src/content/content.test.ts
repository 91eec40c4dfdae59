import { buildings } from '@lintel/contract/content/buildings'
import { checklistRuns } from '@lintel/contract/content/checklist-runs'
import { checklistStatuses } from '@lintel/contract/content/checklist-statuses'
import { checklists } from '@lintel/contract/content/checklists'
import { customViews } from '@lintel/contract/content/custom-views'
import { documents } from '@lintel/contract/content/documents'
import { folderLabels } from '@lintel/contract/content/folder-labels'
import { folders } from '@lintel/contract/content/folders'
import { groups } from '@lintel/contract/content/groups'
import { ifcModels } from '@lintel/contract/content/ifc-models'
import { labelGroups } from '@lintel/contract/content/label-groups'
import { projectContents } from '@lintel/contract/content/project-contents'
import { reportTemplates } from '@lintel/contract/content/report-templates'
import { spaces } from '@lintel/contract/content/spaces'
import { taktTrains } from '@lintel/contract/content/takt-trains'
import { maxTrendDays, readTopicTrends } from '@lintel/contract/content/topic-trends'
import { topics } from '@lintel/contract/content/topics'
import { workflowStatuses } from '@lintel/contract/content/workflow-statuses'
import { workflows } from '@lintel/contract/content/workflows'
import { runOperations } from '@lintel/contract/jsonapi/operations'
import {
  type AnyResource,
  type DraftInput,
  type Entity,
  inProject,
  type Patch,
} from '@lintel/contract/jsonapi/resource'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { apiClient } from '../../test/api-client'
import { interceptStatements } from '../../test/intercept-statements'
import { noonTimeZone } from '../../test/noon-time-zone'
import { addOperation } from '../../test/operations'
import { testApp, testPlatform } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { twoCustomers } from '../../test/two-customers'
import { ExportLimiter } from '../platform/export-limiter'
import { operationRoutes } from '../platform/operations.routes'
import { contentRoutes } from './content.routes'
import { contentOperationRoutes } from './content-operations.routes'

const { db } = await testDatabase()
const { people, customers, projects, addProject, addMember } = await twoCustomers(db)
const { bridge, hall, school, library } = projects
const resources = contentRoutes(testPlatform(db))
const routes = [...operationRoutes(resources), ...contentOperationRoutes(new ExportLimiter())]
const app = await testApp({ db, people, resources, routes })
const as = (name: string) => apiClient(app, async () => name)
const { untilLockWaiters } = interceptStatements(db)

let made = 0
/** A unique name. */
const fresh = (name: string) => `${name} ${++made}`

const addTo = <R extends AnyResource>(project: string, resource: R, draft: object, by = 'ola') =>
  as(by).post(inProject(resource, project), { project, ...draft } as unknown as DraftInput<R>)
const add = <R extends AnyResource>(resource: R, draft: object, by = 'ola') => addTo(bridge, resource, draft, by)
const change = <R extends AnyResource>(resource: R, id: string, patch: object, by = 'ola') =>
  as(by).patch(inProject(resource, bridge), id, patch as unknown as Patch<R>)
/** Adds open topics created at these times: SQL expressions of instants. */
const addTopicsAt = (workflow: string, ...times: RawBuilder<unknown>[]) =>
  sql`insert into topic (id, customer_id, project_id, number, title, workflow_id, state, state_kind, created_at, state_since)
    select gen_random_uuid(), ${customers.nord}, ${bridge}, 1000000 + number + (select coalesce(max(number), 0) from topic), 'Crack',
      ${workflow}, 'Open', 'open', at, at from unnest(array[${sql.join(times)}]::timestamptz[]) with ordinality as came (at, number)`.execute(
    db,
  )
const trend = (workflow: string, days: number) =>
  as('gus').call(readTopicTrends, { parameters: { project: bridge }, body: { days, selectors: { workflow } } as never })
const setTimeZone = (zone: string) =>
  db.updateTable('customer').set({ time_zone: zone }).where('id', '=', customers.nord).execute()

const addWorkflow = (project = bridge) => addTo(project, workflows, { name: fresh('Defects') })

const refusedAt = (code: string, pointer: string) => ({ code, source: { pointer } })

/** Each type with a record, a change of it, and two equal records in different projects. */
const kinds: [AnyResource, (project: string, at: string) => Promise<object> | object, object][] = [
  [workflows, (_, name) => ({ name, color: '#112233' }), { color: '#445566' }],
  [checklists, (_, name) => ({ name, items: [{ title: 'Dry', type: 'tick' }] }), { isRepeatable: true }],
  [folderLabels, (_, name) => ({ name }), { color: '#445566' }],
  [labelGroups, (_, name) => ({ name, labels: [{ name: 'Steel', color: '#445566' }] }), { labels: [] }],
  [folders, (_, name) => ({ name, labels: ['As built'] }), { labels: [] }],
  [documents, (_, name) => ({ name: `${name}.pdf` }), { labels: ['As built'] }],
  [groups, (_, name) => ({ name, description: 'Crew' }), { description: 'The crew' }],
  [reportTemplates, (_, name) => ({ name, columns: ['title'] }), { columns: ['title', 'state'] }],
  [taktTrains, (_, name) => ({ name, wagons: [{ name: 'Walls', days: 3 }] }), { wagons: [] }],
  [customViews, (_, name) => ({ name, columns: ['title'] }), { shows: 'spaces' }],
  [ifcModels, (_, name) => ({ name, size: 12, classifications: { IfcWall: 3 } }), { size: 13 }],
  [buildings, (_, name) => ({ name, storeys: [{ name: 'Ground' }] }), { storeys: [] }],
  [spaces, (_, name) => ({ name, number: '101', storey: 'Ground' }), { number: '102' }],
  [
    checklistRuns,
    async (project) => ({ checklist: (await addTo(project, checklists, { name: fresh('List') })).id, place: 'Deck' }),
    { state: 'done' },
  ],
  [topics, async (project, title) => ({ title, workflow: (await addWorkflow(project)).id }), { priority: 'high' }],
]

test.each(kinds.map((kind) => [kind[0].type, kind] as const))(
  '%s: alike in two projects they have one hash, and another one when they change',
  async (_, [resource, draftOf, patch]) => {
    const name = fresh('Alike')
    const one = await add(resource, await draftOf(bridge, name))
    const other = await addTo(library, resource, await draftOf(library, name))
    expect(one).toMatchObject({ project: bridge, version: 1 })
    expect(other).toMatchObject({ project: library, contentHash: (one as Entity<typeof folders>).contentHash })
    const changed = await change(resource, one.id, patch)
    expect(changed).toMatchObject({ ...patch, version: 2 })
    expect(changed).not.toHaveProperty('contentHash', (one as Entity<typeof folders>).contentHash)
    expect(await as('gus').get(inProject(resource, bridge), one.id)).toEqual(changed)
  },
)

test('models are alike when they are made of as many files', async () => {
  const model = { name: fresh('Steel'), files: 2, size: 12, classifications: { IfcBeam: 3 } }
  const [one, other] = [await add(ifcModels, model), await addTo(library, ifcModels, model)]
  expect(other.contentHash).toBe(one.contentHash)
  expect((await change(ifcModels, one.id, { files: 3 })).contentHash).not.toBe(other.contentHash)
})

test('a hash says nothing of people, of where a record stands, and of what is done with it', async () => {
  const { id: workflow } = await addWorkflow()
  const { id: otherWorkflow } = await addWorkflow()
  const { id: checklist } = await add(checklists, { name: fresh('List') })
  const { id: otherChecklist } = await add(checklists, { name: fresh('List') })
  const [{ id: building }, { id: otherBuilding }] = [
    await add(buildings, { name: fresh('Hall') }),
    await add(buildings, { name: fresh('Hall') }),
  ]
  const group = await add(groups, { name: fresh('Crew') })
  const topic = await add(topics, { title: 'Crack', workflow })
  const space = await add(spaces, { name: 'Office', number: '7', building })
  expect((await change(groups, group.id, { members: [people.mei?.email] })).contentHash).toBe(group.contentHash)
  const assigned = { workflow: otherWorkflow, assignee: people.mei?.email }
  expect((await change(topics, topic.id, assigned)).contentHash).toBe(topic.contentHash)
  expect((await change(spaces, space.id, { building: otherBuilding })).contentHash).toBe(space.contentHash)
  const runs = [
    await add(checklistRuns, { checklist, place: 'Deck' }),
    await add(checklistRuns, { checklist: otherChecklist, place: 'Deck' }),
  ]
  expect(new Set(runs.map(({ contentHash }) => contentHash)).size).toBe(1)
  const before = (await as('ola').get(inProject(checklists, bridge), checklist)).contentHash
  await change(checklistRuns, runs[0]?.id ?? '', { state: 'done' })
  expect((await as('ola').get(inProject(checklists, bridge), checklist)).contentHash).toBe(before)
})

test.each(kinds.map((kind) => [kind[0].type, kind] as const))(
  '%s answer the same by every address, and in no other project than their own',
  async (type, [resource, draftOf]) => {
    const record = await add(resource, await draftOf(bridge, fresh('Addressed')))
    const bodies: unknown[] = []
    for (const url of [
      `/project-${bridge}/api/v1/${type}/${record.id}`,
      `/project-${bridge}/api/v2/${type}/${record.id}`,
      `/mgw/api/v3/${type}/${record.id}?projectId=${bridge}`,
      `/mgw/api/v2/${type}/${record.id}?projectId=${bridge}`,
    ]) {
      const answer = await as('mei').inject({ method: 'GET', url })
      expect(answer.statusCode, url).toBe(200)
      bodies.push(answer.json().data)
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    for (const url of [`/project-${library}/api/v1/${type}/${record.id}`, `/mgw/api/v3/${type}/${record.id}`]) {
      expect((await as('ola').inject({ method: 'GET', url })).statusCode, url).toBe(404)
    }
    for (const url of [`/project-${bridge}/api/v2/${type}`, `/mgw/api/v3/${type}?projectId=${bridge}`]) {
      const listed = await as('mei').inject({ method: 'GET', url })
      expect(listed.json().data.map(({ id }: { id: string }) => id)).toContain(record.id)
    }
  },
)

test('content of a project of another tenant is not there by any address', async () => {
  const workflow = await addTo(school, workflows, { name: fresh('Secret') }, 'liv')
  const urls = ['workflows', `workflows/${workflow.id}`].flatMap((rest) => [
    `/project-${school}/api/v1/${rest}`,
    `/project-${school}/api/v2/${rest}`,
    `/mgw/api/v3/${rest}?projectId=${school}`,
  ])
  for (const url of urls) {
    expect((await as('liv').inject({ method: 'GET', url })).statusCode, url).toBe(200)
    for (const name of ['kari', 'ola', 'mei', 'gus', 'api', 'tom']) {
      expect((await as(name).inject({ method: 'GET', url })).statusCode, `${name} ${url}`).toBe(404)
    }
  }
  await expect(addTo(school, workflows, { name: fresh('Mine') }, 'kari')).rejects.toMatchObject({ code: 'notFound' })
})

test.each([...kinds.map(([{ type }]) => type), workflowStatuses.type, checklistStatuses.type])(
  'the %s of a malformed project id are not found by any address',
  async (type) => {
    for (const [project, status] of [
      [bridge, 200],
      ['0'.repeat(36), 404],
      ['-'.repeat(36), 404],
    ] as const) {
      for (const url of [
        `/project-${project}/api/v1/${type}`,
        `/project-${project}/api/v2/${type}`,
        `/mgw/api/v3/${type}?projectId=${project}`,
      ]) {
        expect((await as('mei').inject({ method: 'GET', url })).statusCode, url).toBe(status)
      }
    }
  },
)

test.each([
  [
    'topics',
    topics,
    async () => ({ title: 'Crack', workflow: (await addWorkflow()).id }),
    ['mei', 'per', 'ola', 'kari', 'stig'],
  ],
  ['workflows', workflows, async () => ({ name: fresh('Flow') }), ['per', 'ola', 'kari', 'stig']],
  ['folders', folders, async () => ({ name: fresh('Folder') }), ['per', 'ola', 'kari', 'stig']],
] as const)('%s are written from their level on', async (_, resource, draftOf, writers) => {
  for (const name of ['gus', 'mei', 'per', 'ola', 'kari', 'stig', 'api']) {
    const addOperation = draftOf().then((draft) => add<AnyResource>(resource, draft, name))
    if ((writers as readonly string[]).includes(name)) expect(await addOperation).toMatchObject({ version: 1 })
    else await expect(addOperation, name).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('a topic is numbered, begins in the first state of its workflow and goes through the others', async () => {
  const { id: workflow } = await addWorkflow()
  const one = await add(topics, { title: 'Crack', workflow }, 'mei')
  const other = await add(topics, { title: 'Dent', workflow, state: 'Done', assignee: people.mei?.email }, 'mei')
  expect(other).toMatchObject({ number: one.number + 1, state: 'Done', stateKind: 'done', assignee: people.mei?.email })
  expect(one).toMatchObject({ state: 'Open', stateKind: 'open', assignee: null })
  expect(one.bcfGuid).toMatch(/^[0-9a-f-]{36}$/)
  const closed = await change(topics, one.id, { state: 'Closed' }, 'mei')
  expect(closed).toMatchObject({ stateKind: 'closed', version: 2 })
  expect(Date.parse(closed.stateSince)).toBeGreaterThan(Date.parse(one.stateSince))
})

test('a topic refers to nothing that its project does not have', async () => {
  const { id: workflow } = await addWorkflow()
  const { id: foreign } = await addWorkflow(library)
  const topic = await add(topics, { title: 'Crack', workflow })
  const title = 'Crack'
  for (const [draft, pointer] of [
    [{ workflow: foreign }, '/data/relationships/workflow'],
    [{ workflow: 'nonsense' }, '/data/relationships/workflow'],
    [{ workflow, state: 'Forgotten' }, '/data/attributes/state'],
    [{ workflow, assignee: people.liv?.email }, '/data/relationships/assignee'],
    [{ workflow, assignee: 'nobody@nowhere.example' }, '/data/relationships/assignee'],
  ] as const) {
    await expect(add(topics, { title, ...draft })).rejects.toMatchObject(refusedAt('unknownReference', pointer))
    await expect(change(topics, topic.id, draft)).rejects.toMatchObject(refusedAt('unknownReference', pointer))
  }
  expect(await as('ola').get(inProject(topics, bridge), topic.id)).toEqual(topic)
})

test.each(['0000-01-01', '2026-02-30', '10000-01-01'])('a topic is due on no such day as %s', async (dueDate) => {
  const { id: workflow } = await addWorkflow()
  const topic = await add(topics, { title: 'Crack', workflow, dueDate: '9999-12-31' })
  const rejection = refusedAt('invalid', '/data/attributes/dueDate')
  await expect(add(topics, { title: 'Crack', workflow, dueDate })).rejects.toMatchObject(rejection)
  await expect(change(topics, topic.id, { dueDate })).rejects.toMatchObject(rejection)
  const draft = { project: bridge, title: 'Step', workflow, dueDate } as unknown as DraftInput<typeof topics>
  await expect(
    as('mei').call(runOperations, { body: { 'atomic:operations': [addOperation(topics, draft)] } }),
  ).rejects.toMatchObject(refusedAt('invalid', '/atomic:operations/0/data/attributes/dueDate'))
  expect(await as('mei').list(inProject(topics, bridge), { filter: { workflow } })).toEqual([topic])
})

test('a deleted topic stays for administrators of the project', async () => {
  const { id: workflow } = await addWorkflow()
  const { id } = await add(topics, { title: 'Crack', workflow }, 'mei')
  await as('mei').remove(inProject(topics, bridge), id)
  const visibleTopics = (name: string) => as(name).list(inProject(topics, bridge), { filter: { workflow } })
  expect((await visibleTopics('mei')).length).toBe(0)
  await expect(as('mei').get(inProject(topics, bridge), id)).rejects.toMatchObject({ code: 'notFound' })
  expect(await visibleTopics('per')).toMatchObject([{ id, isDeleted: true }])
})

test('a topic that is deleted already is added by those who see it, and by nobody else', async () => {
  const { id: workflow } = await addWorkflow()
  const drafts = ['A', 'B', 'C'].map((title) => ({ project: bridge, title, workflow, isDeleted: title === 'B' }))
  const operations = drafts.map((draft) => addOperation(topics, draft as unknown as DraftInput<typeof topics>))
  const visibleTopics = () => as('per').list(inProject(topics, bridge), { filter: { workflow }, sort: ['number'] })
  const pointer = '/data/attributes/isDeleted'
  const body = { 'atomic:operations': operations }
  await expect(as('mei').call(runOperations, { body })).rejects.toMatchObject({
    problems: [refusedAt('notWritable', `/atomic:operations/1${pointer}`)],
  })
  await expect(add(topics, { title: 'B', workflow, isDeleted: true }, 'mei')).rejects.toMatchObject(
    refusedAt('notWritable', pointer),
  )
  expect(await visibleTopics()).toEqual([])
  const { 'atomic:results': results } = await as('per').call(runOperations, { body })
  expect(results.map(({ data }) => data?.attributes)).toMatchObject(
    drafts.map(({ title, isDeleted }) => ({ title, isDeleted })),
  )
  const ids = results.map(({ data }) => data?.id ?? '')
  expect((await visibleTopics()).map(({ id }) => id)).toEqual(ids)
  const auditEvents = db.selectFrom('audit_event').select('target_id').where('action', '=', 'topics.create')
  const audited = await auditEvents.where('target_id', 'in', ids).orderBy('sequence').execute()
  expect(audited.map(({ target_id }) => target_id)).toEqual(ids)
  expect(await add(topics, { title: 'D', workflow, isDeleted: true }, 'per')).toMatchObject({ isDeleted: true })
})

test('a workflow keeps the states that topics are in, and takes its topics along when one becomes of another kind', async () => {
  const workflow = await addWorkflow()
  const topic = await add(topics, { title: 'Crack', workflow: workflow.id })
  await expect(change(workflows, workflow.id, { states: [{ name: 'Closed', kind: 'closed' }] })).rejects.toMatchObject({
    code: 'stillInUse',
  })
  await expect(as('ola').remove(inProject(workflows, bridge), workflow.id)).rejects.toMatchObject({
    code: 'stillInUse',
  })
  await change(workflows, workflow.id, { states: [{ name: 'Open', kind: 'done' }] })
  expect(await as('ola').get(inProject(topics, bridge), topic.id)).toMatchObject({ stateKind: 'done' })
  const [status] = await as('ola').list(inProject(workflowStatuses, bridge), { filter: { q: workflow.name } })
  expect(status).toMatchObject({ totalOpen: 0, totalDone: 1, doneToday: 1 })
})

test('topics whose state becomes of another kind are counted there from that day on, whenever they were edited last', async () => {
  await setTimeZone(noonTimeZone())
  const { id: workflow } = await addWorkflow()
  await addTopicsAt(workflow, sql`now() - interval '3 days'`)
  await sql`update topic set updated_at = now() - interval '2 days' where workflow_id = ${workflow}`.execute(db)
  await sql`update workflow set updated_at = now() - interval '3 days' where id = ${workflow}`.execute(db)
  await change(workflows, workflow, { states: [{ name: 'Open', kind: 'closed' }] })
  expect(await trend(workflow, 4)).toMatchObject({ open: [1, 1, 1, 0], closed: [0, 0, 0, 1] })
  const status = await as('gus').get(inProject(workflowStatuses, bridge), workflow)
  expect(status).toMatchObject({ totalOpen: 0, totalClosed: 1, closedToday: 1 })
  await setTimeZone('UTC')
})

test('statuses count topics by what their states mean, deleted ones not, and what came there today', async () => {
  const { id: workflow, name } = await addWorkflow()
  const [one, other] = [
    await add(topics, { title: 'Crack', workflow }, 'mei'),
    await add(topics, { title: 'Dent', workflow }, 'mei'),
  ]
  await change(topics, one.id, { state: 'Done' }, 'mei')
  await change(topics, one.id, { state: 'Closed' }, 'mei')
  const status = () => as('gus').get(inProject(workflowStatuses, bridge), workflow)
  expect(await status()).toMatchObject({
    workflowName: name,
    totalOpen: 1,
    totalDone: 0,
    totalClosed: 1,
    openedToday: 2,
    doneToday: 1,
    closedToday: 1,
  })
  await as('mei').remove(inProject(topics, bridge), other.id)
  expect(await status()).toMatchObject({ totalOpen: 0, totalClosed: 1 })
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Europe/Oslo'])(
  'what came today is what came since midnight where the customer is: %s',
  async (zone) => {
    await setTimeZone(zone)
    const { id: workflow } = await addWorkflow()
    const { id: checklist } = await add(checklists, { name: fresh('Handover') })
    const midnight = sql`date_trunc('day', now() at time zone ${zone}) at time zone ${zone}`
    // One created in the last minute of yesterday in that time zone, and two in the first minute of today.
    const times = [sql`${midnight} - interval '1 minute'`, midnight, sql`${midnight} + interval '1 second'`]
    await addTopicsAt(workflow, ...times)
    await sql`insert into checklist_run (id, customer_id, project_id, checklist_id, place, state, created_at, state_since)
      select gen_random_uuid(), ${customers.nord}, ${bridge}, ${checklist}, number::text, 'done', at, at
      from unnest(array[${sql.join(times)}]::timestamptz[]) with ordinality as came (at, number)`.execute(db)
    const ofTopics = await as('gus').get(inProject(workflowStatuses, bridge), workflow)
    expect(ofTopics).toMatchObject({ totalOpen: 3, openedToday: 2 })
    const ofRuns = await as('gus').get(inProject(checklistStatuses, bridge), checklist)
    expect(ofRuns).toMatchObject({ done: 3, doneToday: 2 })
    const { labels, open } = await trend(workflow, 2)
    expect([labels.at(-1), open]).toEqual([new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(), [1, 3]])
    await setTimeZone('UTC')
  },
)

test('what came today still did, and is in the trend, when the time zone of the customer has changed to one further west', async () => {
  // It is always tomorrow in the first, or later, as seen from the second.
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  await setTimeZone(east)
  const { id: workflow } = await addWorkflow()
  const { id: checklist } = await add(checklists, { name: fresh('Westwards') })
  await add(topics, { title: 'Crack', workflow }, 'mei')
  await add(checklistRuns, { checklist, place: '101' }, 'mei')
  await setTimeZone(west)
  await add(topics, { title: 'Dent', workflow }, 'mei')
  const ofTopics = await as('gus').get(inProject(workflowStatuses, bridge), workflow)
  expect(ofTopics).toMatchObject({ totalOpen: 2, openedToday: 2 })
  const ofRuns = await as('gus').get(inProject(checklistStatuses, bridge), checklist)
  expect(ofRuns).toMatchObject({ notStarted: 1, notStartedToday: 1 })
  expect((await trend(workflow, 2)).open).toEqual([0, 2])
  await setTimeZone('UTC')
})

test.each([
  ['2024-03-31', '2024-03-30T23:00:00Z', '2024-03-31T22:00:00Z'],
  ['2024-10-27', '2024-10-26T22:00:00Z', '2024-10-27T23:00:00Z'],
])(
  'a trend counts from midnight to midnight where the customer is, also on the day of a clock change: %s',
  async (day, begin, end) => {
    await setTimeZone('Europe/Oslo')
    const { id: workflow } = await addWorkflow()
    const times = [begin, end].flatMap((midnight) => [
      sql`${midnight}::timestamptz - interval '1 second'`,
      sql`${midnight}`,
    ])
    await addTopicsAt(workflow, ...times)
    const { labels, open } = await trend(workflow, maxTrendDays)
    const at = labels.indexOf(day)
    // One came before that day, its first and last second are of it, and one came after it.
    expect(open.slice(at - 2, at + 2)).toEqual([0, 1, 3, 4])
    await setTimeZone('UTC')
  },
)

test('statuses of checklists count their runs by state, and what came there today', async () => {
  await setTimeZone(noonTimeZone())
  const { id: checklist, name } = await add(checklists, { name: fresh('Fire seals') })
  const runs = [
    await add(checklistRuns, { checklist, place: '101' }, 'mei'),
    await add(checklistRuns, { checklist, place: '102' }, 'mei'),
  ]
  const done = await change(checklistRuns, runs[0]?.id ?? '', { state: 'done' }, 'per')
  expect(done).toMatchObject({ state: 'done', person: people.per?.email })
  const status = () => as('gus').get(inProject(checklistStatuses, bridge), checklist)
  expect(await status()).toMatchObject({
    name,
    notStarted: 1,
    done: 1,
    inProgress: 0,
    notStartedToday: 2,
    doneToday: 1,
  })
  await as('mei').remove(inProject(checklistRuns, bridge), runs[1]?.id ?? '')
  expect(await status()).toMatchObject({ notStarted: 0, done: 1 })
  await expect(as('ola').remove(inProject(checklists, bridge), checklist)).rejects.toMatchObject({ code: 'stillInUse' })
  await setTimeZone('UTC')
})

test('a folder is in no circle, and its hash is that of everything in it', async () => {
  const top = await add(folders, { name: fresh('Top') })
  const middle = await add(folders, { name: 'Middle', parent: top.id })
  const bottom = await add(folders, { name: 'Bottom', parent: middle.id })
  const circle = refusedAt('conflict', '/data/relationships/parent')
  await expect(change(folders, top.id, { parent: bottom.id })).rejects.toMatchObject(circle)
  await expect(change(folders, top.id, { parent: top.id })).rejects.toMatchObject(circle)
  const hash = async () => (await as('ola').get(inProject(folders, bridge), top.id)).contentHash
  const empty = await hash()
  const note = await add(documents, { name: 'Note.txt', folder: bottom.id })
  const withNote = await hash()
  expect(withNote).not.toBe(empty)
  await change(documents, note.id, { name: 'Notes.txt' })
  expect(await hash()).not.toBe(withNote)
  await expect(as('ola').remove(inProject(folders, bridge), bottom.id)).rejects.toMatchObject({ code: 'stillInUse' })
  await as('ola').remove(inProject(documents, bridge), note.id)
  expect(await hash()).toBe(empty)
})

test('two folders that are moved into one another at once make no circle', async () => {
  const [one, other] = [await add(folders, { name: fresh('One') }), await add(folders, { name: fresh('Other') })]
  const moved = await Promise.allSettled([
    change(folders, one.id, { parent: other.id }),
    change(folders, other.id, { parent: one.id }, 'per'),
  ])
  expect(moved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a folder is moved while another one is moved into it, and neither move fails', async () => {
  const [moved, target, other] = await Promise.all(
    ['Moved', 'Target', 'Other'].map((name) => add(folders, { name: fresh(name) })),
  )
  if (!moved || !target || !other) throw new Error('A folder is missing')
  const earlier = await db.transaction().execute(async (move) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`folders of ${bridge}`}, 0))`.execute(move)
    const later = change(folders, moved.id, { parent: target.id })
    await untilLockWaiters('pg_advisory_xact_lock')
    await sql`update folder set parent_id = ${moved.id} where id = ${other.id}`.execute(move)
    return { later }
  })
  expect(await earlier.later).toMatchObject({ parent: target.id })
  expect(await as('ola').get(inProject(folders, bridge), other.id)).toMatchObject({ parent: moved.id })
})

test('what is made in a project while that moves to another customer conflicts with the move', async () => {
  const project = await addProject('Quay', customers.nord, people.ola as never)
  const { refused } = await db.transaction().execute(async (move) => {
    await move.updateTable('project').set({ customer_id: customers.sor }).where('id', '=', project).execute()
    const making = addTo(project, folders, { name: 'Drawings' })
    const refused = expect(making).rejects.toMatchObject(refusedAt('conflict', '/data/relationships/project'))
    await untilLockWaiters('insert into "folder"')
    return { refused }
  })
  await refused
})

test('the removal of a folder is refused while something in it is changed, and the change is made', async () => {
  const top = await add(folders, { name: fresh('Top') })
  const bottom = await add(folders, { name: 'Bottom', parent: top.id })
  const note = await add(documents, { name: 'Note.txt', folder: bottom.id })
  const both = await db.transaction().execute(async (others) => {
    await sql`select from folder where id = ${top.id} for update`.execute(others)
    const removal = as('ola').remove(inProject(folders, bridge), top.id)
    await untilLockWaiters('delete from "folder"')
    const renaming = change(documents, note.id, { name: 'Notes.txt' }, 'per')
    await untilLockWaiters('update "document"')
    return { settled: Promise.allSettled([removal, renaming]) }
  })
  const [removal, renaming] = await both.settled
  expect(removal).toMatchObject({ status: 'rejected', reason: { code: 'stillInUse' } })
  expect(renaming).toMatchObject({ status: 'fulfilled', value: { name: 'Notes.txt' } })
})

test('what lies deep in a folder is changed while that folder is moved to one above it, and neither fails', async () => {
  const [top, middle] = [await add(folders, { name: fresh('Top') }), fresh('Middle')]
  const above = await add(folders, { name: middle, parent: top.id })
  const moved = await add(folders, { name: 'Moved', parent: above.id })
  const [note, plan] = [
    await add(documents, { name: 'Note.txt', folder: moved.id }),
    await add(documents, { name: 'Plan.txt', folder: above.id }),
  ]
  const both = await db.transaction().execute(async (others) => {
    await sql`select from folder where id = ${above.id} for update`.execute(others)
    const changes = [change(documents, plan.id, { name: 'Plans.txt' }, 'per')]
    await untilLockWaiters('update "document"')
    const move = change(folders, moved.id, { parent: top.id })
    await untilLockWaiters('update "folder"')
    return { settled: Promise.all([...changes, move]) }
  })
  expect(await both.settled).toMatchObject([{ name: 'Plans.txt' }, { parent: top.id }])
  expect(await change(documents, note.id, { name: 'Notes.txt' })).toMatchObject({ name: 'Notes.txt' })
})

test('every project has the group of all its members, which nobody edits', async () => {
  const [group] = await as('mei').list(inProject(groups, bridge), { filter: { q: '@Project' } })
  expect(group).toMatchObject({ name: '@Project', isAutomatic: true, isImported: false })
  expect(group?.members).toEqual(
    expect.arrayContaining(['ola', 'per', 'mei', 'gus'].map((name) => people[name]?.email)),
  )
  expect(group?.members).not.toContain(people.eva?.email)
  const { id = '' } = group ?? {}
  for (const name of ['ola', 'kari', 'stig']) {
    await expect(change(groups, id, { description: 'All' }, name)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(as(name).remove(inProject(groups, bridge), id)).rejects.toMatchObject({ code: 'forbidden' })
  }
  await expect(add(groups, { name: '@Others' })).rejects.toMatchObject(refusedAt('invalid', '/data/attributes/name'))
  await expect(add(groups, { name: '@Project' })).rejects.toMatchObject({ code: 'conflict' })
})

test('members of a group are members of the project', async () => {
  const crew = await add(groups, { name: fresh('Crew'), members: [people.mei?.email] })
  expect(crew.members).toEqual([people.mei?.email])
  const refusal = refusedAt('unknownReference', '/data/relationships/members')
  await expect(change(groups, crew.id, { members: [people.liv?.email] })).rejects.toMatchObject(refusal)
  expect(await change(groups, crew.id, { members: [people.per?.email] })).toMatchObject({
    members: [people.per?.email],
  })
})

test.each([
  ['a path with an empty part', workflows, { name: 'Defects//Walls' }, 'invalid', '/data/attributes/name'],
  ['a path that begins with a slash', checklists, { name: '/Walls' }, 'invalid', '/data/attributes/name'],
  [
    'a state twice',
    workflows,
    {
      name: 'W',
      states: [
        { name: 'Open', kind: 'open' },
        { name: 'open', kind: 'done' },
      ],
    },
    'invalid',
    '/data/attributes/states',
  ],
  [
    'a state of no kind',
    workflows,
    { name: 'W', states: [{ name: 'Open', kind: 'lost' }] },
    'invalid',
    '/data/attributes/states/0/kind',
  ],
  ['no state', workflows, { name: 'W', states: [] }, 'required', '/data/attributes/states'],
  [
    'ten thousand items',
    checklists,
    { name: 'C', items: Array.from({ length: 10_000 }, () => ({ title: 'Dry', type: 'tick' })) },
    'tooLong',
    '/data/attributes/items',
  ],
  [
    'a label twice',
    labelGroups,
    { name: 'L', labels: ['Steel', 'STEEL'].map((name) => ({ name, color: '#445566' })) },
    'invalid',
    '/data/attributes/labels',
  ],
  ['a label twice on a folder', folders, { name: 'F', labels: ['Old', 'Old'] }, 'invalid', '/data/attributes/labels'],
  ['a way out of the folder', folders, { name: '..' }, 'invalid', '/data/attributes/name'],
  ['a path in the name of a document', documents, { name: '../passwd' }, 'invalid', '/data/attributes/name'],
  ['a name that systems keep', documents, { name: 'CON.txt' }, 'invalid', '/data/attributes/name'],
  [
    'a parent that is not there',
    folders,
    { name: 'F', parent: '018cc251-f400-7000-8000-000000000000' },
    'unknownReference',
    '/data/relationships/parent',
  ],
] as const)('%s is refused, and nothing is written', async (_, resource, draft, code, pointer) => {
  const count = async () => (await as('stig').page<AnyResource>(inProject(resource, bridge))).total
  const before = await count()
  await expect(add<AnyResource>(resource, draft)).rejects.toMatchObject({ ...refusedAt(code, pointer), status: 422 })
  expect(await count()).toBe(before)
})

/** Referring types: the relationship, how the record is created, and what it refers to. */
const referring: [AnyResource, string, (name: string) => object, AnyResource][] = [
  [folders, 'parent', (name) => ({ name }), folders],
  [documents, 'folder', (name) => ({ name }), folders],
  [checklists, 'workflow', (name) => ({ name }), workflows],
  [checklistRuns, 'checklist', (place) => ({ place }), checklists],
  [spaces, 'building', (name) => ({ name, number: '7' }), buildings],
]

test.each(referring.map((row) => [row[0].type, row[1], row] as const))(
  'G3: of %s the %s is a record of their own project, when they are made and when they are changed',
  async (_, relationship, [resource, , draftOf, target]) => {
    const addTarget = async (project: string, by?: string) =>
      (await addTo(project, target, { name: fresh('Referred') }, by)).id
    const referringTo = (id: string) => ({ ...draftOf(fresh('Referring')), [relationship]: id })
    const record = await add(resource, referringTo(await addTarget(bridge)))
    const isFixed = resource.createOnly.has(relationship)
    const own = await addTarget(bridge)
    const changed = isFixed ? record : await change(resource, record.id, { [relationship]: own })
    if (!isFixed) expect(changed).toMatchObject({ [relationship]: own })
    const count = async () => (await as('stig').page(inProject(resource, bridge))).total
    const before = await count()
    const pointer = `/data/relationships/${relationship}`
    for (const foreign of [await addTarget(library), await addTarget(school, 'liv')]) {
      await expect(add(resource, referringTo(foreign))).rejects.toMatchObject({
        ...refusedAt('unknownReference', pointer),
        status: 422,
      })
      // Written out: clients omit fields that cannot be changed.
      const relationships = { [relationship]: { data: { type: target.type, id: foreign } } }
      const answer = await as('ola').inject({
        method: 'PATCH',
        url: `/project-${bridge}/api/v1/${resource.type}/${record.id}`,
        headers: { 'content-type': 'application/vnd.api+json' },
        payload: JSON.stringify({ data: { type: resource.type, id: record.id, relationships } }),
      })
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toMatchObject([refusedAt(isFixed ? 'notWritable' : 'unknownReference', pointer)])
    }
    expect(await count()).toBe(before)
    expect(await as('ola').get(inProject(resource, bridge), record.id)).toEqual(changed)
  },
)

test('a name is taken in its project whatever the case, and may be had in another one', async () => {
  const name = fresh('Handover')
  await add(checklists, { name })
  await expect(add(checklists, { name: name.toUpperCase() })).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect(await addTo(library, checklists, { name })).toMatchObject({ name })
})

test('what somebody changed in the meantime is not overwritten', async () => {
  const { id } = await add(workflows, { name: fresh('Flow') })
  await as('ola').patch(inProject(workflows, bridge), id, { color: '#111111' }, 1)
  await expect(as('per').patch(inProject(workflows, bridge), id, { color: '#222222' }, 1)).rejects.toMatchObject({
    code: 'stale',
  })
  await expect(as('per').remove(inProject(workflows, bridge), id, 1)).rejects.toMatchObject({ code: 'stale' })
})

test('a project that is hibernated is read by its owner and administrators, and written by nobody', async () => {
  const read = (name: string) => as(name).page(inProject(groups, hall))
  for (const name of ['ola', 'kari', 'stig']) {
    expect(await read(name)).toMatchObject({ total: 1 })
    await expect(addTo(hall, folders, { name: fresh('F') }, name)).rejects.toMatchObject({
      status: 409,
      code: 'projectHibernated',
    })
    await expect(as(name).patch(inProject(groups, hall), hall, { description: 'All' })).rejects.toMatchObject({
      code: 'forbidden',
    })
  }
  await expect(read('mei')).rejects.toMatchObject({ status: 403, code: 'forbidden' })
})

test('what is in a hibernated project is changed and removed by nobody: 409, whoever asks that sees the project', async () => {
  const site = await addProject('Asleep', customers.nord, people.ola as never)
  await addMember(site, people.per as never, 20)
  await addMember(site, people.mei as never, 10)
  const { id } = await addTo(site, folders, { name: 'Plans' })
  const at = inProject(folders, site)
  expect(await as('per').patch(at, id, { labels: ['As built'] })).toMatchObject({ version: 2 })
  await expect(as('mei').patch(at, id, { labels: [] })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await db
    .updateTable('project')
    .set({ is_hibernated: true, hibernated_at: sql`now()` })
    .where('id', '=', site)
    .execute()
  const asleep = { status: 409, code: 'projectHibernated' }
  for (const name of ['ola', 'per', 'mei', 'kari', 'stig', 'api']) {
    await expect(as(name).patch(at, id, { labels: [] }), name).rejects.toMatchObject(asleep)
    await expect(as(name).remove(at, id), name).rejects.toMatchObject(asleep)
  }
  for (const name of ['lars', 'nora']) {
    await expect(as(name).patch(at, id, { labels: [] }), name).rejects.toMatchObject({ code: 'notFound' })
    await expect(as(name).remove(at, id), name).rejects.toMatchObject({ code: 'notFound' })
  }
  await expect(as('mei').get(at, id)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  expect(await as('ola').get(at, id)).toMatchObject({ labels: ['As built'], version: 2 })
})

test('a project that does not run answers 503 with when to come again, and content of a deleted one is not there', async () => {
  const stopped = await addProject('Stopped', customers.nord, people.ola as never, { status: 'Stopped' })
  const answer = await as('ola').inject({ method: 'GET', url: `/project-${stopped}/api/v1/topics` })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toMatch(/^\d+$/)
  expect(answer.json().errors[0]).toMatchObject({ code: 'projectStopped' })
  await expect(addTo(stopped, folders, { name: 'F' })).rejects.toMatchObject({ code: 'projectStopped' })
  await expect(as('kari').page(inProject(groups, projects.pier))).rejects.toMatchObject({ code: 'notFound' })
})

test('a hundred topics by one step are numbered one after the other, each told to the trail', async () => {
  const { id: workflow } = await addWorkflow()
  const operations = Array.from({ length: 100 }, (_, at) =>
    addOperation(topics, { project: bridge, title: `Step ${at}`, workflow } as unknown as DraftInput<typeof topics>),
  )
  const { 'atomic:results': results } = await as('mei').call(runOperations, {
    body: { 'atomic:operations': operations },
  })
  const numbers = results.map(({ data }) => Number(data?.attributes?.number))
  expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at))
  const auditEvents = await db
    .selectFrom('audit_event')
    .select('target_id')
    .where('action', '=', 'topics.create')
    .where(
      'target_id',
      'in',
      results.map(({ data }) => data?.id ?? ''),
    )
    .execute()
  expect(auditEvents).toHaveLength(100)
})

test('of a step with topics that are not right nothing is done, and each says what is wrong with it', async () => {
  const { id: workflow } = await addWorkflow()
  const draft = (more: object) =>
    addOperation(topics, { project: bridge, title: 'Step', workflow, ...more } as unknown as DraftInput<typeof topics>)
  const body = {
    'atomic:operations': [
      draft({}),
      draft({ state: 'Forgotten' }),
      draft({}),
      draft({ assignee: 'nobody@nowhere.example' }),
    ],
  }
  await expect(as('mei').call(runOperations, { body })).rejects.toMatchObject({
    problems: [
      { code: 'unknownReference', source: { pointer: '/atomic:operations/1/data/attributes/state' } },
      { code: 'unknownReference', source: { pointer: '/atomic:operations/3/data/relationships/assignee' } },
    ],
  })
  expect(await as('mei').page(inProject(topics, bridge), { filter: { workflow } })).toMatchObject({ total: 0 })
})

test('all that can be copied is one list by name, of the projects whose content one reads', async () => {
  const name = fresh('Zz copied')
  const workflow = await add(workflows, { name })
  const folder = await add(folders, { name: `${name} folder` })
  const found = await as('mei').list(projectContents, { filter: { project: bridge, q: name } })
  expect(found).toMatchObject([
    { entityType: 'workflows', name, record: workflow.id, project: bridge, contentHash: workflow.contentHash },
    { entityType: 'folders', name: folder.name, record: folder.id },
  ])
  expect(await as('mei').list(projectContents, { filter: { q: name, entityType: 'folders' } })).toHaveLength(1)
  expect(await as('lars').list(projectContents, { filter: { q: name } })).toEqual([])
  await change(workflows, workflow.id, { name: `${name} renamed` })
  await as('ola').remove(inProject(folders, bridge), folder.id)
  const after = await as('mei').list(projectContents, { filter: { project: bridge, q: name } })
  expect(after.map((entry) => entry.name)).toEqual([`${name} renamed`])
})

test('what can be copied of a malformed project id is not found', async () => {
  expect(await as('mei').list(projectContents, { filter: { project: bridge } })).not.toEqual([])
  for (const project of ['0'.repeat(36), '-'.repeat(36)]) {
    await expect(as('mei').list(projectContents, { filter: { project } })).rejects.toMatchObject({ code: 'notFound' })
  }
})

test('what can be copied of a project that is closed says why it is not shown, as a list and one by one', async () => {
  const site = await addProject('Closed', customers.nord, people.ola as never)
  await addMember(site, people.mei as never, 10)
  const { id } = await addTo(site, workflows, { name: 'Defects' })
  const requestsOf = (name: string) => [
    () => as(name).list(projectContents, { filter: { project: site } }),
    () => as(name).list(projectContents, { filter: { project: site, q: 'Defects', entityType: 'workflows' } }),
    () => as(name).get(projectContents, id),
  ]
  const set = (row: object) => db.updateTable('project').set(row).where('id', '=', site).execute()
  for (const ask of requestsOf('mei')) expect([await ask()].flat()).toContainEqual(expect.objectContaining({ id }))
  expect(await as('mei').list(projectContents, { filter: { project: site, q: 'no such' } })).toEqual([])
  for (const ask of requestsOf('lars')) await expect(ask()).rejects.toMatchObject({ status: 404, code: 'notFound' })

  await set({ status: 'Stopped' })
  for (const ask of requestsOf('mei'))
    await expect(ask()).rejects.toMatchObject({ status: 503, code: 'projectStopped' })
  for (const ask of requestsOf('lars')) await expect(ask()).rejects.toMatchObject({ code: 'notFound' })

  people.plain = { ...(people.mei as NonNullable<typeof people.mei>), loginMethod: 'COGNITO' }
  await set({ status: 'Running', providers: ['COGNITO_MFA'] })
  for (const ask of requestsOf('plain')) {
    await expect(ask()).rejects.toMatchObject({ status: 403, code: 'loginMethodRequired' })
  }

  await set({ providers: [], is_hibernated: true, hibernated_at: sql`now()` })
  for (const ask of requestsOf('ola')) expect([await ask()].flat()).toContainEqual(expect.objectContaining({ id }))
  for (const ask of requestsOf('mei')) await expect(ask()).rejects.toMatchObject({ status: 403, code: 'forbidden' })

  await set({ is_hibernated: false, hibernated_at: null, is_inactive: true, deleted_at: sql`now()` })
  for (const ask of requestsOf('ola')) await expect(ask()).rejects.toMatchObject({ status: 404, code: 'notFound' })
})
