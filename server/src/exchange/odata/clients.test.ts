import { exportTopics } from '@lintel/contract/content/content-exports'
import { OData } from '@odata/client'
import buildQuery from 'odata-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { freePort } from '../../../test/free-port'
import { world } from '../../../test/world'

const port = await freePort()
const publicUrl = `http://127.0.0.1:${port}`
const many = { calls: 1_000_000, seconds: 60 }
const { app, as } = await world({ publicUrl, rates: { general: many, signIn: many } })
const reports = 'reports@nordbygg.example'
const harbour = projectId('NB-2041')
const root = `${publicUrl}/odata/${customerId('nordbygg')}/`
beforeAll(() => app.listen({ host: '127.0.0.1', port }))
afterAll(() => app.close())

async function feedSecret(): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/mgw/api/v2/login',
    payload: { username: reports, password: demoPassword },
  })
  return answer.json<{ refreshToken: string }>().refreshToken
}

interface Topic {
  id: string
  number: number
  title: string
  createdAt: string
}
const exported = async () => (await as(reports).call(exportTopics, { parameters: { project: harbour } })).data

test('a client of others reads, filters, sorts and counts the rows of the exports', async () => {
  const client = OData.New4({
    serviceEndpoint: root,
    metadataUri: `${root}$metadata`,
    credential: { username: reports, password: await feedSecret() },
  })
  const rows = await exported()
  const some = rows.filter(({ number, title }) => number > 3 && title.includes('e'))
  expect(some.length).toBeGreaterThan(1)
  const filter = client.newFilter().property('number').gt(3)
  const param = client
    .newParam()
    .filter(`${filter.build()} and project eq ${harbour} and contains(title,'e')`)
    .select(['id', 'number', 'title', 'createdAt'])
    .orderby('number', 'desc')
    .count(true)
    .top(5)
  const answer = await client.newRequest<Topic>({ collection: 'topics', params: param })
  expect(answer['@odata.count']).toBe(some.length)
  const expected = some
    .sort((a, b) => b.number - a.number)
    .slice(0, 5)
    .map(({ id, number, title, createdAt }) => ({ id, number, title, createdAt }))
  expect(answer.value).toEqual(expected)
  const [first] = rows
  const found = await client.getEntitySet<Topic>('topics').retrieve(first?.id ?? '')
  expect(found).toMatchObject({ id: first?.id, number: first?.number, title: first?.title })
})

test('what another library writes as a query is understood', async () => {
  const rows = await exported()
  const query = buildQuery<Topic & { isDeleted: boolean; project: string }>({
    filter: {
      and: [
        { project: { type: 'guid', value: harbour } },
        { or: [{ number: { lt: 4 } }, { title: { contains: 'a' } }] },
        { not: [{ isDeleted: true }] },
        { createdAt: { gt: new Date('2020-01-01T00:00:00Z') } },
      ],
    },
    select: ['id', 'title'],
    orderBy: ['number'],
  })
  const authorization = `Basic ${Buffer.from(`anybody:${await feedSecret()}`).toString('base64')}`
  const answer = await fetch(`${root}topics${query}`, { headers: { authorization } })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  const expected = rows.filter(({ number, title, isDeleted }) => (number < 4 || title.includes('a')) && !isDeleted)
  expect(expected.length).toBeGreaterThan(2)
  expect(JSON.parse(text).value).toEqual(expected.map(({ id, title }) => ({ id, title })))
})
