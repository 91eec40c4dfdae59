import { features } from '@lintel/contract/projects/features'
import { expect, test } from 'vitest'
import { requestsTo } from '../../../test/requests-to'
import { person, testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { featureRoutes } from './features.routes'

const { db } = await testDatabase()
const as = requestsTo(await testApp({ db, people: { ola: person('ola@nord.example') }, resources: [featureRoutes] }))

test('everybody who is signed in reads the features, in the platform’s order', async () => {
  const { records } = await as('ola').list(features)
  expect(records.slice(0, 3).map(({ id }) => id)).toEqual(['PRO_TOPICS', 'PRO_DOCUMENTS', 'CHECKLISTS'])
  const byName = (await as('ola').list(features, '?sort=name')).records.map(({ name }) => name as string)
  expect(byName).toEqual([...byName].sort((one, other) => one.localeCompare(other, 'en')))
  expect((await as('ola').read(features, 'CHECKLISTS')).record.id).toBe('CHECKLISTS')
  expect((await as('ola').read(features, 'MAGIC')).status).toBe(404)
  expect((await as().list(features)).status).toBe(401)
})

test('features come with the platform: nobody writes them', async () => {
  expect((await as('ola').create(features, {})).status).toBe(405)
  expect((await as('ola').remove(features, 'CHECKLISTS')).status).toBe(405)
})
