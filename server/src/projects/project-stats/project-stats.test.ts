import { projectStats } from '@lintel/contract/projects/project-stats'
import { expect, test } from 'vitest'
import { captureStatements } from '../../../test/capture-statements'
import { expectJsonApi } from '../../../test/expect-json-api'
import { requestsTo } from '../../../test/requests-to'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { featureRoutes } from '../features/features.routes'
import { projectRoutes } from '../projects/projects.routes'
import { projectStatRoutes } from './project-stats.routes'

const { db } = await testDatabase()
const { people, addMember, customers, projects } = await twoCustomers(db)
const app = await testApp({
  db,
  people,
  resources: [projectStatRoutes, projectRoutes(testPlatform(db)), featureRoutes],
})
const as = requestsTo(app)

const names = async (who: string, query = '') =>
  (await as(who).list(projectStats, query)).records.map(({ name }) => name as string)

test('G3: each person reads the figures of the projects they may see, and no others', async () => {
  expect(await names('mei')).toEqual(['Bridge', 'Details', 'Hall'])
  expect(await names('gus')).toEqual(['Bridge'])
  expect(await names('api')).toEqual(['Bridge', 'Details', 'Hall', 'House kit'])
  expect(await names('kari')).toEqual(['Bridge', 'Details', 'Hall', 'House kit', 'Pier'])
  for (const who of ['eva', 'ged', 'nora', 'tom']) expect(await names(who)).toEqual([])
  expect(await names('kari', `?filter[customer]=${customers.sor}`)).toEqual([])
  expect((await as('kari').read(projectStats, projects.school)).status).toBe(404)
  expect((await as('mei').read(projectStats, projects.pier)).status).toBe(404)
  expect((await as().list(projectStats)).status).toBe(401)
})

test('members whose time has passed are not counted', async () => {
  const { record } = await as('mei').read(projectStats, projects.bridge)
  // Ola, Per, Mei and Gus; the memberships of Eva, Uno and Ged have ended.
  expect(record).toMatchObject({
    project: projects.bridge,
    customer: customers.nord,
    numUsers: 4,
    numUsersByLevel: { guest: 1, member: 1, workflowsAdmin: 0, admin: 1, customerAdmin: 0, owner: 1 },
    numGroups: 1,
    features: ['CHECKLISTS'],
    fromTemplateId: null,
    publicTemplateOrder: null,
    isHibernated: false,
    deletedAt: null,
  })
})

test('a member who administers the customer counts as its administrator', async () => {
  if (people.kari) await addMember(projects.library, people.kari, 10)
  const { record } = await as('kari').read(projectStats, projects.library)
  expect(record).toMatchObject({
    numUsers: 3,
    numUsersByLevel: { guest: 0, member: 1, workflowsAdmin: 0, admin: 0, customerAdmin: 1, owner: 1 },
  })
})

test('figures tell where a project came from and its place among the default templates', async () => {
  await db
    .updateTable('project')
    .set({ template_project_id: projects.template })
    .where('id', '=', projects.hall)
    .execute()
  expect((await as('ola').read(projectStats, projects.hall)).record.fromTemplateId).toBe(projects.template)
  expect((await as('stig').read(projectStats, projects.starter)).record.publicTemplateOrder).toBe(1)
})

test('figures are ordered by the number of people, and filtered', async () => {
  expect((await names('kari', '?sort=-numUsers'))[0]).toBe('Bridge')
  expect(await names('kari', '?sort=-numUsers&page[size]=1')).toEqual(['Bridge'])
  expect(await names('kari', '?filter[isInactive]=true')).toEqual(['Pier'])
  expect(await names('kari', '?filter[isHibernated]=true')).toEqual(['Hall'])
  expect(await names('kari', '?filter[isLibrary]=true')).toEqual(['Details'])
  const first = await as('kari').list(projectStats, '?sort=-numUsers&page[size]=2')
  const second = await as('kari').get(first.next ?? '')
  const third = await as('kari').get(second.next ?? '')
  const all = [first, second, third].flatMap(({ records }) => records)
  expect(new Set(all.map(({ id }) => id)).size).toBe(5)
  const counts = all.map(({ numUsers }) => numUsers as number)
  expect(counts).toEqual([...counts].sort((a, b) => b - a))
})

test('a page of a customer is cut before people are counted, and the pages together are the list', async () => {
  const customer = `filter[customer]=${customers.nord}`
  const counting = await captureStatements(() => names('kari', `?${customer}&page[size]=2`))
  const page = counting.find((statement) => statement.includes('num_users'))
  expect(page).toMatch(/from \(select \* from project where .* limit \$?\d+\) as "project"/)
  for (const sort of ['name', '-createdAt']) {
    const whole = await names('kari', `?${customer}&sort=${sort}`)
    const paged: string[] = []
    let page = await as('kari').list(projectStats, `?${customer}&sort=${sort}&page[size]=2`)
    for (;;) {
      paged.push(...page.records.map(({ name }) => name as string))
      if (!page.next) break
      page = await as('kari').get(page.next)
    }
    expect(whole.length).toBeGreaterThan(3)
    expect(paged).toEqual(whole)
  }
})

test('documents are JSON:API, with the project and its features', async () => {
  const headers = { host: 'localhost', authorization: 'Bearer kari' }
  const url = `${projectStats.path}?include=project,features&page[size]=3`
  const answer = await app.inject({ method: 'GET', url, headers })
  expectJsonApi(answer)
  expect(new Set(answer.json().included.map(({ type }: { type: string }) => type))).toEqual(
    new Set(['projects', 'features']),
  )
})

test('a project’s figures have the fields of the specification', async () => {
  const { record } = await as('kari').read(projectStats, projects.bridge)
  expect(Object.keys(record ?? {})).toEqual(
    expect.arrayContaining([
      ...['project', 'error', 'fromTemplateId', 'numBuildings', 'numUsers', 'numGroups', 'numDocuments', 'numFolders'],
      ...[
        'numIfc',
        'numIfcModels',
        'numTemplates',
        'numActualTopics',
        'numOpenTopics',
        'numDoneTopics',
        'numClosedTopics',
      ],
      ...['numChecklists', 'numSpaces', 'publicTemplateOrder', 'customFloorplans', 'ifcFileSize', 'features'],
      ...['deletedAt', 'isHibernated'],
    ]),
  )
})
