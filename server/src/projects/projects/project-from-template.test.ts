import { projects } from '@lintel/contract/projects/projects'
import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { requestsTo } from '../../../test/requests-to'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { startWorkers } from '../../platform/jobs/workers'
import { provisionProjectJob } from '../project-creation/provision-project'
import { projectRoutes } from './projects.routes'

const { db } = await testDatabase()
const { people, addCustomer, addPerson, addMember, customers, projects: known } = await twoCustomers(db)
const { bridge, pier, template, school, foreignTemplate, starter } = known
const as = requestsTo(await testApp({ db, people, resources: [projectRoutes(testPlatform(db))] }))
const workers = startWorkers(testPlatform(db), [provisionProjectJob()], { pollInterval: 20 })
afterAll(() => workers.stop(1_000))

const create = (who: string, draft: Record<string, unknown>) => as(who).create(projects, draft)

/** Creates a project and waits until it is complete. */
async function make(who: string, draft: Record<string, unknown>) {
  const { record } = await create(who, draft)
  expect(record.creationState).toBe('making')
  const read = async () => (await as(who).read(projects, record.id)).record
  await expect.poll(async () => (await read()).creationState).toBeNull()
  return read()
}

const projectsNamed = (name: string) => db.selectFrom('project').selectAll().where('name', '=', name).execute()

test('a project from a template project begins with its features and login methods; an empty description stays empty', async () => {
  const record = await make('ola', { name: 'House 1', templateProjectId: template })
  expect(record).toMatchObject({
    templateProjectId: template,
    projectTemplateId: null,
    customer: customers.nord,
    description: null,
    features: ['PRO_TOPICS', 'CHECKLISTS'],
    providers: ['COGNITO_MFA'],
  })
  const own = await make('kari', {
    name: 'House 2',
    description: 'Red',
    features: ['REPORTS'],
    templateProjectId: template,
  })
  expect(own).toMatchObject({ description: 'Red', features: ['REPORTS'], providers: ['COGNITO_MFA'] })
})

test('a project from a default template of the platform belongs to the person’s own customer', async () => {
  const record = await make('ola', { name: 'From starter', templateProjectId: starter })
  expect(record).toMatchObject({ customer: customers.nord, features: ['PRO_DOCUMENTS'], providers: [] })
  await addPerson('newcomer')
  const { record: trial } = await create('newcomer', { name: 'First', templateProjectId: starter })
  expect(trial.customer).not.toBe(customers.platform)
  expect(trial.trialEndsAt).not.toBeNull()
})

test('a project from a customer’s template joins that customer', async () => {
  const vera = await addPerson('vera', { homeCustomer: await addCustomer('Vera’s own') })
  await addMember(bridge, vera, 20)
  const record = await make('vera', { name: 'Bridge two', templateProjectId: bridge })
  expect(record).toMatchObject({ customer: customers.nord, features: ['CHECKLISTS'] })
})

test('G4: a template that the person cannot see is as unknown as one that does not exist', async () => {
  const refused = (who: string, templateProjectId: string) =>
    create(who, { name: 'Copied', templateProjectId }).then((answer) =>
      expect([who, answer]).toMatchObject([
        who,
        { status: 422, code: 'unknownReference', pointers: ['/data/attributes/templateProjectId'] },
      ]),
    )
  expect((await create('per', { name: 'Copy', templateProjectId: bridge })).status).toBe(201)
  // Visible as a member but not administered; foreign, deleted, unknown and unreadable ones.
  await refused('mei', bridge)
  for (const id of [school, foreignTemplate, pier, uuidv7(), 'nonsense']) await refused('ola', id)
  for (const id of [school, foreignTemplate]) await refused('kari', id)
  await refused('tom', template)
  expect(await projectsNamed('Copied')).toEqual([])
})

test('G4: a project template is offered to its customer, and the platform’s to everybody', async () => {
  const add = async (customer_id: string | null, name: string) => {
    const id = uuidv7()
    await db.insertInto('project_template').values({ id, customer_id, name }).execute()
    return id
  }
  const [ours, foreign, everybodys] = [
    await add(customers.nord, 'Ours'),
    await add(customers.sor, 'Theirs'),
    await add(null, `Everybody’s ${uuidv7()}`),
  ]
  expect((await create('ola', { name: 'Listed', projectTemplateId: ours })).record).toMatchObject({
    projectTemplateId: ours,
    customer: customers.nord,
  })
  expect((await create('ola', { name: 'Listed', projectTemplateId: everybodys })).record.customer).toBe(customers.nord)
  for (const id of [foreign, uuidv7(), 'nonsense']) {
    expect(await create('ola', { name: 'Unlisted', projectTemplateId: id })).toMatchObject({
      status: 422,
      code: 'unknownReference',
      pointers: ['/data/attributes/projectTemplateId'],
    })
  }
  const both = { name: 'Unlisted', templateProjectId: template, projectTemplateId: ours }
  expect(await create('ola', both)).toMatchObject({ status: 422, code: 'invalid' })
  expect(await projectsNamed('Unlisted')).toEqual([])
})
