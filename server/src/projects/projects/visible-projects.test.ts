import { callAddress } from '@lintel/contract/jsonapi/call'
import { openProject } from '@lintel/contract/projects/open-project'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { projects } from '@lintel/contract/projects/projects'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { expectJsonApi } from '../../../test/expect-json-api'
import { type Answer, requestsTo } from '../../../test/requests-to'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { featureRoutes } from '../features/features.routes'
import { projectLinkRoutes } from '../project-links/project-links.routes'
import { openProjectRoute, projectRoutes } from './projects.routes'

const { db } = await testDatabase()
const { people, addPerson, addProject, addMember, customers, projects: known } = await twoCustomers(db)
const { bridge, hall, pier, library, template, school } = known
const configuration = { publicUrl: 'https://lintel.example' }
const platform = testPlatform(db, configuration)
const app = await testApp({
  db,
  people,
  configuration,
  resources: [projectRoutes(platform), projectLinkRoutes(platform), featureRoutes],
  routes: [openProjectRoute],
})
const as = requestsTo(app)

const names = async (who: string, query = '') =>
  (await as(who).list(projects, query)).records.map(({ name }) => name as string)
const linked = async (who: string, query = '') =>
  (await as(who).list(projectLinks, query)).records.map(({ name }) => name as string)

test('nobody sees projects without signing in', async () => {
  expect(await as().list(projects)).toMatchObject({ status: 401, code: 'notSignedIn' })
  expect(await as().read(projects, bridge)).toMatchObject({ status: 401, code: 'notSignedIn' })
})

test('G1: each person lists exactly the projects they may see', async () => {
  const all = ['Bridge', 'Details', 'Hall', 'House kit']
  // Pier is deleted: its owner may restore it.
  expect(await names('ola')).toEqual([...all, 'Pier'])
  expect(await names('kari')).toEqual([...all, 'Pier'])
  expect(await names('api')).toEqual(all)
  expect(await names('per')).toEqual(['Bridge'])
  expect(await names('mei')).toEqual(['Bridge', 'Details', 'Hall'])
  expect(await names('gus')).toEqual(['Bridge'])
  for (const who of ['eva', 'uno', 'ged', 'nora', 'tom']) expect(await names(who)).toEqual([])
  expect(await names('lars')).toEqual(['School', 'Sør kit'])
  expect(await names('stig', `?filter[customer]=${customers.nord}`)).toEqual([...all, 'Pier'])
})

test('G3: each person reads exactly the projects they list', async () => {
  const readers = {
    bridge: [bridge, ['ola', 'kari', 'api', 'per', 'mei', 'gus', 'stig']],
    hall: [hall, ['ola', 'kari', 'api', 'mei', 'stig']],
    pier: [pier, ['ola', 'kari', 'stig']],
    school: [school, ['lars', 'liv', 'stig']],
  } as const
  for (const [id, allowed] of Object.values(readers)) {
    for (const who of Object.keys(people)) {
      const expected = (allowed as readonly string[]).includes(who) ? 200 : 404
      expect([who, (await as(who).read(projects, id)).status]).toEqual([who, expected])
    }
  }
})

test('G2: a foreign project answers exactly as one that does not exist', async () => {
  expect((await as('lars').read(projects, school)).status).toBe(200)
  const shape = (body: string) => body.replaceAll(/"id":"[^"]+"/g, '"id"')
  for (const unknown of [uuidv7(), 'no-such-thing', '-1']) {
    const [foreign, missing] = [await as('kari').read(projects, school), await as('kari').read(projects, unknown)]
    expect(foreign.status).toBe(404)
    expect(shape(foreign.body)).toBe(shape(missing.body))
  }
})

test('G4: a foreign customer in a filter lists as little as an unknown one', async () => {
  expect(await names('lars', `?filter[customer]=${customers.sor}`)).toEqual(['School', 'Sør kit'])
  expect(await names('kari', `?filter[customer]=${customers.sor}`)).toEqual([])
  for (const unknown of [uuidv7(), 'nonsense']) expect(await names('kari', `?filter[customer]=${unknown}`)).toEqual([])
})

test('G6: a guest reaches the one project of the guest link, whatever else they are', async () => {
  expect((await as('gus').read(projects, bridge)).status).toBe(200)
  expect((await as('gus').read(projects, hall)).status).toBe(404)
  const boss = await addPerson('boss', { administers: [customers.nord] })
  await addMember(bridge, boss, 5)
  people.bossAsGuest = { ...boss, guestOf: bridge, method: 'guest' }
  expect(await names('boss')).toContain('Pier')
  expect(await names('bossAsGuest')).toEqual(['Bridge'])
  expect((await as('bossAsGuest').read(projects, bridge)).record.privilegeLevel).toBe(5)
  expect((await as('bossAsGuest').change(projects, bridge, { name: 'Mine' })).status).toBe(403)
})

test('a project tells its address, its owner, its state and the level of the person who asks', async () => {
  expect((await as('mei').read(projects, bridge)).record).toMatchObject({
    name: 'Bridge',
    projectUri: `https://lintel.example/project-${bridge}/`,
    externalId: 'N-1',
    customer: customers.nord,
    owner: people.ola?.email,
    status: 'Running',
    features: ['CHECKLISTS'],
    isHibernated: false,
    privilegeLevel: 10,
  })
  const levels = { ola: 30, kari: 25, per: 20, gus: 5, api: null, stig: null }
  for (const [who, level] of Object.entries(levels)) {
    expect([who, (await as(who).read(projects, bridge)).record.privilegeLevel]).toEqual([who, level])
  }
})

test('a project tells the time zone that its end dates are days of: its customer’s, whoever reads it', async () => {
  const inOslo = { time_zone: 'Europe/Oslo' }
  await db.updateTable('customer').set(inOslo).where('id', '=', customers.nord).execute()
  for (const who of ['mei', 'gus', 'kari', 'stig']) {
    expect([who, (await as(who).read(projects, bridge)).record.timeZone]).toEqual([who, 'Europe/Oslo'])
  }
})

test('what the customer relations system knows is shown to administrators only', async () => {
  for (const who of ['kari', 'stig']) {
    expect((await as(who).read(projects, bridge)).record.salesforceAccountId).toBe('SF-1')
  }
  for (const who of ['ola', 'mei', 'gus', 'api']) {
    expect((await as(who).read(projects, bridge)).record.salesforceAccountId).toBeNull()
  }
})

test('a list is filtered, searched and ordered', async () => {
  expect(await names('kari', '?filter[isLibrary]=true')).toEqual(['Details'])
  expect(await names('kari', '?filter[isHibernated]=true')).toEqual(['Hall'])
  expect(await names('kari', '?filter[isInactive]=true')).toEqual(['Pier'])
  expect(await names('kari', '?filter[q]=n-1')).toEqual(['Bridge'])
  expect(await names('kari', '?filter[q]=HOUSE')).toEqual(['House kit'])
  expect(await names('kari', '?filter[q]=%25')).toEqual([])
  expect(await names('kari', '?sort=-name&page[size]=2')).toEqual(['Pier', 'House kit'])
  expect(await names('kari', '?sort=-externalId')).toHaveLength(5)
  expect(await as('kari').list(projects, '?filter[isLibrary]=perhaps')).toMatchObject({ status: 400 })
  expect(await as('kari').list(projects, '?sort=owner')).toMatchObject({ status: 400 })
})

test('pages follow each other without gaps or doubles, in every order', async () => {
  for (const sort of ['name', '-createdAt', 'externalId', '-externalId']) {
    const visibleNames: string[] = []
    let url: string | null | undefined = `${projects.path}?sort=${sort}&page[size]=2`
    while (url) {
      const page: Answer = await as('kari').get(url)
      expect(page).toMatchObject({ status: 200, total: 5 })
      visibleNames.push(...page.records.map(({ name }) => name))
      url = page.next
    }
    expect([...visibleNames].sort()).toEqual(['Bridge', 'Details', 'Hall', 'House kit', 'Pier'])
  }
})

test('documents are JSON:API, features come along when asked for', async () => {
  const answers = [projects.path, `${projects.path}/${template}?include=features`, projectLinks.path]
  const headers = { host: 'localhost', authorization: 'Bearer kari' }
  for (const url of answers) expectJsonApi(await app.inject({ method: 'GET', url, headers }))
  const { included } = await as('kari').read(projects, template, '?include=features')
  expect(included.map(({ id }) => id).sort()).toEqual(['CHECKLISTS', 'PRO_TOPICS'])
})

test('the project list has what a person can enter: as member, or as administrator of the customer', async () => {
  expect(await linked('mei', '?filter[active]=true')).toEqual(['Bridge', 'Details', 'Hall'])
  expect(await linked('mei', '?filter[active]=true&filter[isHibernated]=true')).toEqual(['Hall'])
  expect(await linked('mei', '?filter[active]=true&filter[isLibrary]=true')).toEqual(['Details'])
  expect(await linked('kari', '?filter[active]=true')).toEqual(['Bridge', 'Details', 'Hall', 'House kit'])
  expect(await linked('kari', '?filter[active]=false')).toEqual(['Pier'])
  expect(await linked('gus')).toEqual(['Bridge'])
  // API users and staff cannot enter the customer's projects.
  for (const who of ['api', 'tom', 'eva', 'ged']) expect(await linked(who)).toEqual([])
  expect(await linked('stig')).toEqual(['Starter'])
  expect((await as('api').read(projectLinks, bridge)).status).toBe(404)
})

test('a link carries what the list shows, and what was opened last comes first', async () => {
  const open = (who: string, id: string) => as(who).post(callAddress(openProject, { id }))
  expect((await open('mei', library)).status).toBe(204)
  expect((await open('mei', bridge)).status).toBe(204)
  expect(await linked('mei', '?sort=-lastOpenedAt')).toEqual(['Bridge', 'Details', 'Hall'])
  expect(await linked('mei', '?sort=-lastOpenedAt&page[size]=1')).toEqual(['Bridge'])
  const { record } = await as('mei').read(projectLinks, bridge)
  expect(record).toMatchObject({ name: 'Bridge', projectUri: `https://lintel.example/project-${bridge}/` })
  expect(Date.parse(record.lastOpenedAt)).toBeGreaterThan(Date.now() - 60_000)
  expect((await as('per').read(projectLinks, bridge)).record.lastOpenedAt).toBeNull()
})

test('a project is opened while a long change of the membership is under way, which says nothing of it', async () => {
  const opened = async () => (await as('per').read(projectLinks, bridge)).record.lastOpenedAt
  const before = await opened()
  await db.transaction().execute(async (change) => {
    const own = change.updateTable('project_member').set({ privilege_level: 20 }).where('project_id', '=', bridge)
    await own.where('user_id', '=', people.per?.id ?? '').execute()
    expect((await as('per').post(callAddress(openProject, { id: bridge }))).status).toBe(204)
  })
  expect(await opened()).toBe(before)
  expect((await as('per').post(callAddress(openProject, { id: bridge }))).status).toBe(204)
  expect(Date.parse(await opened())).toBeGreaterThan(Date.now() - 60_000)
})

test('only who may see a project opens it, and the customer can read who did', async () => {
  const open = (who: string | undefined, id: string) => as(who).post(callAddress(openProject, { id }))
  expect((await open('kari', bridge)).status).toBe(204)
  expect(await open(undefined, bridge)).toMatchObject({ status: 401 })
  for (const who of ['lars', 'eva', 'ged', 'nora']) expect(await open(who, bridge)).toMatchObject({ status: 404 })
  expect(await open('mei', 'nonsense')).toMatchObject({ status: 404 })
  const auditEvents = await db
    .selectFrom('audit_event')
    .select(['actor_id', 'tenant_id'])
    .where('action', '=', 'projects.open')
    .where('actor_id', '=', people.kari?.id ?? '')
    .execute()
  expect(auditEvents).toEqual([{ actor_id: people.kari?.id, tenant_id: customers.nord }])
})

test('a membership that ends takes the project away at once', async () => {
  const zoe = await addPerson('zoe')
  const owner = people.ola
  if (!owner) throw new Error('Ola is missing')
  const tower = await addProject('Tower', customers.nord, owner)
  await addMember(tower, zoe, 10, { access_until: new Date(Date.now() + 60_000).toISOString() })
  expect((await as('zoe').read(projects, tower)).status).toBe(200)
  await db
    .updateTable('project_member')
    .set({ access_until: new Date(0).toISOString() })
    .where('user_id', '=', zoe.id)
    .execute()
  expect((await as('zoe').read(projects, tower)).status).toBe(404)
  expect(await names('zoe')).toEqual([])
})
