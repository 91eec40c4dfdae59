import { templateProjects } from '@lintel/contract/projects/template-projects'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { expectJsonApi } from '../../../test/expect-json-api'
import { requestsTo } from '../../../test/requests-to'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { templateProjectRoutes } from './template-projects.routes'

const { db } = await testDatabase()
const { people, customers, projects } = await twoCustomers(db)
const app = await testApp({ db, people, resources: [templateProjectRoutes] })
const as = requestsTo(app)

/** The demo world's default templates are offered to everybody; only those of this test are compared. */
const offered = async (who: string, query = '') =>
  (await as(who).list(templateProjects, `?page[size]=200${query}`)).records
    .filter(({ id }) => Object.values(projects).includes(id))
    .map(({ name }) => name as string)

test('guests and anonymous people are offered no templates', async () => {
  expect(await offered('ola')).toContain('House kit')
  expect(await as('gus').list(templateProjects)).toMatchObject({ status: 403 })
  expect(await as('gus').read(templateProjects, projects.starter)).toMatchObject({ status: 404 })
  expect(await as().list(templateProjects)).toMatchObject({ status: 401 })
})

test('G3: each person is offered the platform’s defaults, their customer’s templates and what they administer', async () => {
  expect(await offered('tom')).toEqual(['Starter'])
  expect(await offered('nora')).toEqual(['Starter', 'House kit'])
  expect(await offered('per')).toEqual(['Starter', 'Bridge', 'House kit'])
  expect(await offered('mei')).toEqual(['Starter', 'House kit'])
  expect(await offered('ola')).toEqual(['Starter', 'Bridge', 'Details', 'Hall', 'House kit'])
  expect(await offered('kari')).toEqual(['Starter', 'Bridge', 'Details', 'Hall', 'House kit'])
  expect(await offered('lars')).toEqual(['Starter', 'School', 'Sør kit'])
  expect(await offered('stig')).toEqual(['Starter', 'House kit', 'Sør kit'])
  expect(await offered('eva')).toEqual(['Starter'])
})

test('a default of the platform belongs to no customer and comes first', async () => {
  const { records } = await as('ola').list(templateProjects, '?page[size]=200')
  expect(records.find(({ id }) => id === projects.starter)).toMatchObject({ isDefault: true, customer: null })
  expect(records.find(({ id }) => id === projects.template)).toMatchObject({
    isDefault: false,
    isLibrary: false,
    customer: customers.nord,
    description: 'What every house begins with',
  })
  const defaults = records.map(({ isDefault }) => isDefault)
  expect(defaults.lastIndexOf(true)).toBeLessThan(defaults.indexOf(false))
})

test('G4: templates of a foreign customer are as unknown as those of none', async () => {
  expect(await offered('ola', `&filter[customer]=${customers.nord}`)).toEqual([
    'Bridge',
    'Details',
    'Hall',
    'House kit',
  ])
  for (const customer of [customers.sor, customers.platform, uuidv7(), 'nonsense']) {
    expect(await offered('ola', `&filter[customer]=${customer}`)).toEqual([])
  }
  expect((await as('ola').read(templateProjects, projects.foreignTemplate)).status).toBe(404)
  expect((await as('ola').read(templateProjects, projects.pier)).status).toBe(404)
})

test('templates are read, not written', async () => {
  expectJsonApi(
    await app.inject({
      method: 'GET',
      url: templateProjects.path,
      headers: { host: 'localhost', authorization: 'Bearer ola' },
    }),
  )
  expect((await as('stig').create(templateProjects, {})).status).toBe(405)
  expect((await as('stig').remove(templateProjects, projects.starter)).status).toBe(405)
})
